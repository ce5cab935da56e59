import { isConnected, useConnection } from '@paddock/mfe-kit/realtime';
import { useEffect, useEffectEvent, useState } from 'react';

/** Whether the page is visible. */
export function useIsVisible(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const update = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  return visible;
}

/**
 * Whether the member sees shouts as they arrive: false while the page is hidden or disconnected and, after that, until
 * `refetch` has loaded what was missed. A phone that wakes up shows old data first.
 */
export function useAttending(refetch: () => Promise<unknown>): boolean {
  const visible = useIsVisible();
  const present = isConnected(useConnection()) && visible;
  const [missed, setMissed] = useState(!present);
  if (!present && !missed) setMissed(true);
  const catchUp = useEffectEvent(refetch);
  const catchingUp = present && missed;
  useEffect(() => {
    if (!catchingUp) return;
    let cancelled = false;
    void catchUp().then(() => {
      if (!cancelled) setMissed(false);
    });
    return () => {
      cancelled = true;
    };
  }, [catchingUp]);
  return present && !missed;
}
