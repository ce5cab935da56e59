import type { Booking } from '@paddock/contract/calls/bookings';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useEffect, useEffectEvent, useState } from 'react';
import { daySlots, isStillFree, select, type Selection } from './day-slots';
import { useHold } from './use-hold';

interface SelectionInput extends Omit<Parameters<typeof daySlots>[0], 'slots'> {
  room: string;
  /** The day that is shown: another one has no selection. */
  day: string;
  /** Undefined while the day loads. */
  slots: Parameters<typeof daySlots>[0]['slots'] | undefined;
  now: number;
  moving: Booking | undefined;
  /** A booking is being sent: its own slots then appear as booked. */
  isSending: boolean;
}

/** The member's selection on a day of a room, held while it exists. It resets, with a message, when another member was faster. */
export function useSelection({ room, day, slots, bookings, now, moving, isSending }: SelectionInput) {
  const toast = useToast();
  const [chosen, setChosen] = useState<{ day: string; range: Selection }>();
  const selection = chosen?.day === day ? chosen.range : undefined;
  const days = slots && daySlots({ slots, bookings }, { now, selection, moving: moving?.id });
  const reset = () => setChosen(undefined);
  const isLost = selection !== undefined && days !== undefined && !isSending && !isStillFree(days, selection);
  const lose = useEffectEvent(() => {
    const isOwn = days!.some(({ from, state }) => state === 'own' && selection!.from <= from && from < selection!.to);
    setChosen(undefined);
    if (!isOwn) toast('room.taken', { kind: 'bad' });
  });
  useEffect(() => {
    if (isLost) lose();
  }, [isLost]);
  const overlaps = moving !== undefined && selection && moving.from < selection.to && selection.from < moving.to;
  // The slots of a booking are not held: its member has them.
  useHold(room, overlaps || isLost ? undefined : selection, () => {
    reset();
    toast('room.taken', { kind: 'bad' });
  });
  const press = (from: string) => {
    if (isSending || !days) return;
    const range = select(days, selection, from);
    setChosen(range && { day, range });
  };
  return { days, selection: isLost ? undefined : selection, press, reset };
}
