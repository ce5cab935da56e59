import type { ReactNode } from 'react';
import { Card } from '../../card/card';
import styles from './gallery.module.css';

export function Board({
  title,
  wide,
  flush,
  children,
}: {
  title: string;
  wide?: boolean;
  flush?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={wide ? styles.wide : undefined}>
      <h2 className={styles.name}>{title}</h2>
      <Card pad={!flush}>
        <div className={flush ? undefined : 'stack g4'}>{children}</div>
      </Card>
    </section>
  );
}
