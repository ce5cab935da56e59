import { readProfile } from '@paddock/contract/calls/people';
import type { UserCard } from '@paddock/contract/calls/users';
import { useHref, useNavigate, useWithParts } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useSlotAvailable } from '@paddock/mfe-kit/slots';
import { useToast } from '@paddock/mfe-kit/toasts';

/**
 * Where a member's row leads: to the direct chat, or to the profile where direct messages with them are not allowed (A §6). With
 * restrictions, the server decides which of the two opens. The row of a member who has blocked the caller shows a toast instead.
 * @param replace the opened page replaces this one in the history: for a dialog with an address
 */
export function useMemberLink(
  { id, blocked_you }: UserCard & { blocked_you?: boolean | undefined },
  replace = false,
): { href?: string; onPress?: () => void } {
  const opens = useSlotAvailable('shouts.conversation');
  const withParts = useWithParts();
  const go = useNavigate();
  const toast = useToast();
  const profile = useHref('people.profile', { uid: id });
  const { direct_messages_enabled: allowed } = useSession().flags;
  const path = `/main/chats/${encodeURIComponent(id)}`;
  const chat = opens ? `#${replace ? path : withParts(path)}` : null;
  const ask = useCallMutation(readProfile, {
    onSuccess({ can_message, blocked_you }) {
      const target = (can_message ? chat : null) ?? profile;
      if (blocked_you) toast('blocked_you', { kind: 'bad' });
      else if (target !== null) go(target, { replace });
    },
    onError: toast.error,
  });
  if (typeof allowed === 'object') return { onPress: () => ask.mutate({ id }) };
  if (allowed && blocked_you) return { onPress: () => toast('blocked_you', { kind: 'bad' }) };
  const href = allowed ? chat : profile;
  if (href === null) return {};
  return replace ? { onPress: () => go(href, { replace }) } : { href };
}
