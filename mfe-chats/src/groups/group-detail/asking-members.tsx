import { acceptGroupRequest, ignoreGroupRequest, readGroupRequests } from '@paddock/contract/calls/group-requests';
import { useFormat, useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { List } from '@paddock/mfe-kit/list';
import { useHref } from '@paddock/mfe-kit/navigation';
import { useCallInfinite, useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Button } from '@paddock/ui/button';
import { GroupMemberRow } from '@paddock/ui/group';
import type { GroupRequest } from '@paddock/contract/calls/group-requests';
import { useMemo } from 'react';
import { groupReads } from '../use-group';

/** Members who ask to join, each with the two decisions. */
export function AskingMembers({ id }: { id: string }) {
  const t = useText();
  const query = useCallInfinite(
    readGroupRequests,
    { id },
    { next: ({ next }) => (next === undefined ? null : { after: next }), live: true },
  );
  const pages = query.data?.pages;
  const rows = useMemo(() => (pages ?? []).flatMap(({ requests }) => requests), [pages]);
  return (
    <List
      id={`group-${id}-asking`}
      label={t('group.tabs.asking')}
      query={query}
      rows={rows}
      rowKey={({ user }) => user.id}
      render={(request) => <AskingMember group={id} request={request} />}
      shape="row"
      divider="avatar-m"
      empty={t('group.asking.none')}
    />
  );
}

function AskingMember({ group: id, request: { user, created } }: { group: string; request: GroupRequest }) {
  const t = useText();
  const toast = useToast();
  const format = useFormat();
  const name = useMemberName()(user);
  const profile = useHref('people.profile', { uid: user.id });
  const settings = { invalidates: groupReads, onError: toast.error };
  // The row is gone before the reply arrives.
  const accept = useCallMutation(acceptGroupRequest, {
    ...settings,
    onSuccess: () => toast('group.asking.ACCEPT_GROUP_REQUEST_SUCCESS'),
  });
  const ignore = useCallMutation(ignoreGroupRequest, settings);
  const busy = accept.isPending || ignore.isPending;
  return (
    <GroupMemberRow
      avatar={<PersonAvatar id={user.id} name={name} src={user.profile_image} size="m" online={user.online} />}
      name={name}
      sub={format.relative(created)}
      href={profile ?? undefined}
      action={
        <>
          <Button
            size="s"
            variant="ink"
            aria-label={t('group.asking.accept_of', { name })}
            pending={accept.isPending}
            disabled={busy}
            onPress={() => accept.mutate({ id, user: user.id })}
          >
            {t('group.asking.accept')}
          </Button>
          <Button
            size="s"
            aria-label={t('group.asking.ignore_of', { name })}
            pending={ignore.isPending}
            disabled={busy}
            onPress={() => ignore.mutate({ id, user: user.id })}
          >
            {t('group.asking.ignore')}
          </Button>
        </>
      }
    />
  );
}
