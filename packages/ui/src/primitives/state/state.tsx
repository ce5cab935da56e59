import { useEffect, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { ArrowLeft, CloudOff, Lock, RotateCw } from 'lucide-react';
import { Button } from '../button/button';
import { cx } from '../cx/cx';
import { Icon } from '../icon/icon';
import type { LucideIcon } from '../icon/icon';
import styles from './state.module.css';

/** Centres content in the remaining height of a pane, a Column or a Feed. */
export function Centre({ children }: { children: ReactNode }) {
  return (
    <div data-centre="" className={styles.centre}>
      {children}
    </div>
  );
}

export interface EmptyProps {
  /** The specification's text. */
  title?: string;
  text?: ReactNode;
  /** At most one Button. */
  action?: ReactNode;
  level?: 2 | 3;
}

/** An empty state: three lanes, a sentence, at most one action. */
export function Empty({ title, text, action, level = 2 }: EmptyProps) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <Centre>
      <div className={styles.message}>
        <span className={styles.lanes} aria-hidden="true">
          <i />
          <i className={styles.on} />
          <i />
        </span>
        {title && <Title className="heading">{title}</Title>}
        {text && <p className="text-secondary">{text}</p>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </Centre>
  );
}

export interface ErrorStateProps {
  title: string;
  text?: ReactNode;
  /** The error code, shown verbatim. */
  code?: string | undefined;
  retryLabel?: string;
  onRetry?: (() => void) | undefined;
  /** The retry is in progress. */
  pending?: boolean;
  /** Replaces Retry for errors that a retry cannot fix. */
  backLabel?: string;
  onBack?: (() => void) | undefined;
  icon?: LucideIcon;
  level?: 2 | 3;
}

/** A loading error: title, reason, code and Retry. */
export function ErrorState({
  title,
  text,
  code,
  retryLabel,
  onRetry,
  pending,
  backLabel,
  onBack,
  icon = onBack ? Lock : CloudOff,
  level = 2,
}: ErrorStateProps) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <Centre>
      <div className={styles.message} role="alert">
        <Icon of={icon} size="l" className="danger" />
        <Title className={cx('heading', styles.errorTitle)}>{title}</Title>
        {text && <p className="text-secondary">{text}</p>}
        {code && <span className="code text-tertiary">{code}</span>}
        {onBack && backLabel && (
          <div className={styles.action}>
            <Button variant="ink" icon={ArrowLeft} flip onPress={onBack}>
              {backLabel}
            </Button>
          </div>
        )}
        {onRetry && retryLabel && (
          <div className={styles.action}>
            <Button variant="ink" icon={RotateCw} onPress={onRetry} pending={pending ?? false}>
              {retryLabel}
            </Button>
          </div>
        )}
      </div>
    </Centre>
  );
}

/** Returns true after `delay` ms: faster loads need no skeleton. */
export function useLate(delay: number): boolean {
  const [late, setLate] = useState(delay <= 0);
  useEffect(() => {
    if (delay <= 0) return;
    const timer = setTimeout(() => setLate(true), delay);
    return () => clearTimeout(timer);
  }, [delay]);
  return late;
}

export interface SkeletonProps {
  /** The shape of the content being loaded. */
  shape:
    | 'chat'
    | 'person'
    | 'row'
    | 'shout'
    | 'event'
    | 'comment'
    | 'bubble'
    | 'detail'
    | 'profile'
    | 'room'
    | 'slots'
    | 'card'
    | 'tile'
    | 'month';
  /** Number of shapes, at most 8. */
  count?: number;
  /** "Loading…", spoken once. */
  label: string;
  /** Milliseconds before the shapes appear; 150 by default. */
  delay?: number;
}

const widths: readonly (readonly [number, number])[] = [
  [38, 64],
  [28, 54],
  [46, 72],
  [33, 59],
];

/** Grey shapes in place of rows that are loading. */
export function Skeleton({ shape, count = 6, label, delay = 150 }: SkeletonProps) {
  const late = useLate(delay);
  return (
    <div
      role="status"
      aria-busy="true"
      className={cx(
        shape === 'shout' && styles.feed,
        shape === 'bubble' && styles.conversation,
        (shape === 'slots' || shape === 'tile' || shape === 'card') && styles[`of-${shape}`],
      )}
    >
      <span className="sr-only">{label}</span>
      {late &&
        Array.from({ length: Math.min(count, 8) }, (_, index) => <Shape key={index} shape={shape} index={index} />)}
    </div>
  );
}

function Bone({ w, h, round, push }: { w: string; h: string; round?: 'circle' | 'card'; push?: boolean }) {
  const style: CSSProperties = { inlineSize: w, blockSize: h };
  return <span className={cx(styles.bone, round && styles[round], push && 'push')} style={style} aria-hidden="true" />;
}

function Lines({ w, tall = '14px', low = '12px' }: { w: readonly [number, number]; tall?: string; low?: string }) {
  return (
    <span className="stack grow gap-2">
      <Bone w={`${w[0]}%`} h={tall} />
      <Bone w={`${w[1]}%`} h={low} />
    </span>
  );
}

function Shape({ shape, index }: { shape: SkeletonProps['shape']; index: number }) {
  const w = widths[index % widths.length] ?? [38, 64];
  switch (shape) {
    case 'chat':
    case 'person':
      return (
        <div className={cx(styles.row, styles[shape])}>
          <Bone w="var(--ava)" h="var(--ava)" round="circle" />
          <Lines w={w} />
          <Bone w="32px" h="12px" />
        </div>
      );
    case 'row':
    case 'comment':
      return (
        <div className={cx(styles.row, styles[shape])}>
          <Bone w="var(--ava-s)" h="var(--ava-s)" round="circle" />
          <Lines w={w} tall="13px" low="11px" />
        </div>
      );
    case 'event':
      return (
        <div className={styles.event}>
          <span className={cx('stack', styles.time)}>
            <Bone w="44px" h="14px" />
            <Bone w="34px" h="12px" />
          </span>
          <Bone w="var(--strip)" h="100%" />
          <Lines w={w} />
        </div>
      );
    case 'bubble':
      return (
        <div className={cx(styles.bubble, index % 3 === 2 && styles.own)}>
          <Bone w={`${w[1]}%`} h="38px" round="card" />
        </div>
      );
    case 'detail':
      return (
        <div className={styles.detail}>
          <span className={styles.head}>
            <Bone w="60px" h="64px" round="card" />
            <Lines w={[34, 72]} tall="13px" low="28px" />
          </span>
          <Bone w="62%" h="15px" />
          <Bone w="44%" h="15px" />
          <Bone w="94%" h="13px" />
          <Bone w="72%" h="13px" />
        </div>
      );
    case 'profile':
      return (
        <div className={styles.profile}>
          <Bone w="min(var(--ava-xl), 60vw)" h="min(var(--ava-xl), 60vw)" round="circle" />
          <span className={styles.who}>
            <Bone w="220px" h="28px" />
            <Bone w="150px" h="14px" />
          </span>
        </div>
      );
    case 'room':
      return (
        <div className={cx(styles.row, styles.room)}>
          <Bone w="104px" h="78px" round="card" />
          <Lines w={w} />
        </div>
      );
    case 'slots':
      return <Bone w="100%" h="var(--slot)" />;
    case 'card':
      return <Bone w="100%" h="116px" round="card" />;
    case 'tile':
      return <span className={cx(styles.bone, styles.card, styles.tile)} aria-hidden="true" />;
    case 'month':
      return (
        <div className={styles.month}>
          {Array.from({ length: 35 }, (_, day) => (
            <Bone key={day} w="32px" h="32px" round="circle" />
          ))}
        </div>
      );
    case 'shout':
      return (
        <div className={styles.shout}>
          <span className={styles.head}>
            <Bone w="40px" h="40px" round="circle" />
            <Lines w={[42, 26]} tall="13px" low="11px" />
          </span>
          <Bone w="94%" h="13px" />
          <Bone w="72%" h="13px" />
          {index % 2 === 0 && <Bone w="100%" h="128px" round="card" />}
        </div>
      );
  }
}
