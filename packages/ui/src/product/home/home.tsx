import type { CSSProperties, MouseEvent, ReactNode } from 'react';
import { Plus } from 'lucide-react';
import { Badge } from '../../primitives/badge/badge';
import type { BadgeProps } from '../../primitives/badge/badge';
import { Card } from '../../primitives/card/card';
import { cx } from '../../primitives/cx/cx';
import { Icon } from '../../primitives/icon/icon';
import type { LucideIcon } from '../../primitives/icon/icon';
import { useLate } from '../../primitives/state/state';
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
    <>
      <span className={styles.mark}>{mark}</span>
      <span className="strong truncate" dir="auto">
        {name}
      </span>
    </>
  );
}

export interface HomeColumnsProps {
  /** Greeting with its notes, first. */
  greeting: ReactNode;
  /** A FeaturedEvent, in a second column from a pane width of 900 px. */
  featured?: ReactNode;
  /** HomeCells. */
  children?: ReactNode;
}

/** The parts of the home page: one column, or two from a pane width of 900 px. */
export function HomeColumns({ greeting, featured, children }: HomeColumnsProps) {
  return (
    <div className={cx(styles.columns, featured ? styles.twoColumns : undefined)}>
      <div className={styles.greeting}>{greeting}</div>
      {featured && <div className={styles.featured}>{featured}</div>}
      {children && <div className={styles.rest}>{children}</div>}
    </div>
  );
}

export interface HomeNoteProps {
  text?: string | undefined;
  /** A picture above the text. */
  image?: string | undefined;
  /** Target of the note; a plus indicates that there is more. */
  link?: LeadsTo | undefined;
  onPress?: (event: MouseEvent<HTMLElement>) => void;
}

/** A message of the community. */
export function HomeNote({ text, image, link, onPress }: HomeNoteProps) {
  const inside = (
    <>
      {image !== undefined && <img className={styles.picture} src={image} alt="" />}
      {(text || link) && (
        <div className={styles.note}>
          <p className="grow">
            {text}
            {link && <NewTab label={link.newTabLabel} />}
          </p>
          {link && <Icon of={Plus} className="text-secondary" />}
        </div>
      )}
    </>
  );
  if (!link) return <Card>{inside}</Card>;
  return (
    <Card>
      <a className={styles.noteLink} href={link.href} onClick={onPress} {...(link.newTabLabel !== undefined && newTab)}>
        {inside}
      </a>
    </Card>
  );
}

export interface FeaturedEventProps {
  href: string;
  /** "Featured event". */
  label: string;
  title: string;
  /** Day and time in words. */
  when: string;
  place?: string | undefined;
  /** The event's picture; without one, lanes in its colour. */
  image?: string | undefined;
  /** The event's or group's colour. */
  tone?: string | undefined;
  /** An EventTag for the current event. */
  tag?: ReactNode;
}

/** The featured event, on asphalt in both schemes. */
export function FeaturedEvent({ href, label, title, when, place, image, tone, tag }: FeaturedEventProps) {
  return (
    <a
      data-ring="frame"
      className={cx(styles.event, tone && 'tone')}
      style={tone ? ({ '--tone': tone } as CSSProperties) : undefined}
      href={href}
    >
      {image === undefined ? (
        <span className={styles.lanes} aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      ) : (
        <img className={styles.eventPicture} src={image} alt="" />
      )}
      <span className={styles.eventText}>
        <span className={styles.eventStrip} />
        <span className="stack">
          <span className={cx('label', styles.soft, styles.eventLabel)}>
            {label}
            {tag}
          </span>
          <span className={cx('title line-clamp-2', styles.eventTitle)} dir="auto">
            {title}
          </span>
          <span className={styles.when}>{when}</span>
          {place && (
            <span className={cx('label line-clamp-2', styles.soft)} dir="auto">
              {place}
            </span>
          )}
        </span>
      </span>
    </a>
  );
}

/** Placeholder for a FeaturedEvent that is loading, so that nothing moves when it appears. Decorative: a Skeleton announces loading. */
export function FeaturedEventShape() {
  const late = useLate(150);
  return <div className={cx(styles.shape, late && styles.seen)} aria-hidden="true" />;
}

/** The grid of buttons. */
export function HomeCells({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className={cx('label strong text-secondary', styles.cellsTitle)}>{title}</h2>
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

const CELL_CAP = 79;

/** One button, 72 to 80 px wide: icon in a 60 px square, badge at its top end, name below. */
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
        {badge && <Badge {...badge} cap={CELL_CAP} className={styles.count ?? ''} />}
      </a>
    </li>
  );
}
