import { useEffect, useState } from 'react';

const minute = 60_000;

/** The current time, updated on every full minute, so that "Now" and "past" change with the clock. */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    let timer = setTimeout(
      function tick() {
        setNow(Date.now());
        timer = setTimeout(tick, minute - (Date.now() % minute));
      },
      minute - (Date.now() % minute),
    );
    return () => clearTimeout(timer);
  }, []);
  return now;
}
