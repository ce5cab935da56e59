import type { ReactNode } from 'react';
import styles from './tiles.module.css';

/** A grid of cards: two columns, from 620 px as many of at least 196 px as fit. */
export function Tiles({ label, children }: { /** Names the list. */ label: string; children: readonly ReactNode[] }) {
  return (
    <ul className={styles.tiles} aria-label={label}>
      {children.map((child, index) => (
        <li key={index}>{child}</li>
      ))}
    </ul>
  );
}
