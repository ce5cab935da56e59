import type { ReactNode } from 'react';
import { cx } from '../../primitives/cx/cx';
import rows from '../../primitives/row/row.module.css';
import styles from './person-row.module.css';

export interface PersonRowProps {
  /** PersonAvatar of size l. */
  avatar: ReactNode;
  /** One to three texts: the name in bold, then details. */
  lines: readonly string[];
  /** At the end of the first line: "40 m". */
  distance?: string | undefined;
  /** Address of the profile. */
  href?: string | undefined;
  /** Beside the link: an IconButton, with its spinner while pending. */
  action?: ReactNode;
  /** The row whose profile is open: tinted with a strip from 1024 px up. */
  current?: boolean | undefined;
}

/** A person in the directory, 84 px high. */
export function PersonRow({ avatar, lines, distance, href, action, current }: PersonRowProps) {
  const [name = '', ...more] = lines;
  const inside = (
    <>
      {avatar}
      <span className="grow">
        <span className="inline gap-2">
          <span className={cx('medium truncate', styles.line)} dir="auto">
            {name}
          </span>
          {distance && <span className="caption tabular-nums push text-tertiary">{distance}</span>}
        </span>
        {more.map((line, index) => (
          <span
            key={index}
            className={cx('label truncate', index === 0 ? 'text-secondary' : 'text-tertiary', styles.line)}
            dir="auto"
          >
            {line}
          </span>
        ))}
      </span>
    </>
  );
  const look = cx(rows.row, styles.person, action !== undefined && styles.acting, href !== undefined && rows.press);
  return (
    <div className={styles.with}>
      {href === undefined ? (
        <div className={look}>{inside}</div>
      ) : (
        <a href={href} className={look} aria-current={current ? 'true' : undefined}>
          {inside}
        </a>
      )}
      {action !== undefined && <span className={styles.action}>{action}</span>}
    </div>
  );
}
