import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../primitives/cx/cx';
import { Icon } from '../../primitives/icon/icon';
import type { LucideIcon } from '../../primitives/icon/icon';
import { TypingMarks } from '../../primitives/row/row';
import styles from './bubbles.module.css';
import { useBubbleActions } from './use-bubble-actions';

export interface TalkProps {
  /** Names the log: "Conversation with Tamsin Okoro". */
  label: string;
  children: ReactNode;
}

/** The log of a conversation; screen readers announce new messages. */
export function Talk({ label, children }: TalkProps) {
  return (
    <div className={styles.conversation} role="log" aria-label={label}>
      {children}
    </div>
  );
}

/** "Today", "Saturday 20 June": before the first message of a day. */
export function DaySeparator({ children }: { children: ReactNode }) {
  return <p className={styles.day}>{children}</p>;
}

/** "2 new": marks the first unread message. */
export function NewLine({ children }: { children: ReactNode }) {
  return <p className={styles.new}>{children}</p>;
}

export interface BubbleProps {
  /** The viewer's own message. */
  own?: boolean;
  /** Name of the author, read before the message. */
  speaker: string;
  /** First and last of a run, the consecutive messages of one author. */
  first?: boolean;
  last?: boolean;
  /** In groups: the name above the first message of a run. */
  name?: ReactNode;
  /** In groups: a PersonAvatar beside the last message of a run. */
  avatar?: ReactNode;
  /** A picture fills the bubble. */
  media?: boolean;
  /** Not yet confirmed by the server: shown paler. */
  sending?: boolean;
  /** Refused by the server; `note` says why. */
  failed?: boolean;
  /** The message is being edited. */
  marked?: boolean;
  /** The message that a link leads to, for a moment. */
  highlighted?: boolean;
  /** The message's id, set as `data-item` for code that measures visible messages. */
  item?: string;
  /** BubbleTime, after the text. */
  time?: ReactNode;
  /** Reactions at the foot: BubbleReaction. */
  reactions?: ReactNode;
  /** BubbleActions, shown while the pointer or the keyboard focus is on the message. */
  actions?: ReactNode;
  /** Called by a long press and by the keys Enter, Shift+F10 and Menu. */
  onMore?: (() => void) | undefined;
  /** Below the bubble: BubbleNote. */
  note?: ReactNode;
  children: ReactNode;
}

/** A message. */
export function Bubble(props: BubbleProps) {
  const { own, speaker, first, last, name, avatar, item, time, reactions, actions, onMore, note, children } = props;
  const { media, sending, failed, marked, highlighted } = props;
  const { shown, around, keys } = useBubbleActions(onMore);
  return (
    <div
      className={cx(styles.message, own && styles.own, first && styles.first, last && styles.last)}
      role="group"
      aria-label={speaker}
      {...around}
    >
      {first && name && (
        <span className={styles.name} aria-hidden="true">
          {name}
        </span>
      )}
      <div className={cx(styles.line, avatar !== undefined && styles.with)}>
        {last && avatar && (
          <span className={styles.avatar} data-ring="canvas">
            {avatar}
          </span>
        )}
        <div
          className={cx(
            styles.bubble,
            media && styles.media,
            sending && styles.sending,
            failed && styles.failed,
            marked && styles.marked,
            highlighted && styles.highlighted,
            reactions !== undefined && styles.reacted,
            shown && actions !== undefined && styles.hot,
          )}
          data-item={item}
          data-highlighted={highlighted || undefined}
          {...(onMore && { tabIndex: 0, ...keys })}
        >
          {children}
          {time}
          {reactions && <span className={styles.reactions}>{reactions}</span>}
          {shown && actions}
        </div>
      </div>
      {note}
    </div>
  );
}

export interface BubbleTimeProps {
  /** Formatted; absent inside a run. */
  time?: string | undefined;
  /** Before the time: "edited". */
  note?: ReactNode;
  /** Of an own message, with its name. */
  mark?: { kind: 'waiting' | 'sent' | 'seen'; label: string } | undefined;
  /** Shows the name of the mark: only on the last seen message. */
  named?: boolean;
}

const marks = { waiting: Clock, sent: Check, seen: CheckCheck };

/** The time in the last bubble of a run, with the mark of an own message. */
export function BubbleTime({ time, note, mark, named }: BubbleTimeProps) {
  return (
    <span className={cx(styles.time, mark?.kind === 'seen' && styles.seen)}>
      {note && <span>{note}</span>}
      {time && <span>{time}</span>}
      {mark && (
        <>
          <span {...(!named && { role: 'img', 'aria-label': mark.label })} className={styles.mark}>
            <Icon of={marks[mark.kind]} size="xs" />
          </span>
          {named && <span>{mark.label}</span>}
        </>
      )}
    </span>
  );
}

export interface BubbleReactionProps {
  icon: LucideIcon;
  /** The formatted number. */
  count: string;
  /** Accessible name: "4 likes". */
  label: string;
  /** The viewer's own is among them. */
  mine?: boolean;
  href?: string;
  onPress?: () => void;
}

/** A count at the foot of a bubble: likes, comments. */
export function BubbleReaction({ icon, count, label, mine, href, onPress }: BubbleReactionProps) {
  const inside = (
    <>
      <Icon of={icon} size="xs" />
      <span aria-hidden="true">{count}</span>
    </>
  );
  const className = cx(styles.reaction, mine && styles.mine);
  return href === undefined ? (
    <button type="button" className={className} aria-pressed={mine ?? false} onClick={onPress}>
      {inside}
      <span className="sr-only">{label}</span>
    </button>
  ) : (
    <a className={className} href={href}>
      {inside}
      <span className="sr-only">{label}</span>
    </a>
  );
}

/** The bar at the outer corner of a bubble: at most four dense IconButtons, the last one a Menu. */
export function BubbleActions({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className={styles.actions} role="toolbar" aria-label={label}>
      {children}
    </span>
  );
}

/** Why a message was refused, with links to continue. */
export function BubbleNote({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <p className={styles.note} role="alert">
      <Icon of={CircleAlert} size="xs" />
      <span>{children}</span>
      {actions}
    </p>
  );
}

/** "Tamsin is writing…", at the end of the log. */
export function TypingLine({ children, indented }: { children: ReactNode; indented?: boolean }) {
  return (
    <p className={cx(styles.typing, indented && styles.indented)}>
      <TypingMarks />
      <span className="truncate">{children}</span>
    </p>
  );
}
