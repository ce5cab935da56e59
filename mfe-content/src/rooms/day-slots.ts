import type { Booking } from '@paddock/contract/calls/bookings';
import type { Slot } from '@paddock/contract/calls/rooms';

/** A selected range of slots, as instants. */
export interface Selection {
  from: string;
  to: string;
}

export type SlotState = 'free' | 'new' | 'held' | 'booked' | 'own' | 'past' | 'past-booked';

/** A slot of the day that a room's page shows (specification B §4). */
export interface DaySlot extends Selection {
  state: SlotState;
  booking: Booking | undefined;
}

interface DaySlotsInput {
  now: number;
  selection: Selection | undefined;
  /** The booking that the member moves: its own slots are free for it. */
  moving?: string | undefined;
}

/** The slots of a day with their states. */
export function daySlots(
  { slots, bookings }: { slots: readonly Slot[]; bookings: readonly Booking[] },
  { now, selection, moving }: DaySlotsInput,
): DaySlot[] {
  const byId = new Map(bookings.map((booking) => [booking.id, booking]));
  return slots.map(({ from, to, booking: id, held }) => {
    const booking = id === undefined || id === moving ? undefined : byId.get(id);
    const isTaken = id !== undefined && id !== moving;
    const isHeld = held !== undefined && Date.parse(held) > now;
    return { from, to, booking, state: stateOf({ from, to, isTaken, isHeld, isOwn: booking?.own === true }) };
  });

  function stateOf(slot: Selection & { isTaken: boolean; isHeld: boolean; isOwn: boolean }): SlotState {
    const { from, to, isTaken, isHeld, isOwn } = slot;
    // A running slot stays open to its owner, who checks in or leaves.
    if (isTaken) return Date.parse(to) <= now ? 'past-booked' : isOwn ? 'own' : 'booked';
    if (Date.parse(from) < now) return 'past';
    if (isHeld) return 'held';
    return selection && from >= selection.from && to <= selection.to ? 'new' : 'free';
  }
}

const isOpen = ({ state }: DaySlot) => state === 'free' || state === 'new';

/** Whether all slots of a selection are among the day's, and none was taken or has begun. */
export function isStillFree(slots: readonly DaySlot[], { from, to }: Selection): boolean {
  const within = slots.filter((slot) => slot.from >= from && slot.to <= to);
  return within.length > 0 && within.every(isOpen) && within[0]!.from === from && within.at(-1)!.to === to;
}

/**
 * The selection after a press on a free slot (B §4): the first press selects it, a press on a later one extends the range from its
 * start. A press on the start, before it or on the last slot again resets it; so does a range that would cross a taken slot.
 */
export function select(
  slots: readonly DaySlot[],
  selection: Selection | undefined,
  pressed: string,
): Selection | undefined {
  const slot = slots.find(({ from }) => from === pressed);
  if (!slot || !isOpen(slot)) return selection;
  if (!selection) return { from: slot.from, to: slot.to };
  if (slot.from <= selection.from || slot.to === selection.to) return undefined;
  const range = { from: selection.from, to: slot.to };
  return isStillFree(slots, range) ? range : undefined;
}
