import { maxTimerMs } from '@paddock/contract/core/durations';
import { serverNow } from '@paddock/mfe-kit/clock';
import { useEffect, useState } from 'react';

/** Becomes true at an instant. */
export function useHasCome(instant: number): boolean {
  const [now, setNow] = useState(serverNow);
  const left = instant - now;
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setNow(serverNow()), Math.min(left, maxTimerMs));
    return () => clearTimeout(timer);
  }, [left]);
  return left <= 0;
}
