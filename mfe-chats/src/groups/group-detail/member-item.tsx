import { removeGroupMember, setGroupOwner, setGroupReadOnly } from '@paddock/contract/calls/group-members';
import type { GroupMember } from '@paddock/contract/calls/groups';
import { useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { useHref } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { PersonAvatar } from '@paddock/ui/avatar';
import { GroupMemberRow } from '@paddock/ui/group';
import { Menu, type MenuEntry } from '@paddock/ui/menu';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { Tag } from '@paddock/ui/tag';
import { Crown, Eye, PencilLine, UserMinus, UserRound } from 'lucide-react';
import { useState } from 'react';
import { groupReads, useGroupTitle } from '../use-group';
import type { GroupReply } from './inside-group';

interface MemberItemProps {
  member: GroupMember;
  reply: Pick<GroupReply, 'group' | 'manages'>;
}

/** A member of a group, with the tools of those who manage it. */
export function MemberItem({ member, reply: { group, manages } }: MemberItemProps) {
  const t = useText();
  const nameOf = useMemberName();
  const { user: self } = useSession();
  const titleOf = useGroupTitle();
  const profile = useHref('people.profile', { uid: member.id });
  const name = nameOf(member);
  const isSelf = member.id === self?.id;
  const { items, removing, stay, remove } = useMemberTools(group.id, member);
  return (
    <>
      <GroupMemberRow
        avatar={<PersonAvatar id={member.id} name={name} src={member.profile_image} size="m" online={member.online} />}
        name={name}
        sub={member.company}
        href={profile ?? undefined}
        tags={
          (member.owner || member.read_only || isSelf) && (
            <>
              {(member.owner || isSelf) && (
                <Tag>{t(isSelf ? (member.owner ? 'group.you_owner' : 'you') : 'group.owner')}</Tag>
              )}
              {member.read_only && <Tag icon={Eye}>{t('group.read_only')}</Tag>}
            </>
          )
        }
        action={manages && items.length > 0 && <Menu label={t('more', { name })} items={items} dense />}
      />
      <ConfirmDialog
        open={removing}
        onClose={stay}
        onConfirm={remove.confirm}
        title={t('group.remove.ask', { name })}
        text={t('group.remove.text', { title: titleOf(group) })}
        confirmLabel={t('group.remove.confirm')}
        cancelLabel={t('group.cancel')}
        danger
        pending={remove.pending}
      />
    </>
  );
}

/** Owner or not, read only or not, and removal, as far as the service permits them: the only owner stays. */
function useMemberTools(id: string, member: MemberItemProps['member']) {
  const t = useText();
  const toast = useToast();
  const { flags } = useSession();
  const [removing, setRemoving] = useState(false);
  const stay = () => setRemoving(false);
  const settings = { invalidates: groupReads, onError: toast.error };
  const setOwner = useCallMutation(setGroupOwner, settings);
  const setReadOnly = useCallMutation(setGroupReadOnly, settings);
  const remove = useCallMutation(removeGroupMember, settings);
  const uid = member.id;
  const items: MenuEntry[] = [];
  if (!member.owner)
    items.push({
      id: 'owner',
      label: t('group.tools.make_owner'),
      icon: Crown,
      onPress: () => setOwner.mutate({ id, uid, owner: true }),
    });
  if (member.owner && !member.only_owner)
    items.push({
      id: 'no_owner',
      label: t('group.tools.no_owner'),
      icon: UserRound,
      onPress: () => setOwner.mutate({ id, uid, owner: false }),
    });
  if (flags.per_user_read_only && member.read_only === false)
    items.push({
      id: 'mute',
      label: t('group.tools.mute'),
      icon: Eye,
      onPress: () => setReadOnly.mutate({ id, uid, read_only: true }),
    });
  if (flags.per_user_read_only && member.read_only)
    items.push({
      id: 'unmute',
      label: t('group.tools.unmute'),
      icon: PencilLine,
      onPress: () => setReadOnly.mutate({ id, uid, read_only: false }),
    });
  if (!member.only_owner)
    items.push({
      id: 'remove',
      label: t('group.tools.remove'),
      icon: UserMinus,
      danger: true,
      onPress: () => setRemoving(true),
    });
  return {
    items,
    removing,
    stay,
    remove: { pending: remove.isPending, confirm: () => remove.mutate({ id, uid }, { onSettled: stay }) },
  };
}
