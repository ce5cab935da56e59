import { useEffect, useState } from 'react';

/** Seconds between two PINs, as the service has it: what a sign-up sent does not say when the next may be asked for. */
export const FIRST_WAIT = 60;
const KEY = 'mfe-account.pin_wait';

/** Notes that another PIN may be asked for in so many seconds; kept over a reload, for this window. */
export function waitForPin(seconds: number): void {
  sessionStorage.setItem(KEY, String(Date.now() + seconds * 1000));
}

/** Seconds until another PIN may be asked for, counted down; 0 when it may be. */
export function usePinWait(): [seconds: number, wait: (seconds: number) => void] {
  const [left, setLeft] = useState(secondsLeft);
  const waiting = left > 0;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setLeft(secondsLeft()), 500);
    return () => clearInterval(timer);
  }, [waiting]);
  return [
    left,
    (seconds) => {
      waitForPin(seconds);
      setLeft(secondsLeft());
    },
  ];
}

/** At most an hour: a clock that was set meanwhile keeps nobody waiting. */
function secondsLeft(): number {
  const left = Math.ceil((Number(sessionStorage.getItem(KEY)) - Date.now()) / 1000);
  return left > 0 && left <= 3600 ? left : 0;
}
