import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Check, Hourglass } from 'lucide-react';
import { cx } from '../../primitives/cx/cx';
import { Icon } from '../../primitives/icon/icon';
import styles from './slot-picker.module.css';

export interface Slot {
  id: string;
  /**
   * free: available. new: selected now. held: another member selects it now. booked: booked by another member. own: booked by the
   * viewer. past, past-booked: over.
   */
  state: 'free' | 'new' | 'held' | 'booked' | 'own' | 'past' | 'past-booked';
  /** A booking that waits for a confirmation. */
  pending?: boolean;
  /** "15:30". */
  time: string;
  /** First name, or "You". */
  bookedBy?: string;
  /** PersonAvatar of size xs, for booked slots. */
  avatar?: ReactNode;
  /** Spoken after the time: "free", "booked by". */
  stateLabel: string;
  /** The profile that a booked slot opens. */
  href?: string;
}

export interface SlotPickerProps {
  /** Label of the day: "Today, 20 June". When it changes, the picker scrolls to the first free slot of the new day. */
  label: string;
  slots: readonly Slot[];
  /** Called on a press on a free or new slot. */
  onToggle: (id: string) => void;
  /** Called on a press on an own slot, and on a booked one without `href`: offers what the viewer can do with the booking. */
  onOwn?: (id: string) => void;
}

/** The half hours of a day, in two columns; four from 620 px up. */
export function SlotPicker({ label, slots, onToggle, onOwn }: SlotPickerProps) {
  const root = useRef<HTMLUListElement>(null);
  useEffect(() => {
    root.current?.querySelector('[data-state="free"]')?.scrollIntoView({ block: 'center' });
  }, [label]);
  return (
    <ul ref={root} className={styles.slots} aria-label={label}>
      {slots.map((slot) => (
        <li key={slot.id} data-state={slot.state}>
          <One slot={slot} onToggle={onToggle} onOwn={onOwn} />
        </li>
      ))}
    </ul>
  );
}

interface OneProps extends Pick<SlotPickerProps, 'onToggle'> {
  slot: Slot;
  onOwn: SlotPickerProps['onOwn'] | undefined;
}

function One({ slot, onToggle, onOwn }: OneProps) {
  const { id, state, time, bookedBy, avatar, stateLabel, href, pending } = slot;
  const name = cx(styles.slot, styles[state]);
  const inside = (
    <>
      <span className="tabular-nums">{time}</span> <span className="sr-only">{stateLabel}</span> {avatar}
      {bookedBy && <bdi className={cx('truncate', state === 'own' && 'push')}>{bookedBy}</bdi>}
      {pending && <Icon of={Hourglass} size="xs" />}
      {state === 'new' && <Icon of={Check} size="s" className="push" />}
    </>
  );
  if (state === 'free' || state === 'new') {
    return (
      <button type="button" className={name} aria-pressed={state === 'new'} onClick={() => onToggle(id)}>
        {inside}
      </button>
    );
  }
  if ((state === 'own' || (state === 'booked' && href === undefined)) && onOwn) {
    return (
      <button type="button" className={name} onClick={() => onOwn(id)}>
        {inside}
      </button>
    );
  }
  if (state === 'booked' && href !== undefined) {
    return (
      <a className={name} href={href}>
        {inside}
      </a>
    );
  }
  return <span className={name}>{inside}</span>;
}

/** Explains the colours of the slots. */
export function SlotLegend({ items }: { items: readonly { state: Slot['state'] | 'pending'; label: string }[] }) {
  return (
    <p className={styles.legend}>
      {items.map(({ state, label }) => (
        <span key={state}>
          {state === 'pending' ? <Icon of={Hourglass} size="xs" /> : <i className={cx(styles[state])} />}
          {label}
        </span>
      ))}
    </p>
  );
}
