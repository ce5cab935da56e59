import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import { cx } from '../cx/cx';
import { Icon } from '../icon/icon';
import type { LucideIcon } from '../icon/icon';
import { toneStyle } from '../tone-style/tone-style';
import styles from './tag.module.css';

export interface TagProps {
  /** The meaning; always shown with a word. */
  kind?: 'neutral' | 'ok' | 'warn' | 'bad' | 'info' | 'accent';
  /** A colour from content instead of a meaning. */
  tone?: string;
  icon?: LucideIcon;
  /** Shows a dot before the word, for presence. */
  dot?: boolean;
  children: ReactNode;
  className?: string;
}

/** One word on a soft background. */
export function Tag({ kind = 'neutral', tone, icon, dot, children, className }: TagProps) {
  return (
    <span
      className={cx(styles.tag, tone ? styles.tone : styles[kind], tone && 'tone', className)}
      style={toneStyle(tone)}
    >
      {icon && <Icon of={icon} size="xs" />}
      {dot && <span className={styles.dot} />}
      {children}
    </span>
  );
}

export interface ChipProps {
  children: ReactNode;
  /** Shown alone: `children` are spoken only. */
  icon?: LucideIcon;
  /** Selected: ink background. */
  isSelected?: boolean;
  /** Colour of the strip before the text, for groups. */
  tone?: string;
  onPress?: () => void;
}

/** A filter above a feed. */
export function Chip({ children, icon, isSelected = false, tone, onPress }: ChipProps) {
  return (
    <button type="button" className={styles.chip} aria-pressed={icon ? undefined : isSelected} onClick={onPress}>
      {icon && <Icon of={icon} size="s" />}
      {tone && !isSelected && <span className={cx('strip tone', styles.chipStrip)} style={toneStyle(tone)} />}
      <span className={icon ? 'sr-only' : 'truncate'} dir="auto">
        {children}
      </span>
    </button>
  );
}

/** A line of chips that scrolls sideways. */
export function Chips({
  label,
  children,
}: {
  /** Name of the group of filters. */ label: string;
  children: ReactNode;
}) {
  return (
    <div className={styles.chips} role="group" aria-label={label}>
      {children}
    </div>
  );
}

export interface TokenProps {
  children: ReactNode;
  /** An avatar of size xs. */
  avatar?: ReactNode;
  /** Name of the × button: "Remove Petra". */
  removeLabel: string;
  onRemove: () => void;
}

/** A selected person or address inside an input, 30 px high. */
export function Token({ children, avatar, removeLabel, onRemove }: TokenProps) {
  return (
    <span className={cx(styles.tag, styles.token)}>
      {avatar}
      {children}
      <button type="button" className={styles.remove} aria-label={removeLabel} onClick={onRemove}>
        <Icon of={X} size="xs" />
      </button>
    </span>
  );
}
