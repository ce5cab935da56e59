import type { PaddockEvent } from '@paddock/contract/calls/events';
import { serverNow } from '@paddock/mfe-kit/clock';
import { useEffect, useState } from 'react';

const hour = 3_600_000;
/** The longest delay of a timer, in ms. */
const longestTimer = 2 ** 31 - 1;

/** The instant at which the event is over: its end, an hour after its start, or the end of a whole day (specification B §9). */
export function overAt({ when, end }: Pick<PaddockEvent, 'when' | 'end'>): number {
  if (end !== undefined && end !== when) return Date.parse(end);
  return Date.parse(when) + (end === undefined ? 1 : 24) * hour;
}

/** Becomes true at an instant. */
export function useHasCome(instant: number): boolean {
  const [now, setNow] = useState(serverNow);
  const left = instant - now;
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setNow(serverNow()), Math.min(left, longestTimer));
    return () => clearTimeout(timer);
  }, [left]);
  return left <= 0;
}
