import { isConnected, useConnection } from '@paddock/mfe-kit/realtime';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';

function onVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/** Whether the page is visible; also after a change between the first render and its effects. */
export const useIsVisible = (): boolean =>
  useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible');

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
