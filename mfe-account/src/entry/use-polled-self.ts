import { readSelf } from '@paddock/contract/calls/account';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { POLLING_INTERVAL } from '@paddock/mfe-kit/realtime';
import { useEffect } from 'react';

/**
 * The server's current record of the member: read on mount, every 6 s (A §9) while the window is visible, and each time it
 * becomes visible. A member without access has no socket that would announce changes.
 */
export function usePolledSelf({ enabled = true }: { enabled?: boolean } = {}) {
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
  // Ignore the cached record: another page may just have changed it.
  return { data: isFetchedAfterMount ? data : undefined, refetch };
}
