import { readRooms, type Room } from '@paddock/contract/calls/rooms';
import { dateAfter } from '@paddock/contract/core/time-zones';
import { hourMs } from '@paddock/contract/core/durations';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useWorkplaceZone } from '@paddock/mfe-kit/zones';
import { useState } from 'react';
import { instantOf, nextHalfHour, wallTime } from './room-times';

/** The times between which a room must be free, as instants. */
export interface Period {
  from: string;
  to: string;
}

/** The hour from the next half hour on (specification B §9), outside the bookable day the first hour of the next one. */
export function usualPeriod(
  now: number,
  zone: string,
  { start_hour, end_hour }: Pick<Room, 'start_hour' | 'end_hour'>,
): Period {
  const from = nextHalfHour(now, zone);
  const [date, time] = wallTime(from, zone).split('T') as [string, string];
  const [first, last] = [start_hour, end_hour - 1].map((hour) => `${String(hour).padStart(2, '0')}:00`);
  if (time >= first! && time <= last!) return hourFrom(new Date(from).toISOString());
  return hourFrom(instantOf(`${time < first! ? date : dateAfter(date, 1)}T${first}`, zone));
}

/** The period that begins at `from` and takes an hour: what closing the picker of 'from' sets. */
export const hourFrom = (from: string): Period => ({ from, to: new Date(Date.parse(from) + hourMs).toISOString() });

/** The rooms that are free in a period, or all of them, and the member's bookings to come. */
export function useRooms(now: number) {
  const zone = useWorkplaceZone();
  const usual = usualPeriod(now, zone, useSession().flags.rooms_tab);
  const [chosen, setChosen] = useState<Period | 'all'>();
  // Until the member chooses, the period moves with the clock: a page that stayed open offers no time that has passed.
  const period = chosen === 'all' ? undefined : (chosen ?? usual);
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
    usual,
    setChosen,
    zone,
  };
}
