import { type PersonRow, type Profile, readProfile } from '@paddock/contract/calls/people';
import { useText } from '@paddock/mfe-kit/i18n';
import { useHref, useNavigate } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { IconButton } from '@paddock/ui/button';
import { MessageCircle, Phone } from 'lucide-react';

interface CallToActionProps {
  kind: 'message' | 'call';
  person: PersonRow;
}

/** The row's action. Checks on press whether this member may use it; if not, opens the profile (A §6). */
export function CallToAction({ kind, person }: CallToActionProps) {
  const t = useText();
  const toast = useToast();
  const go = useNavigate();
  const { flags } = useSession();
  const conversation = useHref('shouts.conversation', { id: person.id });
  const ask = useCallMutation(readProfile, {
    onSuccess: (profile) => (kind === 'message' ? message(profile) : call(profile)),
    onError: toast.error,
  });
  const toProfile = () => go(`/main/people/${encodeURIComponent(person.id)}`);
  const message = (profile: Profile) => {
    if (profile.blocked_you) toast('blocked_you');
    else if (profile.can_message && conversation !== null) go(conversation);
    else toProfile();
  };
  const call = ({ phone }: Profile) => {
    if (phone === undefined) toProfile();
    else window.location.href = `tel:${phone.replaceAll(/[^\d+*#]/g, '')}`;
  };
  if (kind === 'message' && (conversation === null || flags.direct_messages_enabled === false)) return null;
  return (
    <IconButton
      icon={kind === 'message' ? MessageCircle : Phone}
      label={t(`call_to_action.${kind}`, { name: person.fullname })}
      pending={ask.isPending}
      onPress={() => ask.mutate({ id: person.id })}
    />
  );
}
