import { useEffect, useState } from 'react';

/** Milliseconds that a timer can wait at most; nobody keeps a page open for the 25 days. */
const LONGEST = 2 ** 31 - 1;

/**
 * Whether `end`, included, is still to come: says so to the millisecond, whenever `now` was renewed last.
 * @param end epoch milliseconds
 * @param now of `useNow`
 */
export function useOpenUntil(end: number, now: number): boolean {
  const [passed, setPassed] = useState<number>();
  const open = now <= end && passed !== end;
  useEffect(() => {
    const left = end - Date.now() + 1;
    if (!open || left > LONGEST) return;
    const timer = setTimeout(() => setPassed(end), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [open, end]);
  return open;
}
