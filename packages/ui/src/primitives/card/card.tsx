import type { ReactNode } from 'react';
import { cx } from '../cx/cx';
import styles from './card.module.css';

export interface CardProps {
  children: ReactNode;
  /** Adds 16 px padding; leave out for cards with rows. */
  pad?: boolean;
  /** Makes the whole card a link. */
  href?: string;
  /** Names the card as a region. */
  label?: string;
  className?: string;
}

/** A surface with a hairline border. */
export function Card({ children, pad, href, label, className }: CardProps) {
  const name = cx(styles.card, pad && styles.pad, className);
  if (href !== undefined) {
    return (
      <a className={cx(name, styles.link)} href={href}>
        {children}
      </a>
    );
  }
  if (label) {
    return (
      <section className={name} aria-label={label}>
        {children}
      </section>
    );
  }
  return <div className={name}>{children}</div>;
}
