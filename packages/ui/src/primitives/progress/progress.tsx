import type { CSSProperties } from 'react';
import styles from './progress.module.css';

/** A progress bar that fills from the inline start. */
export function Progress({ percent, label }: { /** 0 to 100. */ percent: number; label: string }) {
  const value = Math.min(100, Math.max(0, percent));
  return (
    <span
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(value)}
      style={{ '--v': `${value}%` } as CSSProperties}
    />
  );
}
