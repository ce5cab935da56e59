import { readRoom, readRooms, readRoomsWeek } from '@paddock/contract/calls/rooms';
import { useCallCache } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';
import { useEffect } from 'react';
import { quarterMs } from './room-times';

/** Calls that show rooms and bookings. */
export const showsRooms = [readRooms, readRoom, readRoomsWeek] as const;

/**
 * Reads rooms again when one changed or its slots did, and every quarter of an hour: slots begin then in every zone, and door code and
 * check-in are offered 15 minutes before the start.
 */
export function useLiveRooms(now: number): void {
  const { workplace } = useSession();
  const cache = useCallCache();
  useRealtime('updating_rooms', (update) => {
    if (update.workplace === workplace) for (const call of showsRooms) void cache.refresh(call);
  });
  const quarter = Math.floor(now / quarterMs);
  useEffect(() => {
    for (const call of showsRooms) void cache.refresh(call);
  }, [quarter, cache]);
}
