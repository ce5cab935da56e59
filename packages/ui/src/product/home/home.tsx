import { Fragment } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { Plus } from 'lucide-react';
import { Badge } from '../../primitives/badge/badge';
import type { BadgeProps } from '../../primitives/badge/badge';
import { Card } from '../../primitives/card/card';
import { cx } from '../../primitives/cx/cx';
import { Icon } from '../../primitives/icon/icon';
import type { LucideIcon } from '../../primitives/icon/icon';
import { CoverBars } from '../event/plain-cover';
import { toneStyle } from '../../primitives/tone-style/tone-style';
import styles from './home.module.css';

/** A link target: a page of the app, or an external address that opens in a new window. */
export interface LeadsTo {
  href: string;
  /** Spoken after the name of an external link: "new tab". */
  newTabLabel?: string | undefined;
}

const newTab = { target: '_blank', rel: 'noopener noreferrer' } as const;

function NewTab({ label }: { label: string | undefined }) {
  return label === undefined ? null : <span className="sr-only"> ({label})</span>;
}

/** The community's mark and name at the top of the page, on a phone only: otherwise the rail shows them. */
export function HomeBrand({ mark, name }: { /** A BrandMark. */ mark: ReactNode; name: string }) {
  return (
    <span className={cx('phone', styles.brand)}>
      <span className={styles.mark}>{mark}</span>
      <span className="strong truncate" dir="auto">
        {name}
      </span>
    </span>
  );
}

/** The page's heading with the date. A phone shows the greeting in the HomeNote instead; it stays the heading for assistive technology. */
export function HomeGreeting({ text, day }: { text: string; day: string }) {
  return (
    <span className={styles.greeting}>
      <h1 className="title" dir="auto">
        {text}
      </h1>
      <span className="label text-tertiary">{day}</span>
    </span>
  );
}

export interface HomeLayoutProps {
  /** A HomePicture, or HomeNote and HomeStory. */
  lead?: ReactNode;
  /** A FeaturedEvent. */
  featured?: ReactNode;
  /** A HomeSection each. */
  lists?: readonly ReactNode[];
  next?: ReactNode;
  /** HomeCells. */
  buttons?: ReactNode;
}

/**
 * The parts of the home page in one column; from a pane width of 900 px in two, where a missing part leaves its place to its
 * neighbour and all end on the same line.
 */
export function HomeLayout({ lead, featured, lists = [], next, buttons }: HomeLayoutProps) {
  const beside = [next && 'next', buttons && 'buttons'].filter(Boolean) as string[];
  const hasLists = lists.length > 0;
  const top = lead && featured ? 'lead featured' : lead ? 'lead lead' : featured ? 'featured featured' : undefined;
  const below = hasLists
    ? (beside.length > 0 ? beside : ['lists']).map((area) => `lists ${area}`)
    : beside.map((area) => `${area} ${area}`);
  const areas = [top, ...below].filter((row) => row !== undefined).map((row) => `'${row}'`);
  // The first list row takes what its neighbours leave.
  const rows = [...(top ? ['auto'] : []), ...below.map((_, index) => (index === 0 ? '1fr' : 'auto'))];
  return (
    <div className={styles.layout} style={{ '--areas': areas.join(' '), '--rows': rows.join(' ') } as CSSProperties}>
      {lead && <div className={styles.lead}>{lead}</div>}
      {featured && <div className={styles.featured}>{featured}</div>}
      {hasLists && (
        <div className={cx(styles.lists, lists.length > 1 && styles.several)}>
          {lists.map((list, index) => (
            <Fragment key={index}>{list}</Fragment>
          ))}
        </div>
      )}
      {next && <div className={styles.next}>{next}</div>}
      {buttons && <div className={styles.buttons}>{buttons}</div>}
    </div>
  );
}

export interface HomeNoteProps {
  /** The greeting, before the text on a phone, where the page has no header with it. */
  greeting?: string | undefined;
  text?: string | undefined;
  /** A picture above the text, cut around a point in percent. */
  image?: string | undefined;
  crop?: { x: number; y: number } | undefined;
  /** Target of the note; a plus indicates that there is more. */
  link?: LeadsTo | undefined;
}

/** A message of the community. */
export function HomeNote({ greeting, text, image, crop, link }: HomeNoteProps) {
  const inside = (
    <>
      {image !== undefined && (
        <img
          className={styles.picture}
          src={image}
          alt=""
          style={crop && ({ '--crop': `${crop.x}% ${crop.y}%` } as CSSProperties)}
        />
      )}
      {(text || link || greeting) && (
        <div className={cx(styles.note, !text && !link && 'phone')}>
          <p className="grow">
            {greeting && (
              <span className="phone strong" aria-hidden="true">
                {greeting}.{' '}
              </span>
            )}
            {text}
            {link && <NewTab label={link.newTabLabel} />}
          </p>
          {link && <Icon of={Plus} className="text-secondary" />}
        </div>
      )}
    </>
  );
  const className = styles.noteCard ?? '';
  if (!link) return <Card className={cx(className, !image && !text && 'phone')}>{inside}</Card>;
  return (
    <Card className={className}>
      <a className={styles.noteLink} href={link.href} {...(link.newTabLabel !== undefined && newTab)}>
        {inside}
      </a>
    </Card>
  );
}

export interface FeaturedEventProps {
  href: string;
  /** "Featured event". */
  label: string;
  /** The event's id: it selects the bars. */
  id: string;
  title: string;
  /** Day and time in words. */
  when: string;
  place?: ReactNode;
  /** The event's picture; without one, bars with one in its colour. */
  image?: string | undefined;
  /** The event's or group's colour. */
  tone?: string | undefined;
  /** A Countdown, or an EventTag for the current event. */
  timing?: ReactNode;
}

/** The featured event, on asphalt in both schemes. */
export function FeaturedEvent({ href, label, id, title, when, place, image, tone, timing }: FeaturedEventProps) {
  return (
    <a data-ring="frame" className={cx(styles.event, tone && 'tone')} style={toneStyle(tone)} href={href}>
      {image === undefined ? <CoverBars id={id} /> : <img className={styles.eventPicture} src={image} alt="" />}
      <span className={cx('label', styles.eventLabel)}>{label}</span>
      {timing}
      <span className={styles.eventText}>
        <span className={styles.eventStrip} />
        <span className="stack grow">
          <span className={cx('title line-clamp-2', styles.eventTitle)}>
            <bdi>{title}</bdi>
          </span>
          <span className="label">{when}</span>
          {place && <span className={cx('label line-clamp-2', styles.soft)}>{place}</span>}
        </span>
      </span>
    </a>
  );
}

/** The grid of buttons. */
export function HomeCells({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      <ul className={styles.cells}>{children}</ul>
    </section>
  );
}

export interface HomeCellProps extends LeadsTo {
  icon: LucideIcon;
  title: string;
  /** Unread count with its accessible label; above 79 it shows as `:D`. */
  badge?: Pick<BadgeProps, 'count' | 'text' | 'spoken'> | undefined;
}

const maxCellCount = 79;

/** One button, 72 to 80 px wide: icon in a 44 px square, badge at its top end, name below. */
export function HomeCell({ href, newTabLabel, icon, title, badge }: HomeCellProps) {
  return (
    <li className={styles.item}>
      <a className={styles.cell} href={href} {...(newTabLabel !== undefined && newTab)}>
        <span className={styles.square}>
          <Icon of={icon} size="l" />
        </span>
        <span className={styles.cellTitle}>
          {title}
          <NewTab label={newTabLabel} />
        </span>
        {badge && <Badge {...badge} cap={maxCellCount} className={styles.count ?? ''} />}
      </a>
    </li>
  );
}
