import { type ReactNode, useState } from 'react';
import { cx } from '../../primitives/cx/cx';
import styles from './bubbles.module.css';

export interface TalkProps {
  /** Names the log: "Conversation with Tamsin Okoro". */
  label: string;
  children: ReactNode;
}

/** The log of a conversation; screen readers announce new messages. */
export function Talk({ label, children }: TalkProps) {
  return (
    <div className={styles.talk} role="log" aria-label={label}>
      {children}
    </div>
  );
}

/** "Saturday 20 June", between two days. */
export function DaySeparator({ children }: { children: ReactNode }) {
  return <p className={styles.day}>{children}</p>;
}

/** "2 new": marks the first unread message. */
export function NewLine({ children }: { children: ReactNode }) {
  return <p className={styles.new}>{children}</p>;
}

export interface BubbleRunProps {
  /** The viewer's own messages. */
  own?: boolean;
  /** Name of the author, read before the run. */
  speaker: string;
  /** PersonAvatar of size s, in groups. */
  avatar?: ReactNode;
  /** The name above, in groups. */
  name?: ReactNode;
  /** Time under the run, formatted. */
  time?: string;
  /** After the time: edited, likes, "Sending…", a retry. */
  meta?: ReactNode;
  children: ReactNode;
}

/** Consecutive messages of one author; the corner at the author's side marks the first. */
export function BubbleRun({ own, speaker, avatar, name, time, meta, children }: BubbleRunProps) {
  return (
    <div
      className={cx(styles.run, own && styles.own, avatar !== undefined && styles.with)}
      role="group"
      aria-label={speaker}
    >
      {avatar && (
        <span className={styles.avatar} data-ring="canvas">
          {avatar}
        </span>
      )}
      {name && <span className={styles.name}>{name}</span>}
      {children}
      {(time || meta) && <BubbleMeta time={time}>{meta}</BubbleMeta>}
    </div>
  );
}

/** Meta line under a bubble in the middle of a run, such as likes; the last bubble uses the meta line of the run. */
export function BubbleMeta({ time, children }: { time?: string | undefined; children?: ReactNode }) {
  return (
    <p className={styles.meta}>
      {time && <span className="tabular-nums">{time}</span>}
      {time && children ? <span aria-hidden="true">·</span> : null}
      {children}
    </p>
  );
}

export interface BubbleProps {
  /** A picture fills the bubble. */
  media?: boolean;
  /** Not yet confirmed by the server: shown paler. */
  sending?: boolean;
  /** Sending failed: danger border; explain it in the run's meta line. */
  failed?: boolean;
  /** The message is being edited. */
  marked?: boolean;
  /** The message's id, set as `data-item` for code that measures visible messages. */
  item?: string;
  /** A dense Menu beside a bubble without a meta line: visible on hover and after a tap. */
  menu?: ReactNode;
  children: ReactNode;
}

export function Bubble({ media, sending, failed, marked, item, menu, children }: BubbleProps) {
  const [tapped, setTapped] = useState(false);
  const states = [media && styles.media, sending && styles.sending, failed && styles.failed, marked && styles.marked];
  return (
    <div className={styles.line} {...(menu && { onClick: () => setTapped(!tapped) })}>
      <div className={cx(styles.bubble, ...states)} data-item={item}>
        {children}
      </div>
      {menu && (
        <span className={cx(styles.menu, tapped && styles.tapped)} onClick={(event) => event.stopPropagation()}>
          {menu}
        </span>
      )}
    </div>
  );
}

/** "Tamsin is writing…", at the end of the log or in a run's meta. */
export function TypingLine({ children }: { children: ReactNode }) {
  return <span className={styles.typing}>{children}</span>;
}
