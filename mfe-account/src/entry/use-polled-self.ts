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
  const { refetch } = query;
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
  return { data: freshOf(query), refetch, read: async () => freshOf(await refetch()) };
}

/**
 * Undefined for the cached record, because another page may just have changed it. A read that fails or is cancelled returns it, too: acting
 * on it would lead to the page that has just been closed, and back.
 */
const freshOf = <T>(query: { data: T | undefined; isFetchedAfterMount: boolean; isError: boolean }): T | undefined =>
  query.isFetchedAfterMount && !query.isError ? query.data : undefined;
