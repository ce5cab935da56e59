import { readSelf } from '@paddock/contract/calls/account';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { POLLING_INTERVAL } from '@paddock/mfe-kit/realtime';
import { useEffect } from 'react';

/**
 * What the server says of the member now: asked on opening, every 6 s (A §9) while the window is looked at, and each time it is
 * looked at again. Who waits here has no socket that would tell.
 */
export function useOwnRecord({ enabled = true }: { enabled?: boolean } = {}) {
  const query = useCallQuery(readSelf, {}, { staleTime: 0, enabled });
  const { data, isFetchedAfterMount, refetch } = query;
  useEffect(() => {
    if (!enabled) return;
    const ask = () => {
      if (document.visibilityState === 'visible') void refetch();
    };
    const timer = setInterval(ask, POLLING_INTERVAL);
    window.addEventListener('focus', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', ask);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [enabled, refetch]);
  // What was known before is what another page here has just changed.
  return { data: isFetchedAfterMount ? data : undefined, refetch };
}
