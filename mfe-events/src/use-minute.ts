import { useEffect, useState } from 'react';

const minute = 60_000;

/** Now, renewed on every full minute, so that "Now" and "past" change when the clock does. */
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
