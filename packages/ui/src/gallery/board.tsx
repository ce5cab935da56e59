import type { ReactNode } from 'react';
import { Card } from '../primitives/card/card';
import { cx } from '../primitives/cx/cx';
import styles from './gallery.module.css';

export interface BoardProps {
  title: string;
  /** As wide as the page, for what changes with its room. */
  wide?: boolean;
  /** No room at the edges: rows and feeds. */
  flush?: boolean;
  /** No card: what brings its own. */
  bare?: boolean;
  children: ReactNode;
}

/** One component, or a few that belong together. */
export function Board({ title, wide, flush, bare, children }: BoardProps) {
  const inside = <div className={flush ? undefined : 'stack gap-4'}>{children}</div>;
  return (
    <section className={wide ? styles.wide : undefined} data-board={title}>
      <h2 className={styles.name}>{title}</h2>
      {bare ? <div className={styles.bare}>{inside}</div> : <Card pad={!flush}>{inside}</Card>}
    </section>
  );
}

/** One state of it, under its name; the browser test asks for each by that name. */
export function State({ name, flush, children }: { name: string; flush?: boolean; children: ReactNode }) {
  return (
    <div data-state-name={name}>
      <p className={cx(styles.state, flush && styles.inset)}>{name}</p>
      {children}
    </div>
  );
}
