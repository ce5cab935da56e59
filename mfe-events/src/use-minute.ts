import { serverNow } from '@paddock/mfe-kit/clock';
import { useEffect, useState } from 'react';

const minute = 60_000;

/** The current time, updated on every full minute, so that "Now" and "past" change with the clock. */
export function useMinute(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    let timer = setTimeout(
      function tick() {
        setNow(serverNow());
        timer = setTimeout(tick, minute - (serverNow() % minute));
      },
      minute - (serverNow() % minute),
    );
    return () => clearTimeout(timer);
  }, []);
  return now;
}
