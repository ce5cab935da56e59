import { serverNow } from '@paddock/mfe-kit/clock';
import { useEffect, useState } from 'react';

/** The service's seconds between two PINs: the reply to a sign-up does not contain them. */
export const firstWaitSeconds = 60;
const pinWaitKey = 'mfe-account.pin_wait';

/** Stores when another PIN may be requested; survives a reload of this window. */
export function storePinWait(seconds: number): void {
  sessionStorage.setItem(pinWaitKey, String(serverNow() + seconds * 1000));
}

/** Counts down the seconds until another PIN may be requested; 0 when it may be. */
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
      storePinWait(seconds);
      setLeft(secondsLeft());
    },
  ];
}

/** Ignores more than an hour: the device's clock has been changed. */
function secondsLeft(): number {
  const left = Math.ceil((Number(sessionStorage.getItem(pinWaitKey)) - serverNow()) / 1000);
  return left > 0 && left <= 3600 ? left : 0;
}
