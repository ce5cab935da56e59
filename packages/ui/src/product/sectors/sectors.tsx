import type { ReactNode } from 'react';
import { cx } from '../../primitives/cx/cx';
import styles from './sectors.module.css';

const five = [1, 2, 3, 4, 5] as const;

export type Nearness = (typeof five)[number];

/** Five slanted bars, from 1 (very far, one faint bar) to 5 (right here, all bars). Decorative beside the word. */
export function Sectors({ near }: { near: Nearness }) {
  return (
    <span className={cx(styles.sectors, styles[`near-${near}`])} aria-hidden="true">
      {five.map((at) => (
        <i key={at} className={at <= near ? styles.on : undefined} />
      ))}
    </span>
  );
}

export interface DistanceHeadProps {
  near: Nearness;
  /** "right here". */
  children: ReactNode;
  level?: 2 | 3;
}

/** Heading of the people at one distance. */
export function DistanceHead({ near, children, level = 2 }: DistanceHeadProps) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <Title className={styles.head}>
      <Sectors near={near} />
      <span>{children}</span>
    </Title>
  );
}
