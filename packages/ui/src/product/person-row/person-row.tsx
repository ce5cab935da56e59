import type { MouseEvent, ReactNode } from 'react';
import { cx } from '../../primitives/cx/cx';
import { useLongPress } from '../../primitives/long-press/long-press';
import rows from '../../primitives/row/row.module.css';
import styles from './person-row.module.css';

export interface PersonRowProps {
  /** PersonAvatar of size l. */
  avatar: ReactNode;
  /** One to four texts: the name in bold, then details. */
  lines: readonly string[];
  /** At the end of the first line: "40 m". */
  distance?: string | undefined;
  /** Address of the profile. */
  href?: string | undefined;
  /** Called for a press instead of following `href`; a press with a modifier key still opens that in a new tab. */
  onPress?: (() => void) | undefined;
  onLongPress?: (() => void) | undefined;
  /** What a long press does. */
  hint?: string | undefined;
  /** Beside the link: an IconButton, with its spinner while pending. */
  action?: ReactNode;
  /** The row whose profile is open: tinted with a strip from 1024 px up. */
  current?: boolean | undefined;
}

/** A person in the directory, 84 px high. */
export function PersonRow(props: PersonRowProps) {
  const { avatar, lines, distance, href, onPress, onLongPress, hint, action, current } = props;
  const hold = useLongPress(onLongPress);
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
        <a
          href={href}
          className={cx(look, onLongPress && styles.held)}
          aria-current={current ? 'true' : undefined}
          aria-description={hint}
          onClick={onPress && ((event) => pressed(event, onPress))}
          {...hold}
        >
          {inside}
        </a>
      )}
      {action !== undefined && <span className={styles.action}>{action}</span>}
    </div>
  );
}

function pressed(event: MouseEvent, onPress: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  onPress();
}
