import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';

/** Calls `changed` when the member joins or leaves the group, and when its head or the member's rights in it change. */
export function useGroupEvents(id: string, changed: () => unknown): void {
  const { workplace } = useSession();
  const here = (event: { workplace: string; conversation: string }) => {
    if (event.workplace === workplace && event.conversation === id) changed();
  };
  useRealtime('joining_group', here);
  useRealtime('leaving_group', here);
  useRealtime('updating_group', here);
}
