import { liftGroupRemoval } from '@paddock/contract/calls/group-members';
import type { GroupMember } from '@paddock/contract/calls/groups';
import { useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { List } from '@paddock/mfe-kit/list';
import { useHref } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Button } from '@paddock/ui/button';
import { GroupMemberRow } from '@paddock/ui/group';
import { groupReads, useGroupMembers } from '../use-group';

/** Former members whom the group has removed, for those who manage it. */
export function RemovedMembers({ id }: { id: string }) {
  const t = useText();
  const { members, query } = useGroupMembers(id, 'removed');
  return (
    <List
      id={`group-${id}-removed`}
      label={t('group.tabs.removed')}
      query={query}
      rows={members}
      rowKey={(member) => member.id}
      render={(member) => <RemovedMember group={id} member={member} />}
      shape="row"
      divider="avatar-m"
      empty={t('group.removed.none')}
    />
  );
}

function RemovedMember({ group: id, member }: { group: string; member: GroupMember }) {
  const t = useText();
  const toast = useToast();
  const name = useMemberName()(member);
  const profile = useHref('people.profile', { uid: member.id });
  const lift = useCallMutation(liftGroupRemoval, {
    invalidates: groupReads,
    onSuccess: () => toast('group.removed.lifted', { name }),
    onError: toast.error,
  });
  return (
    <GroupMemberRow
      avatar={<PersonAvatar id={member.id} name={name} src={member.profile_image} size="m" />}
      name={name}
      sub={member.company}
      href={profile ?? undefined}
      action={
        <Button
          size="s"
          aria-label={t('group.removed.lift_of', { name })}
          pending={lift.isPending}
          onPress={() => lift.mutate({ id, uid: member.id })}
        >
          {t('group.removed.lift')}
        </Button>
      }
    />
  );
}
