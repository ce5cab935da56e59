import type { ReactNode } from 'react';
import { cx } from '../cx/cx';
import styles from './prose.module.css';

/** Long text: legal pages, descriptions. Plain h2, p, ul, ol, a inside. */
export function Prose({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cx('prose', styles.prose, className)}>{children}</div>;
}
