import { type ReactNode, useState } from 'react';
import { cx } from '../../primitives/cx/cx';
import styles from './bubbles.module.css';

export interface TalkProps {
  /** Names the log: "Conversation with Tamsin Okoro". */
  label: string;
  children: ReactNode;
}

/** A conversation. New lines are announced. */
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

/** "2 new": where the unread begin. */
export function NewLine({ children }: { children: ReactNode }) {
  return <p className={styles.new}>{children}</p>;
}

export interface BubbleRunProps {
  /** Said by oneself. */
  own?: boolean;
  /** The speaker, read before the run. */
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

/** What one person says in a row; the corner at the speaker's side marks the first. */
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

/** The line under a bubble in the middle of a run that has more to say than the others; the last one's is the run's. */
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
  /** A picture fills it. */
  media?: boolean;
  /** Not there yet: paler until the server has it. */
  sending?: boolean;
  /** It failed: danger edge; say so in the run's meta. */
  failed?: boolean;
  /** It is being edited. */
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
