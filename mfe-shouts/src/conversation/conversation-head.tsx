import { type Conversation, readAudience } from '@paddock/contract/calls/shouts';
import type { CallReply } from '@paddock/contract/core/call';
import { useText } from '@paddock/mfe-kit/i18n';
import { useHref } from '@paddock/mfe-kit/navigation';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { GroupAvatar, PersonAvatar } from '@paddock/ui/avatar';
import { groupIcon, toneOfGroup } from '@paddock/ui/group-icon';
import { Joined } from '@paddock/ui/joined';
import { HeaderProfile } from '@paddock/ui/pane';
import { useGroupEvents } from '../timeline/use-group-events';

/** Names the group or the other member, and leads to its page or their profile. */
export function ConversationHead({ head, name }: { head: Conversation; name: string }) {
  const t = useText();
  const { community } = useSession();
  const [other] = head.users;
  const profile = useHref('people.profile', { uid: other?.id ?? '' });
  const group = useHref('chats.group', { id: head.id });
  const isGroup = head.kind === 'group';
  const { data: audience, refetch } = useCallQuery(readAudience, { id: head.id }, { enabled: isGroup });
  useGroupEvents(head.id, () => isGroup && refetch());
  if (head.kind === 'direct' && other)
    return (
      <HeaderProfile
        avatar={<PersonAvatar id={other.id} name={name} src={other.profile_image} size="m" online={other.online} />}
        title={name}
        {...(profile !== null && other.fullname && { href: profile })}
        sub={<Joined parts={[other.company, other.online && t('online')]} />}
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
      {...(isGroup && group !== null && { href: group })}
      sub={isGroup ? (audienceText(t, audience) ?? t('group')) : community.title}
    />
  );
}

/** '24 members · 9 online'; undefined where the members are hidden. */
function audienceText(t: ReturnType<typeof useText>, { members, online }: CallReply<typeof readAudience> = {}) {
  if (members === undefined) return undefined;
  return [t('members', { count: members }), online ? t('online_count', { count: online }) : '']
    .filter(Boolean)
    .join(' · ');
}
