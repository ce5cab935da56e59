import { isConnected, useConnection } from '@paddock/mfe-kit/realtime';
import { useEffect, useEffectEvent, useState } from 'react';

/** Whether the page is in sight. */
export function useIsVisible(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const follow = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);
  return visible;
}

/**
 * Whether somebody sees things as they come. Not while the page is out of sight or the server does not answer, and not yet
 * when it is back: a phone that wakes shows what it knew, so that what it missed is asked for first (`ask`).
 */
export function useAttending(ask: () => Promise<unknown>): boolean {
  const visible = useIsVisible();
  const here = isConnected(useConnection()) && visible;
  const [missed, setMissed] = useState(!here);
  if (!here && !missed) setMissed(true);
  const askNow = useEffectEvent(ask);
  const catchingUp = here && missed;
  useEffect(() => {
    if (!catchingUp) return;
    let left = false;
    void askNow().then(() => {
      if (!left) setMissed(false);
    });
    return () => {
      left = true;
    };
  }, [catchingUp]);
  return here && !missed;
}
