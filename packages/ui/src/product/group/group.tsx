import type { ReactNode } from 'react';
import { Lock } from 'lucide-react';
import { cx } from '../../primitives/cx/cx';
import { Icon } from '../../primitives/icon/icon';
import type { LucideIcon } from '../../primitives/icon/icon';
import { ListRow } from '../../primitives/row/row';
import styles from './group.module.css';

export interface GroupPageProps {
  /** A GroupPanel, then the members; with `outside` a GroupPanel, then an Outside that fills the rest of the pane. */
  children: ReactNode;
  outside?: boolean;
}

/** The page of a group: the panel beside the members from 620 px of pane up, else above them. */
export function GroupPage({ children, outside = false }: GroupPageProps) {
  return <div className={cx(styles.page, outside && styles.out)}>{children}</div>;
}

export interface GroupPanelProps {
  /** A GroupAvatar; the panel draws it 64 px wide. */
  avatar: ReactNode;
  title: string;
  sub?: ReactNode;
  description?: string;
  /** Up to three GroupActs. */
  acts?: ReactNode;
  /** GroupMarks. */
  marks?: ReactNode;
  /** Below the marks. */
  children?: ReactNode;
  level?: 1 | 3;
}

/** What a group is, at most 350 px wide beside its members. */
export function GroupPanel(props: GroupPanelProps) {
  const { avatar, title, sub, description, acts, marks, children, level = 1 } = props;
  const Title = level === 1 ? 'h1' : 'h3';
  return (
    <section className={styles.panel} aria-label={title}>
      <div className={styles.head}>
        {avatar}
        <span className="grow">
          <Title className={cx('title', styles.title)} dir="auto" tabIndex={-1}>
            {title}
          </Title>
          {sub && <span className={cx('label text-tertiary', styles.line)}>{sub}</span>}
        </span>
      </div>
      {description && (
        <p className={styles.description} dir="auto">
          {description}
        </p>
      )}
      {acts && <div className={styles.acts}>{acts}</div>}
      {marks && <ul className={styles.marks}>{marks}</ul>}
      {children}
    </section>
  );
}

/** The class of a Button or LinkButton among a panel's `acts`: its icon above its label. */
export const groupAct: string = styles.act ?? '';

export interface GroupMarkProps {
  icon: LucideIcon;
  /** One or two words. */
  word: string;
  /** The sentence that explains them. */
  text: string;
}

/** A property of a group: a word and a sentence. */
export function GroupMark({ icon, word, text }: GroupMarkProps) {
  return (
    <li className={styles.mark}>
      <Icon of={icon} size="s" className="text-tertiary" />
      <span>
        <b className={styles.word}>{word}</b> <span className="text-tertiary">{text}</span>
      </span>
    </li>
  );
}

export interface GroupMembersProps {
  label: string;
  /** Above the rows: a Segmented. */
  head?: ReactNode;
  children: ReactNode;
}

/** The card of a group's members. Its rows are ListRows. */
export function GroupMembers({ label, head, children }: GroupMembersProps) {
  return (
    <section className={styles.members} aria-label={label}>
      {head && <div className={styles.tabs}>{head}</div>}
      {children}
    </section>
  );
}

export interface GroupMemberRowProps {
  /** A PersonAvatar of size m. */
  avatar: ReactNode;
  name: string;
  /** A text is cut to one line; anything else wraps. */
  sub?: ReactNode;
  /** Address of the profile. */
  href?: string | undefined;
  /** Tags: Owner, Read only. */
  tags?: ReactNode;
  /** Beside the link: a Menu or buttons. */
  action?: ReactNode;
}

/** A member of a group, 52 px high. Its Rows have the divider `avatar-m`. */
export function GroupMemberRow({ avatar, name, sub, href, tags, action }: GroupMemberRowProps) {
  return (
    <div className={styles.member}>
      <ListRow
        height="filter"
        className={styles.row}
        href={href}
        start={avatar}
        title={
          <span dir="auto" className="line-clamp-2">
            {name}
          </span>
        }
        sub={
          typeof sub === 'string' ? (
            <span dir="auto" className="truncate">
              {sub}
            </span>
          ) : (
            sub
          )
        }
        end={tags && <span className={styles.tags}>{tags}</span>}
      />
      {action && <span className={styles.action}>{action}</span>}
    </div>
  );
}

export interface OutsideProps {
  title: string;
  text: ReactNode;
  /** The way in: a Button. */
  action?: ReactNode;
  /** A lock by default. */
  icon?: LucideIcon;
  level?: 2 | 3;
}

/** Blank shapes under a panel that says why: nothing of the content, not even its length, is shown. */
export function Outside({ title, text, action, icon = Lock, level = 2 }: OutsideProps) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <div className={styles.outside}>
      <div className={styles.shapes} aria-hidden="true">
        {widths.map((width) => (
          <div key={width} className={cx(styles.shape, styles[width])}>
            <i />
            <span>
              <i />
              <i />
            </span>
          </div>
        ))}
      </div>
      <div className={styles.denied}>
        <span className={styles.lock}>
          <Icon of={icon} />
        </span>
        <Title className="heading">{title}</Title>
        <p className="label text-secondary">{text}</p>
        {action}
      </div>
    </div>
  );
}

/** The same for every group. */
const widths = ['w1', 'w2', 'w3', 'w4', 'w5', 'w6', 'w7', 'w8', 'w9'] as const;
