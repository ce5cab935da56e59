import { cx } from '../cx/cx';
import styles from './badge.module.css';

export interface BadgeProps {
  /** The real count. 0 is no badge. */
  count: number;
  /** Larger counts show as `:D`: 79 in the footer and at home, 99 on chat rows. */
  cap?: number;
  /** The count as written in the member's language; plain digits without it. */
  text?: string;
  /** What is spoken in its place: "3 unread". Always the real count. */
  spoken?: string;
  /** Muted chats: an outline. */
  muted?: boolean;
  /** 18 instead of 20, for the tab bar. */
  small?: boolean;
  className?: string;
}

/** A count in a pill. */
export function Badge({ count, cap, text, spoken, muted, small, className }: BadgeProps) {
  if (count <= 0) return null;
  const shown = cap !== undefined && count > cap ? ':D' : (text ?? String(count));
  return (
    <b className={cx(styles.badge, muted && styles.muted, small && styles.small, className)}>
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{spoken ?? text ?? count}</span>
    </b>
  );
}

/** A dot for "new" where there is nothing to count. */
export function NewDot({ label, className }: { /** Accessible name. */ label: string; className?: string }) {
  return (
    <span className={cx(styles.dot, className)}>
      <span className="sr-only">{label}</span>
    </span>
  );
}
