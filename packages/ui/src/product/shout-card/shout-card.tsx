import type { CSSProperties, MouseEvent, ReactNode, Ref } from 'react';
import { cx } from '../../primitives/cx/cx';
import { Icon } from '../../primitives/icon/icon';
import type { LucideIcon } from '../../primitives/icon/icon';
import { Pile } from '../../primitives/avatar/avatar';
import type { PileProps } from '../../primitives/avatar/avatar';
import styles from './shout-card.module.css';

/** The column of a feed: full bleed with gaps on a phone, cards 680 wide from 620. */
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
  /** Names it as a feed, which then holds nothing but shouts. */
  label?: string;
  /** Above the shouts: the line to write from. */
  head?: ReactNode;
}

export interface ShoutCardProps {
  children: ReactNode;
  /** Id of the element that names the article: ShoutHead's `nameId`. */
  labelledBy?: string;
  /** Not there yet: paler until the server has it; `marked`: it is being edited. */
  sending?: boolean;
  marked?: boolean;
  ref?: Ref<HTMLElement>;
}

/** One shout. */
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
  /** Leads to the profile. */
  href?: string;
  /** Where it was shouted to, with the group's colour as a strip. */
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
      <span
        className={cx('strip tone', styles.toStrip)}
        style={to.tone ? ({ '--tone': to.tone } as CSSProperties) : undefined}
      />
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
          <Name id={nameId} href={href}>
            {name}
          </Name>
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

/** Who it is by. */
function Name({ id, href, children }: { id?: string | undefined; href: string | undefined; children: string }) {
  const shared = { id, className: 'strong truncate', dir: 'auto' };
  return href === undefined ? (
    <span {...shared}>{children}</span>
  ) : (
    <a {...shared} href={href}>
      {children}
    </a>
  );
}

/** The text; its line breaks are kept. */
export function ShoutText({ children }: { children: ReactNode }) {
  return <div className={cx('prose', styles.text)}>{children}</div>;
}

/** A name after an @. */
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
  /** Heads before the text; none beyond a few. */
  people?: PileProps['people'];
  /** An icon instead of heads, when it is a count. */
  icon?: LucideIcon;
  /** "Petra, Kenji and Lukas like this". */
  children: ReactNode;
  onPress?: () => void;
}

export function Likers({ people, icon, children, onPress }: LikersProps) {
  const inside = (
    <>
      {people && people.length > 0 && <Pile people={people} />}
      {icon && <Icon of={icon} size="s" />}
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

/** Like, comment, share, views: 44 high. */
export function ActionBar({ children, label }: { children: ReactNode; /** Names the group. */ label?: string }) {
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
  /** Chosen: accent, filled icon, aria-pressed. */
  isSelected?: boolean | undefined;
  flip?: boolean;
  href?: string;
  onPress?: (event: MouseEvent<HTMLElement>) => void;
  /** Stands at the end of the line. */
  push?: boolean;
}

/** One of the actions; without `href` and `onPress` a plain number, such as views. */
export function Action({ icon, label: said, count, isSelected, flip, href, onPress, push }: ActionProps) {
  // What is seen is part of the name, also where a language says one and two in words (WCAG 2.5.3).
  const label = count === undefined || said.includes(count) ? said : `${count}, ${said}`;
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
    <span className={cx(className, styles.figure)} role="img" aria-label={label} title={label}>
      {inside}
    </span>
  );
}

/** The last comments under a hairline. */
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
  /** In place of the time: a Spinner s with "Sending…", a retry. */
  status?: ReactNode;
  /** The text, files. */
  children: ReactNode;
  /** Like and likers below. */
  foot?: ReactNode;
  /** At the end of the first line: a Menu. */
  more?: ReactNode;
  /** The one a link led to, or that is being edited: tinted. */
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
          <Name href={href}>{name}</Name>
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

/** Facts in one line with dots between: votes, private, end. */
export function MetaLine({ children }: { children: ReactNode }) {
  return <div className={styles.meta}>{children}</div>;
}
