import { cx } from '../cx/cx';
import styles from './spinner.module.css';

export interface SpinnerProps {
  /** "Loading…": always spoken, and shown instead of the ring under prefers-reduced-motion. Omit it beside a text that says the same. */
  label?: string;
  /** m is 18 px (default), s is 12 px. */
  size?: 'm' | 's';
  className?: string;
}

/** A rotating ring in the current text colour. */
export function Spinner({ label, size = 'm', className }: SpinnerProps) {
  if (!label) return <span className={cx(styles.ring, styles[size], className)} aria-hidden="true" />;
  return (
    <span className={cx(styles.box, className)} role="status">
      <span className={cx(styles.ring, styles[size])} aria-hidden="true" />
      <span className={styles.text}>{label}</span>
    </span>
  );
}
