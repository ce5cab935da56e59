import { maxTimerMs } from '@paddock/contract/core/durations';
import { serverNow } from '@paddock/mfe-kit/clock';
import { useEffect, useState } from 'react';

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
    if (!open || left > maxTimerMs) return;
    const timer = setTimeout(() => setPassed(end), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [open, end]);
  return open;
}
