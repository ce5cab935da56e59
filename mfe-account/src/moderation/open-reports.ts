import { readReports } from '@paddock/contract/calls/moderation';
import { useCallCache, useCallQuery } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';

/** The number of open cases, for admins. */
export function useOpenReports(): { isAdmin: boolean; count: number } {
  const { isAdmin } = useSession();
  const cache = useCallCache();
  const { data } = useCallQuery(readReports, { count: 1 }, { live: true, enabled: isAdmin });
  useRealtime('updating_reports', () => void cache.refresh(readReports, { count: 1 }));
  return { isAdmin, count: isAdmin ? (data?.open ?? 0) : 0 };
}
