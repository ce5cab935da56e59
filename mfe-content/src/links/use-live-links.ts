import { readLink, readLinks } from '@paddock/contract/calls/links';
import { useCallCache } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';

/** Reads the links again when one changed, or the member's plan did. */
export function useLiveLinks(): void {
  const { workplace } = useSession();
  const cache = useCallCache();
  useRealtime('updating_links', (update) => {
    if ((update.workplace ?? workplace) === workplace)
      for (const call of [readLinks, readLink]) void cache.refresh(call);
  });
}
