import { readDue, readDueMembers, readDues } from '@paddock/contract/calls/dues';
import { useCallCache } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';

/** Calls that show dues. */
export const showsDues = [readDues, readDue, readDueMembers] as const;

/** Reads the dues again when one changed, or a payment did. */
export function useLiveDues(): void {
  const { workplace } = useSession();
  const cache = useCallCache();
  useRealtime('updating_dues', (update) => {
    if (update.workplace === workplace) for (const call of showsDues) void cache.refresh(call);
  });
}
