import { serverNow } from '@paddock/mfe-kit/clock';
import { useEffect, useState } from 'react';

/** The longest delay of a timer, about 25 days. */
const maxDelayMs = 2 ** 31 - 1;

/**
 * Whether `end` (inclusive) is not over yet. Changes to the millisecond, independent of updates of `now`.
 * @param end epoch milliseconds
 * @param now of `useNow`
 */
export function useOpenUntil(end: number, now: number): boolean {
  const [passed, setPassed] = useState<number>();
  const open = now <= end && passed !== end;
  useEffect(() => {
    const left = end - serverNow() + 1;
    if (!open || left > maxDelayMs) return;
    const timer = setTimeout(() => setPassed(end), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [open, end]);
  return open;
}
