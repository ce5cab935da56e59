import type { MouseEvent, ReactNode } from 'react';
import { Check, ChevronRight } from 'lucide-react';
import { NewDot } from '../../primitives/badge/badge';
import { Button } from '../../primitives/button/button';
import { cx } from '../../primitives/cx/cx';
import { Icon } from '../../primitives/icon/icon';
import type { LucideIcon } from '../../primitives/icon/icon';
import { useLongPress } from '../../primitives/long-press/long-press';
import { Tag } from '../../primitives/tag/tag';
import { toneStyle } from '../../primitives/tone-style/tone-style';
import styles from './event.module.css';

export interface EventRowProps {
  /** Without one the row is no link. */
  href?: string | undefined;
  /** "15:20", or "all day". */
  start: string;
  /** The start before a change, struck out; the label is spoken before it: "was". */
  former?: { time: string; label: string } | undefined;
  end?: string | undefined;
  /** The zone of the times, below them: "GMT+9". */
  zone?: string | undefined;
  /** Marks a new event; spoken before the title. */
  newLabel?: string | undefined;
  /** The event's or group's colour. */
  tone?: string | undefined;
  title: string;
  place?: string | undefined;
  /** Above the place: what is special now, such as "Moved by 15 min". */
  note?: ReactNode;
  /** An EventTag. */
  tag?: ReactNode;
  past?: boolean | undefined;
  current?: boolean | undefined;
  /** Of a link: called by a long press and by the keys of a context menu. */
  onLongPress?: (() => void) | undefined;
}

/** An event in a list: time column of 62 px, strip, title and place, tag. */
export function EventRow(props: EventRowProps) {
  const { href, start, former, end, zone, newLabel, tone, title, place, note, tag, past, current, onLongPress } = props;
  const hold = useLongPress(onLongPress);
  const inside = (
    <>
      <span className={cx(styles.time, 'tabular-nums')}>
        {start}
        {former && (
          <small>
            <s>
              <span className="sr-only">{former.label} </span>
              {former.time}
            </s>
          </small>
        )}
        {end && <small>{end}</small>}
        {zone && <small className={styles.zone}>{zone}</small>}
      </span>
      <span className={cx('strip', tone && 'tone')} style={toneStyle(tone)} />
      <span className="stack">
        <span className={styles.titleLine}>
          {newLabel && <NewDot label={newLabel} />}
          <span className="medium truncate" dir="auto">
            {title}
          </span>
        </span>
        {note && <span className={cx('label', styles.note)}>{note}</span>}
        {place && (
          <span className="label text-tertiary truncate" dir="auto">
            {place}
          </span>
        )}
      </span>
      {tag && <span className={styles.tag}>{tag}</span>}
    </>
  );
  if (href === undefined) return <div className={cx(styles.row, styles.still)}>{inside}</div>;
  return (
    <a
      className={cx(styles.row, past && styles.past)}
      href={href}
      aria-current={current ? 'true' : undefined}
      {...hold}
    >
      {inside}
    </a>
  );
}

/** now: the event is running. going: the member attends. */
export function EventTag({ kind, children }: { kind: 'now' | 'going'; children: ReactNode }) {
  return kind === 'now' ? (
    <Tag kind="accent">{children}</Tag>
  ) : (
    <Tag kind="ok" icon={Check}>
      {children}
    </Tag>
  );
}

/** The current time, between two rows. */
export function NowLine({ time, children }: { time: string; /** "Now". */ children: ReactNode }) {
  return (
    <p className={styles.now}>
      <span className="tabular-nums">{time}</span>
      <span>{children}</span>
    </p>
  );
}

export interface DateTileProps {
  /** "Jun". */
  month: string;
  day: string;
  tone?: string;
}

/** A 60 px tile: month on the tone, day in large digits. Decorative, beside a written date. */
export function DateTile({ month, day, tone }: DateTileProps) {
  return (
    <span className={cx(styles.tile, tone && 'tone')} style={toneStyle(tone)} aria-hidden="true">
      <b>{month}</b>
      <span>{day}</span>
    </span>
  );
}

export interface EventHeadProps {
  title: string;
  /** A DateTile. */
  tile?: ReactNode;
  group?: { name: string; tone?: string; href?: string };
  level?: 1 | 2;
}

/** Date tile, group and title of an event's page. */
export function EventHead({ title, tile, group, level = 1 }: EventHeadProps) {
  const Title = level === 1 ? 'h1' : 'h2';
  const line = group && (
    <>
      <span className={cx('strip', styles.groupStrip)} />
      <span className="truncate" dir="auto">
        {group.name}
      </span>
    </>
  );
  return (
    <div className={cx(styles.head, group?.tone && 'tone')} style={toneStyle(group?.tone)}>
      {tile}
      <div className={styles.headText}>
        {group &&
          (group.href === undefined ? (
            <span className={styles.group}>{line}</span>
          ) : (
            <a className={styles.group} href={group.href}>
              {line}
            </a>
          ))}
        <Title className="display">{title}</Title>
      </div>
    </div>
  );
}

export interface EventCoverProps {
  /** One picture (16:8.6, from 620 px a band of 248). */
  src?: string | undefined;
  /** Replaces the picture if there are several: a Carousel. */
  children?: ReactNode;
}

/** The picture at the top of an event. */
export function EventCover({ src, children }: EventCoverProps) {
  return <div className={styles.cover}>{children ?? (src && <img src={src} alt="" />)}</div>;
}

export interface RsvpProps {
  /** The member's answer. */
  value: 'yes' | 'no' | null;
  yesLabel: string;
  noLabel: string;
  /** Label of the two buttons: "Are you going?". */
  label: string;
  onChange: (value: 'yes' | 'no') => void;
  /** The answer being saved. */
  pending?: 'yes' | 'no' | null;
}

/** Two answers of equal width. */
export function Rsvp({ value, yesLabel, noLabel, label, onChange, pending }: RsvpProps) {
  return (
    <div className={styles.rsvp} role="group" aria-label={label}>
      <Button
        variant={value === 'yes' ? 'yes' : value === null ? 'primary' : 'outline'}
        {...(value === 'yes' ? { icon: Check } : {})}
        aria-pressed={value === 'yes'}
        pending={pending === 'yes'}
        onPress={() => onChange('yes')}
      >
        {yesLabel}
      </Button>
      <Button
        variant={value === 'no' ? 'ink' : 'outline'}
        {...(value === 'no' ? { icon: Check } : {})}
        aria-pressed={value === 'no'}
        pending={pending === 'no'}
        onPress={() => onChange('no')}
      >
        {noLabel}
      </Button>
    </div>
  );
}

/** A list of facts with hairlines between them. */
export function Facts({ children }: { children: ReactNode }) {
  return <div className={styles.facts}>{children}</div>;
}

export interface FactRowProps {
  icon?: LucideIcon;
  /** Replaces the icon: PersonAvatar of size s. */
  start?: ReactNode;
  title: ReactNode;
  sub?: ReactNode;
  /** Puts the small line first: "Organised by", then the name. */
  subFirst?: boolean;
  /** An IconButton. */
  action?: ReactNode;
  /** Makes the row a link with a chevron. */
  href?: string;
  onPress?: (event: MouseEvent<HTMLElement>) => void;
}

/** One fact of an event: when, where, organiser. */
export function FactRow({ icon, start, title, sub, subFirst, action, href, onPress }: FactRowProps) {
  const lines = [
    <span key="title" className={cx('medium', styles.block)}>
      {title}
    </span>,
    sub !== undefined && (
      <span key="sub" className={cx('label text-secondary', styles.block)}>
        {sub}
      </span>
    ),
  ];
  const inside = (
    <>
      {icon ? <Icon of={icon} className={styles.factIcon ?? ''} /> : start}
      <span className="grow">{subFirst ? lines.reverse() : lines}</span>
      {(href !== undefined || onPress) && !action && <Icon of={ChevronRight} size="s" flip className="text-tertiary" />}
    </>
  );
  if (href !== undefined) {
    return (
      <div className={styles.fact}>
        <a className={styles.factLink} href={href} onClick={onPress}>
          {inside}
        </a>
        {action && <span className={styles.factAction}>{action}</span>}
      </div>
    );
  }
  return (
    <div className={styles.fact}>
      {onPress ? (
        <button type="button" className={styles.factLink} onClick={onPress}>
          {inside}
        </button>
      ) : (
        <div className={styles.factLink}>{inside}</div>
      )}
      {action && <span className={styles.factAction}>{action}</span>}
    </div>
  );
}
