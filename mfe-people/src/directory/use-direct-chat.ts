import { type PersonRow, readProfile } from '@paddock/contract/calls/people';
import { useHref, useNavigate, useWithParts } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';

/** The address of a member's profile beside the list. */
export function useProfilePath(id: string): string {
  return useWithParts()(`/main/people/${encodeURIComponent(id)}`);
}

/** The way into the direct chat with a member. Checks when it opens whether this member may use it; if not, opens the profile (A §6). */
export function useDirectChat({ id }: PersonRow) {
  const toast = useToast();
  const go = useNavigate();
  const profile = useProfilePath(id);
  const { flags, user } = useSession();
  const conversation = useHref('shouts.conversation', { id });
  const ask = useCallMutation(readProfile, {
    onSuccess: ({ blocked_you, can_message }) => {
      if (blocked_you) toast('blocked_you', { kind: 'bad' });
      else go(can_message && conversation !== null ? conversation : profile);
    },
    onError: toast.error,
  });
  return {
    isOffered: conversation !== null && flags.direct_messages_enabled !== false && id !== user?.id,
    isPending: ask.isPending,
    open: () => ask.mutate({ id }),
  };
}
