import type { CSSProperties, MouseEvent, ReactNode, Ref } from 'react';
import { BellOff, Check, CheckCheck, ChevronRight, CircleAlert, Clock } from 'lucide-react';
import { cx } from '../cx/cx';
import { Icon } from '../icon/icon';
import type { LucideIcon } from '../icon/icon';
import { useLongPress } from '../long-press/long-press';
import { SwipeDrawer } from '../swipe-drawer/swipe-drawer';
import type { SwipeAction } from '../swipe-drawer/swipe-drawer';
import styles from './row.module.css';

interface Pressable {
  /** Makes the row a link. */
  href?: string | undefined;
  /** Marks an external page, which opens in a new window; screen readers read it after the title. */
  newTabLabel?: string | undefined;
  /** Called on press, also for links; call preventDefault to stay on the page. */
  onPress?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  /** The row whose detail is open: tinted with a strip from 1024 px up. */
  current?: boolean | undefined;
  /** Draws the hairline above; true by default, except for the first row of Rows. */
  line?: boolean | undefined;
  className?: string | undefined;
  style?: CSSProperties | undefined;
}

interface ShellProps extends Pressable {
  children: ReactNode;
  label?: string | undefined;
  expanded?: boolean | undefined;
  hold?: ReturnType<typeof useLongPress>;
}

function Shell({
  href,
  newTabLabel,
  onPress,
  current,
  line = true,
  className,
  style,
  children,
  label,
  expanded,
  hold,
}: ShellProps) {
  const name = cx(styles.row, !line && styles.plain, (href !== undefined || onPress) && styles.press, className);
  const shared = { className: name, style, 'aria-label': label, onClick: onPress, ...hold };
  if (href !== undefined) {
    return (
      <a
        href={href}
        {...shared}
        {...(newTabLabel !== undefined && { target: '_blank', rel: 'noopener noreferrer' })}
        aria-current={current ? 'true' : undefined}
      >
        {children}
      </a>
    );
  }
  if (onPress) {
    return (
      <button type="button" {...shared} aria-current={current ? 'true' : undefined} aria-expanded={expanded}>
        {children}
      </button>
    );
  }
  return (
    <div className={name} style={style}>
      {children}
    </div>
  );
}

export interface RowsProps {
  children: ReactNode;
  /** Where the hairline starts: at the gutter, after a 55 px avatar (chats), after an icon; none draws no hairline. */
  divider?: 'gutter' | 'avatar' | 'avatar-m' | 'avatar-s' | 'icon' | 'none';
  /** Names the list. */
  label?: string;
  /** The children are items (`role="listitem"`), each with a row. */
  list?: boolean;
  className?: string;
  ref?: Ref<HTMLDivElement>;
}

/** A list of rows with hairlines between them. */
export function Rows({ children, divider = 'gutter', label, list = false, className, ref }: RowsProps) {
  const role = list ? 'list' : label && 'group';
  return (
    <div
      ref={ref}
      className={cx(styles.rows, styles[`divider-${divider}`], className)}
      {...(role ? { role } : {})}
      {...(label ? { 'aria-label': label } : {})}
    >
      {children}
    </div>
  );
}

export interface ListRowProps extends Pressable {
  /** Icon at the start, secondary colour. */
  icon?: LucideIcon;
  /** Anything else at the start: an avatar, a file type. */
  start?: ReactNode;
  title: ReactNode;
  /** Second line. */
  sub?: ReactNode;
  /** At the end: badge, time, tag, switch. */
  end?: ReactNode;
  /** Shows a chevron at the end, for rows that open another page. */
  chevron?: boolean;
  /** 60 px (default), 52 for filters, 54 for the menu page, 44 for menus. */
  height?: 'row' | 'filter' | 'menu' | 'dense';
  /** Destructive. */
  danger?: boolean;
  /** Title weight 640 instead of 540. */
  strong?: boolean;
  /** For a row that shows and hides others. */
  expanded?: boolean;
  /** Called by a long press and by the keys of a context menu. */
  onLongPress?: (() => void) | undefined;
}

/** A row with a title and an optional second line, for settings, files, filters, people. */
export function ListRow(props: ListRowProps) {
  const {
    icon,
    start,
    title,
    sub,
    end,
    chevron,
    height = 'row',
    danger,
    strong,
    className,
    onLongPress,
    ...rest
  } = props;
  const hold = useLongPress(onLongPress);
  return (
    <Shell
      {...rest}
      hold={hold}
      className={cx(height !== 'row' && styles[height], icon && styles.roomy, danger && 'danger', className)}
    >
      {icon ? <Icon of={icon} className={danger ? undefined : 'text-secondary'} /> : start}
      <span className="grow">
        <span className={cx(styles.text, strong ? 'strong' : 'medium')}>
          {title}
          {rest.newTabLabel !== undefined && <span className="sr-only"> ({rest.newTabLabel})</span>}
        </span>
        {sub !== undefined && <span className={cx(styles.text, 'label text-tertiary')}>{sub}</span>}
      </span>
      {end}
      {chevron && <Icon of={ChevronRight} size="s" flip className="text-tertiary" />}
    </Shell>
  );
}

export interface ChatRowProps extends Pressable {
  /** PersonAvatar or GroupAvatar of size l. */
  avatar: ReactNode;
  name: string;
  /** Formatted time of the last message. */
  time?: string | undefined;
  unread?: boolean | undefined;
  /** Label of the crossed bell; its presence means muted. */
  muted?: string | undefined;
  /** Before the text, in a box and direction of its own: "Aoife:", "Draft:". */
  author?: string | undefined;
  subtitle?: ReactNode;
  /** Author and text in up to three lines, because a search match may be anywhere in the text. */
  whole?: boolean;
  /** "Tamsin is writing…" replaces the second line at the same height. */
  typing?: string | undefined;
  /** Label of the clock before the second line of an unsent message. */
  waiting?: string | undefined;
  /** Label of the warning before the second line of a refused message. */
  failed?: string | undefined;
  /** Label of the mark before the second line of an own message that was stored, or that the others have seen. */
  sent?: string | undefined;
  seen?: string | undefined;
  /** A Badge. */
  badge?: ReactNode;
  /** Actions of the row, beside the link: a Menu. Shown on hover and focus. */
  actions?: ReactNode;
  /** The swipe actions of the row: one or two, also in its menu. */
  swipe?: readonly SwipeAction[] | undefined;
}

/** A chat in the list, 78 px high. */
export function ChatRow(props: ChatRowProps) {
  const { avatar, name, time, unread, muted, author, subtitle, typing, badge, actions, swipe, className } = props;
  const { waiting, failed, sent, seen, href, onPress, current, line, style, whole } = props;
  const rest = { href, onPress, current, line, style };
  const row = (
    <Shell {...rest} className={cx(styles.chat, unread && styles.unread, className)}>
      {avatar}
      <span className="grow">
        <span className={styles.top}>
          <span className={cx(styles.name, 'truncate')} dir="auto">
            {name}
          </span>
          {muted && <Icon of={BellOff} size="xs" label={muted} className="text-tertiary" />}
          {time && <span className={cx(styles.when, 'tabular-nums')}>{time}</span>}
        </span>
        <span className={styles.sub}>
          {typing ? (
            <>
              <TypingMarks />
              <span className={cx(styles.typing, 'truncate grow')}>{typing}</span>
            </>
          ) : (
            <>
              {waiting && <Icon of={Clock} size="xs" label={waiting} />}
              {failed && <Icon of={CircleAlert} size="xs" label={failed} className="danger" />}
              {sent && <Icon of={Check} size="xs" label={sent} />}
              {seen && <Icon of={CheckCheck} size="xs" label={seen} className={styles.seen} />}
              <span className={cx(styles.line, 'grow')}>
                {author && !whole && <span className={cx(styles.author, 'medium truncate')}>{author}</span>}
                <span className={cx(styles.last, whole ? styles.whole : 'truncate', 'grow')} dir="auto">
                  {author && whole && <bdi className="medium">{author} </bdi>}
                  {subtitle}
                </span>
              </span>
            </>
          )}
          {badge}
        </span>
      </span>
    </Shell>
  );
  const drawn = swipe?.length ? <SwipeDrawer actions={swipe}>{row}</SwipeDrawer> : row;
  if (!actions) return drawn;
  return (
    <div className={styles.with}>
      {drawn}
      <span className={styles.actions}>{actions}</span>
    </div>
  );
}

/** Three animated sectors, shown while a member is writing. */
export function TypingMarks() {
  return (
    <span className={styles.marks} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}

export interface SectionHeadProps {
  children: ReactNode;
  /** Count or date at the end, with tabular numerals. */
  aside?: ReactNode;
  /** Less space above, for a heading right under a header. */
  tight?: boolean;
}

/** A heading between rows. */
export function SectionHead({ children, aside, tight }: SectionHeadProps) {
  return (
    <h2 className={cx(styles.section, tight && styles.tight)}>
      <span>{children}</span>
      {aside !== undefined && <span className="tabular-nums">{aside}</span>}
    </h2>
  );
}
