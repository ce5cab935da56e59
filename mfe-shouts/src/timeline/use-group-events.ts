import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';

/**
 * Calls `changed` when the member joins or leaves the group, when its head or the member's rights in it change, and when the other member
 * of a direct chat changes, as by a block.
 */
export function useGroupEvents(id: string, changed: () => unknown): void {
  const { workplace } = useSession();
  const here = (event: { workplace: string; conversation: string }) => {
    if (event.workplace === workplace && event.conversation === id) changed();
  };
  useRealtime('joining_group', here);
  useRealtime('leaving_group', here);
  useRealtime('updating_group', here);
  useRealtime('updating_user', (event) => {
    if (event.id === id) changed();
  });
}
