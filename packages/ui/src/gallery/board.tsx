import type { ReactNode } from 'react';
import { Card } from '../primitives/card/card';
import { cx } from '../primitives/cx/cx';
import styles from './gallery.module.css';

export interface BoardProps {
  title: string;
  /** Full width, for components that depend on the available width. */
  wide?: boolean;
  /** No padding: rows and feeds. */
  flush?: boolean;
  /** No card, for components with a card of their own. */
  bare?: boolean;
  children: ReactNode;
}

/** A section of the gallery: one component, or a few related ones. */
export function Board({ title, wide, flush, bare, children }: BoardProps) {
  const inside = <div className={flush ? undefined : 'stack gap-4'}>{children}</div>;
  return (
    <section className={wide ? styles.wide : undefined} data-board={title}>
      <h2 className={styles.name}>{title}</h2>
      {bare ? <div className={styles.bare}>{inside}</div> : <Card pad={!flush}>{inside}</Card>}
    </section>
  );
}

/** One state, under its name; the browser test finds it by that name. */
export function State({ name, flush, children }: { name: string; flush?: boolean; children: ReactNode }) {
  return (
    <div data-state-name={name}>
      <p className={cx(styles.state, flush && styles.inset)}>{name}</p>
      {children}
    </div>
  );
}
