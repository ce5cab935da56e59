import { readBadges } from '@paddock/contract/calls/badges';
import { markUnread, readChats } from '@paddock/contract/calls/chats';
import type { Shout } from '@paddock/contract/calls/shouts';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';

/**
 * Marks a conversation unread from a shout on. What is on the screen does not mark it read again until the member returns to it.
 * @param hold stops the marking as read
 * @param onMarked receives the position before the shout
 */
export function useUnreadFrom(id: string, hold: () => Promise<void>, onMarked: (after: number) => void) {
  const toast = useToast();
  const { mutateAsync } = useCallMutation(markUnread, { invalidates: [readChats, readBadges] });
  return async ({ seq }: Shout): Promise<void> => {
    if (seq === undefined) return;
    await hold();
    try {
      await mutateAsync({ id, seq });
      onMarked(seq - 1);
      toast('marked_unread');
    } catch (error) {
      toast.error(error);
    }
  };
}
