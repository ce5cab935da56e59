import { useId } from 'react';
import type { ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import { NewDot } from '../../primitives/badge/badge';
import { cx } from '../../primitives/cx/cx';
import { Icon } from '../../primitives/icon/icon';
import type { LucideIcon } from '../../primitives/icon/icon';
import { useLongPress } from '../../primitives/long-press/long-press';
import { toneStyle } from '../../primitives/tone-style/tone-style';
import styles from './notice-card.module.css';

/** The column of a notice board: full width with hairlines on a phone, 680 px cards from 620 px up. */
export function Notices({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.notices} role="group" aria-label={label}>
      {children}
    </div>
  );
}

export interface NoticeCardProps {
  title: string;
  /** "Race control · 14:51". */
  meta: ReactNode;
  tone?: string;
  /** Label of the dot of an unread notice. */
  newLabel?: string | undefined;
  open: boolean;
  onToggle: () => void;
  /** Called by a long press on the header, and by the keys of a context menu. */
  onLongPress?: (() => void) | undefined;
  /** A logo before the title. */
  lead?: ReactNode;
  /** Dense IconButtons: move up and down, edit. */
  actions?: ReactNode;
  /** Content of the open notice: text, pictures, files, lines, comments. */
  children: ReactNode;
}

/** A notice with its colour at the edge; its header expands and collapses it. */
export function NoticeCard(props: NoticeCardProps) {
  const { title, meta, tone, newLabel, open, onToggle, onLongPress, lead, actions, children } = props;
  const id = useId();
  const press = useLongPress(onLongPress);
  return (
    <article className={cx(styles.notice, tone && 'tone')} style={toneStyle(tone)} aria-labelledby={`${id}-title`}>
      <span className="strip" />
      <div className={styles.inner}>
        <div className={styles.head} {...press}>
          {lead}
          <div className="grow">
            <h2>
              <button
                type="button"
                id={`${id}-title`}
                className={cx(styles.toggle, 'heading')}
                aria-expanded={open}
                aria-controls={open ? `${id}-body` : undefined}
                onClick={onToggle}
              >
                <bdi>{title}</bdi> {newLabel && <NewDot label={newLabel} />}
              </button>
            </h2>
            <p className="label text-tertiary">{meta}</p>
          </div>
          {actions && <span className={styles.actions}>{actions}</span>}
          <Icon of={ChevronDown} className={cx(styles.chevron, 'text-secondary')} />
        </div>
        {open && (
          <div id={`${id}-body`} className={styles.body}>
            {children}
          </div>
        )}
      </div>
    </article>
  );
}

export interface NoticeLineProps {
  href: string;
  icon: LucideIcon;
  title: ReactNode;
  /** Accessible name, if the title alone does not say what a press does. */
  label?: string | undefined;
  /** At the end: a number, "Open map". */
  value?: ReactNode;
  /** A web page: its title looks like a link, and it opens in a new tab. */
  external?: boolean;
  newTab?: boolean;
}

/** A phone number, a place or an address below a notice, 44 px high. */
export function NoticeLine({ href, icon, title, label, value, external, newTab = external }: NoticeLineProps) {
  return (
    <a
      className={styles.line}
      href={href}
      aria-label={label}
      {...(newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
    >
      <Icon of={icon} className="text-tertiary" />
      <span className={cx('grow', styles.lineTitle, external && 'link')}>{title}</span>
      {value && <span className="tabular-nums text-secondary">{value}</span>}
    </a>
  );
}
