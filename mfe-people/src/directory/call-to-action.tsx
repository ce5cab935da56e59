import { type PersonRow, readProfile } from '@paddock/contract/calls/people';
import { contactHref } from '@paddock/contract/core/text-links';
import { useText } from '@paddock/mfe-kit/i18n';
import { useNavigate } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { IconButton } from '@paddock/ui/button';
import { MessageCircle, Phone } from 'lucide-react';
import { type useDirectChat, useProfilePath } from './use-direct-chat';

interface CallToActionProps {
  kind: 'message' | 'call';
  person: PersonRow;
  chat: ReturnType<typeof useDirectChat>;
}

/** The row's action: the direct chat, or a telephone call. */
export function CallToAction({ kind, person, chat }: CallToActionProps) {
  const t = useText();
  if (kind === 'call') return <PhoneCall person={person} />;
  if (!chat.isOffered) return null;
  return (
    <IconButton
      icon={MessageCircle}
      label={t('call_to_action.message', { name: person.fullname })}
      pending={chat.isPending}
      onPress={chat.open}
    />
  );
}

/** Calls the member's number, if this member may see it; else opens the profile. */
function PhoneCall({ person: { id, fullname } }: { person: PersonRow }) {
  const t = useText();
  const toast = useToast();
  const go = useNavigate();
  const profile = useProfilePath(id);
  const ask = useCallMutation(readProfile, {
    onSuccess: ({ phone }) => {
      if (phone === undefined) go(profile);
      else window.location.href = contactHref('tel', phone);
    },
    onError: toast.error,
  });
  return (
    <IconButton
      icon={Phone}
      label={t('call_to_action.call', { name: fullname })}
      pending={ask.isPending}
      onPress={() => ask.mutate({ id })}
    />
  );
}
