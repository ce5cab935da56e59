import type { ReactNode } from 'react';
import { Card } from '../../primitives/card/card';
import { cx } from '../../primitives/cx/cx';
import { toneStyle } from '../../primitives/tone-style/tone-style';
import styles from './home.module.css';

export interface HomeStoryProps {
  href: string;
  /** "Latest notice". */
  label: string;
  title: string;
  text: string;
  tone?: string | undefined;
  /** An avatar with name and time. */
  byline?: ReactNode;
}

/** The latest notice, in place of a picture. */
export function HomeStory({ href, label, title, text, tone, byline }: HomeStoryProps) {
  return (
    <Card href={href} className={styles.story ?? ''}>
      <span className={cx('label text-secondary', styles.storyLabel)}>
        <Strip tone={tone} />
        {label}
      </span>
      <span className={cx('title', styles.storyTitle)} dir="auto">
        {title}
      </span>
      <span className={styles.storyText} dir="auto">
        {text}
      </span>
      {byline && <span className={cx('label text-secondary', styles.byline)}>{byline}</span>}
    </Card>
  );
}

function Strip({ tone }: { tone: string | undefined }) {
  return <span className={cx(styles.strip, tone && 'tone')} style={toneStyle(tone)} aria-hidden="true" />;
}

export interface HomeSectionProps {
  title: string;
  /** After the title: "5", "3 new". */
  count?: string | undefined;
  /** "All chats", with the tab's address. */
  all: { href: string; label: string };
  /** HomeRows. */
  children: ReactNode;
}

/** A list of the home page. On a phone it shows three rows. */
export function HomeSection({ title, count, all, children }: HomeSectionProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className={styles.heading}>
        {title} {count !== undefined && <span className={cx('tabular-nums', styles.figure)}>{count}</span>}
        <a className={styles.all} href={all.href}>
          {all.label}
        </a>
      </h2>
      <Card className={styles.card ?? ''}>
        <ul className={styles.rows}>{children}</ul>
      </Card>
    </section>
  );
}

export interface HomeRowProps {
  href: string;
  /** An avatar of size m; with `tone` a strip. */
  avatar?: ReactNode;
  tone?: string | undefined;
  /** An event's start and the line below it, before the strip. */
  when?: { time: string; sub: string } | undefined;
  title: string;
  /** The formatted time, or a tag. */
  end?: ReactNode;
  /** Before the second line: "Joaquín:". */
  author?: string | undefined;
  sub?: string | undefined;
  unread?: boolean | undefined;
  /** "New", spoken: shows a dot behind the title. */
  newLabel?: string | undefined;
  badge?: ReactNode;
}

/** A chat, a notice or an event of the home page. */
export function HomeRow({ href, avatar, tone, when, title, end, author, sub, unread, newLabel, badge }: HomeRowProps) {
  return (
    <li className={styles.rowItem}>
      <a className={cx(styles.row, unread && styles.unread)} href={href}>
        {when && (
          <span className={cx('tabular-nums', styles.when)}>
            {when.time} <small>{when.sub}</small>
          </span>
        )}
        {avatar ?? <Strip tone={tone} />}
        <span className={styles.rowText}>
          <span className={styles.rowTop}>
            <span className={cx('truncate', styles.name)} dir="auto">
              {title}
            </span>
            {newLabel !== undefined && <span className={styles.dot} role="img" aria-label={newLabel} />}
            {end !== undefined && <span className={cx('tabular-nums', styles.rowEnd)}>{end}</span>}
          </span>
          <span className={styles.sub}>
            {/* In the page's direction, so that its colon is next to the text. */}
            {author !== undefined && <span className={cx('truncate', styles.author)}>{author}</span>}
            <span className="truncate grow" dir="auto">
              {sub}
            </span>
            {badge}
          </span>
        </span>
      </a>
    </li>
  );
}
