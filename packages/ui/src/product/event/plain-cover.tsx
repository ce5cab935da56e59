import type { CSSProperties, ReactNode } from 'react';
import { cx } from '../../primitives/cx/cx';
import { toneStyle } from '../../primitives/tone-style/tone-style';
import styles from './plain-cover.module.css';

/** Relative widths of the bars, and the strength of the bars without the tone in percent. */
const widths = [0.7, 0.9, 1, 1.2, 1.5];
const strengths = [9, 11, 14, 16, 22];

/** The five bars of an id, the same on every screen; one of the inner three carries the tone. */
export function barsOf(id: string): { width: number; strength: number; toned: boolean }[] {
  let hash = 7;
  for (const character of id) hash = (hash * 31 + character.codePointAt(0)!) >>> 0;
  const toned = 1 + (hash % 3);
  return Array.from({ length: 5 }, (_, at) => {
    hash = (hash * 1_103_515_245 + 12_345) >>> 0;
    const part = hash >>> 16;
    return { width: widths[part % 5]!, strength: strengths[(part >>> 4) % 5]!, toned: at === toned };
  });
}

export interface PlainCoverProps {
  /** The event's id: it selects the bars. */
  id: string;
  /** The event's colour, on one bar. */
  tone?: string | undefined;
  /** From top to bottom: a Countdown, an EventHead. */
  children: ReactNode;
}

/** The cover of an event without a picture: asphalt with five slanted bars, dark in both schemes. */
export function PlainCover({ id, tone, children }: PlainCoverProps) {
  return (
    <div className={cx(styles.cover, tone && 'tone')} style={toneStyle(tone)}>
      <CoverBars id={id} />
      {children}
    </div>
  );
}

/** The slanted bars of an event, behind the text of a card on asphalt. */
export function CoverBars({ id }: { id: string }) {
  return (
    <span className={styles.bars} aria-hidden="true">
      {barsOf(id).map(({ width, strength, toned }, at) => (
        <i
          key={at}
          className={toned ? styles.toned : undefined}
          style={{ '--w': width, '--k': `${strength}%` } as CSSProperties}
        />
      ))}
    </span>
  );
}

export interface CountdownProps {
  /** "Starts in". */
  label: string;
  /** The formatted amounts, largest first, as `Intl.NumberFormat.formatToParts` returns them. */
  amounts: readonly (readonly { type: string; value: string }[])[];
}

/** The time left in its largest units, with large digits. */
export function Countdown({ label, amounts }: CountdownProps) {
  return (
    <p className={styles.countdown} role="timer" aria-live="off">
      <span>{label} </span>
      <span className={styles.amounts}>
        {amounts.map((parts, at) => (
          <span key={at}>
            {parts.map(({ type, value }, index) => (type === 'integer' ? <b key={index}>{value}</b> : value))}{' '}
          </span>
        ))}
      </span>
    </p>
  );
}
