import type { Conversation } from '@paddock/contract/calls/shouts';
import { useText } from '@paddock/mfe-kit/i18n';
import { useHref } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { GroupAvatar, PersonAvatar } from '@paddock/ui/avatar';
import { groupIcon, toneOfGroup } from '@paddock/ui/group-icon';
import { HeaderProfile } from '@paddock/ui/pane';

/** Who the conversation is with; leads to the member's profile. */
export function ConversationHead({ head, name }: { head: Conversation; name: string }) {
  const t = useText();
  const { community } = useSession();
  const [other] = head.users;
  const profile = useHref('people.profile', { uid: other?.id ?? '' });
  if (head.kind === 'direct' && other)
    return (
      <HeaderProfile
        avatar={<PersonAvatar id={other.id} name={name} src={other.profile_image} size="m" online={other.online} />}
        title={name}
        {...(profile !== null && other.fullname && { href: profile })}
        sub={[other.company, other.online ? t('online') : undefined].filter(Boolean).join(' · ')}
      />
    );
  return (
    <HeaderProfile
      avatar={
        <GroupAvatar
          tone={toneOfGroup(head.group?.color)}
          icon={groupIcon(head.group?.icon)}
          src={head.group?.image_url}
          size="m"
        />
      }
      title={name}
      sub={head.kind === 'everybody' ? community.title : t('group')}
    />
  );
}
