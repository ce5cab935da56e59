import { cx } from '../cx/cx';
import styles from './spinner.module.css';

export interface SpinnerProps {
  /** "Loading…": spoken always, and shown in place of the ring when motion is unwanted. Leave out beside a text that says it. */
  label?: string;
  /** m 18 (default), s 12. */
  size?: 'm' | 's';
  className?: string;
}

/** A turning ring in the colour of its text. */
export function Spinner({ label, size = 'm', className }: SpinnerProps) {
  if (!label) return <span className={cx(styles.ring, styles[size], className)} aria-hidden="true" />;
  return (
    <span className={cx(styles.box, className)} role="status">
      <span className={cx(styles.ring, styles[size])} aria-hidden="true" />
      <span className={styles.text}>{label}</span>
    </span>
  );
}
