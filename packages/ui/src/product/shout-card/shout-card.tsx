import type { MouseEvent, ReactNode, Ref } from 'react';
import { cx } from '../../primitives/cx/cx';
import { Icon } from '../../primitives/icon/icon';
import type { LucideIcon } from '../../primitives/icon/icon';
import { Pile } from '../../primitives/avatar/avatar';
import type { PileProps } from '../../primitives/avatar/avatar';
import { AuthorName } from './author-name';
import { toneStyle } from '../../primitives/tone-style/tone-style';
import styles from './shout-card.module.css';

/** The column of a feed: full width with gaps on a phone, 680 px cards from 620 px up. */
export function Feed({ children, label, head }: FeedProps) {
  if (label === undefined) return <div className={styles.feed}>{children}</div>;
  return (
    <div className={styles.feed}>
      {head}
      <div className={styles.feed} role="feed" aria-label={label}>
        {children}
      </div>
    </div>
  );
}

interface FeedProps {
  children: ReactNode;
  /** Label of the list, which gets `role="feed"` and may then contain only shouts. */
  label?: string;
  /** Shown above the shouts: a ComposerInvite. */
  head?: ReactNode;
}

export interface ShoutCardProps {
  children: ReactNode;
  /** Id of the element that names the article: ShoutHead's `nameId`. */
  labelledBy?: string;
  /** Not yet confirmed by the server: shown paler. */
  sending?: boolean;
  /** The shout is being edited. */
  marked?: boolean;
  ref?: Ref<HTMLElement>;
}

export function ShoutCard({ children, labelledBy, sending, marked, ref }: ShoutCardProps) {
  return (
    <article
      ref={ref}
      className={cx(styles.card, sending && styles.sending, marked && styles.edited)}
      aria-labelledby={labelledBy}
      aria-busy={sending || undefined}
    >
      {children}
    </article>
  );
}

export interface ShoutHeadProps {
  /** PersonAvatar of size m. */
  avatar: ReactNode;
  name: string;
  nameId?: string;
  /** Address of the profile. */
  href?: string;
  /** The group, with a strip in its colour. */
  to?: { name: string; tone?: string; href?: string };
  /** "12 min". */
  time?: string;
  /** Full date and time, for the tooltip. */
  timeTitle?: string;
  /** ISO instant. */
  dateTime?: string;
  /** After the group: "edited", a pin. */
  note?: ReactNode;
  /** The three dots: a Menu or a dense IconButton. */
  more?: ReactNode;
}

export function ShoutHead({ avatar, name, nameId, href, to, time, timeTitle, dateTime, note, more }: ShoutHeadProps) {
  const group = to && (
    <>
      <span className={cx('strip tone', styles.toStrip)} style={toneStyle(to.tone)} />
      <span className="truncate" dir="auto">
        {to.name}
      </span>
    </>
  );
  return (
    <header className={styles.head}>
      {href === undefined ? (
        avatar
      ) : (
        <a href={href} tabIndex={-1} aria-hidden="true">
          {avatar}
        </a>
      )}
      <div className="grow">
        <div className={styles.line}>
          <AuthorName id={nameId} href={href}>
            {name}
          </AuthorName>
          {time && (
            <time className="text-tertiary label tabular-nums push" dateTime={dateTime} title={timeTitle}>
              {time}
            </time>
          )}
        </div>
        {(group || note) && (
          <div className={styles.to}>
            {to?.href ? (
              <a href={to.href} className={styles.to}>
                {group}
              </a>
            ) : (
              group
            )}
            {note}
          </div>
        )}
      </div>
      {more && <span className={styles.more}>{more}</span>}
    </header>
  );
}

/** The text, with its line breaks. */
export function ShoutText({ children }: { children: ReactNode }) {
  return <div className={cx('prose', styles.text)}>{children}</div>;
}

/** A mentioned name. */
export function Mention({ children, href }: { children: ReactNode; href?: string }) {
  return href === undefined ? (
    <span className="mention">{children}</span>
  ) : (
    <a className="mention" href={href}>
      {children}
    </a>
  );
}

export interface LikersProps {
  /** Avatars before the text; leave out for many. */
  people?: PileProps['people'];
  /** "Petra, Kenji and Lukas like this". */
  children: ReactNode;
  onPress?: () => void;
}

export function Likers({ people, children, onPress }: LikersProps) {
  const inside = (
    <>
      {people && people.length > 0 && <Pile people={people} />}
      <span>{children}</span>
    </>
  );
  return onPress ? (
    <button type="button" className={styles.likers} onClick={onPress}>
      {inside}
    </button>
  ) : (
    <p className={styles.likers}>{inside}</p>
  );
}

/** Like, comment, share and views, 44 px high. */
export function ActionBar({ children, label }: { children: ReactNode; /** Label of the group. */ label?: string }) {
  return (
    <div className={styles.actions} {...(label ? { role: 'group', 'aria-label': label } : {})}>
      {children}
    </div>
  );
}

export interface ActionProps {
  icon: LucideIcon;
  /** Spoken name with the count: "Like, 3 likes". */
  label: string;
  /** The formatted count beside the icon. */
  count?: string | undefined;
  /** Selected: accent colour, filled icon, aria-pressed. */
  isSelected?: boolean | undefined;
  flip?: boolean;
  href?: string;
  onPress?: (event: MouseEvent<HTMLElement>) => void;
  /** Aligns to the end of the line. */
  push?: boolean;
}

/** One action; without `href` and `onPress` a plain count, such as views. */
export function Action({ icon, label: text, count, isSelected, flip, href, onPress, push }: ActionProps) {
  // The name must contain the visible text (WCAG 2.5.3), also in languages that write one and two as words.
  const label = count === undefined || text.includes(count) ? text : `${count}, ${text}`;
  const className = cx(styles.action, isSelected && styles.selected, push && 'push');
  const inside = (
    <>
      <Icon of={icon} size="s" flip={flip ?? false} solid={isSelected ?? false} />
      {count !== undefined && (
        <span className="tabular-nums" aria-hidden="true">
          {count}
        </span>
      )}
    </>
  );
  if (href !== undefined) {
    return (
      <a className={className} href={href} aria-label={label} title={label} onClick={onPress}>
        {inside}
      </a>
    );
  }
  if (onPress) {
    return (
      <button
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-pressed={isSelected}
        onClick={onPress}
      >
        {inside}
      </button>
    );
  }
  return (
    <span className={cx(className, styles.static)} role="img" aria-label={label} title={label}>
      {inside}
    </span>
  );
}

/** The latest comments, under a hairline. */
export function Comments({ children }: { children: ReactNode }) {
  return <div className={styles.comments}>{children}</div>;
}

export interface CommentLineProps {
  /** PersonAvatar of size s. */
  avatar: ReactNode;
  name: string;
  href?: string;
  time?: string;
  dateTime?: string;
  /** Replaces the time: a Spinner s with "Sending…", or a retry. */
  status?: ReactNode;
  /** The text, files. */
  children: ReactNode;
  /** Shown below: like and likers. */
  foot?: ReactNode;
  /** At the end of the first line: a Menu. */
  more?: ReactNode;
  /** Tints a comment that a link leads to or that is being edited. */
  marked?: boolean;
}

export function CommentLine({
  avatar,
  name,
  href,
  time,
  dateTime,
  status,
  children,
  foot,
  more,
  marked,
}: CommentLineProps) {
  return (
    <div className={cx(styles.comment, marked && styles.marked)}>
      {avatar}
      <div className={styles.body}>
        <div className={styles.by}>
          <AuthorName href={href}>{name}</AuthorName>
          {status ??
            (time && (
              <time className="tabular-nums" dateTime={dateTime}>
                {time}
              </time>
            ))}
        </div>
        {children}
        {foot && <div className={styles.commentFoot}>{foot}</div>}
      </div>
      {more && <span className={styles.more}>{more}</span>}
    </div>
  );
}
