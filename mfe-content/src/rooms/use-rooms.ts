import { readRooms } from '@paddock/contract/calls/rooms';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useWorkplaceZone } from '@paddock/mfe-kit/zones';
import { useState } from 'react';
import { nextHalfHour } from './room-times';

const hourMs = 3_600_000;

/** The times between which a room must be free, as instants. */
export interface Period {
  from: string;
  to: string;
}

/** The hour from the next half hour on (specification B §9). */
export function usualPeriod(now: number, zone: string): Period {
  const from = nextHalfHour(now, zone);
  return { from: new Date(from).toISOString(), to: new Date(from + hourMs).toISOString() };
}

/** The period that begins at `from` and takes an hour: what closing the picker of 'from' sets. */
export const hourFrom = (from: string): Period => ({ from, to: new Date(Date.parse(from) + hourMs).toISOString() });

/** The rooms that are free in a period, or all of them, and the member's bookings to come. */
export function useRooms(now: number) {
  const zone = useWorkplaceZone();
  const [chosen, setChosen] = useState<Period | 'all'>();
  // Until the member chooses, the period moves with the clock: a page that stayed open offers no time that has passed.
  const period = chosen === 'all' ? undefined : (chosen ?? usualPeriod(now, zone));
  const answer = useCallQuery(readRooms, period ?? {}, {
    live: true,
    // The bookings do not depend on the period and stay visible.
    placeholderData: (before) => before,
  });
  const bookings = answer.data?.bookings.filter(({ to }) => Date.parse(to) > now);
  return {
    answer,
    bookings,
    rooms: answer.isPlaceholderData ? undefined : answer.data?.rooms,
    period,
    setChosen,
    zone,
  };
}
