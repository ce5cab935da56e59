import type { ReactNode } from 'react';
import styles from './tiles.module.css';

/** Cards beside each other: two across, from 620 px as many as 196 px each allow. */
export function Tiles({ label, children }: { /** Names the list. */ label: string; children: readonly ReactNode[] }) {
  return (
    <ul className={styles.tiles} aria-label={label}>
      {children.map((child, index) => (
        <li key={index}>{child}</li>
      ))}
    </ul>
  );
}
