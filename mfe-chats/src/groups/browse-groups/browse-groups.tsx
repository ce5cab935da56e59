import { browseGroups, type BrowsedGroup } from '@paddock/contract/calls/group-browsing';
import { askToJoinGroup } from '@paddock/contract/calls/group-requests';
import { useText } from '@paddock/mfe-kit/i18n';
import { List } from '@paddock/mfe-kit/list';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallInfinite, useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Button } from '@paddock/ui/button';
import { GroupMemberRow } from '@paddock/ui/group';
import { Scroll } from '@paddock/ui/pane';
import { Tag } from '@paddock/ui/tag';
import { EyeOff } from 'lucide-react';
import { useMemo } from 'react';
import { GroupAvatar } from '../group-avatar';
import { GroupFrame } from '../group-frame';
import { groupReads } from '../use-group';

/** The groups of the workplace by title, each with the way in (decisions: Shouts, chats, groups). */
export function BrowseGroups() {
  const t = useText();
  const onPress = useBack('/main/chats');
  const query = useCallInfinite(browseGroups, {}, { next: ({ next }) => (next === null ? null : { after: next }) });
  const pages = query.data?.pages;
  const rows = useMemo(() => (pages ?? []).flatMap(({ groups }) => groups), [pages]);
  return (
    <GroupFrame label={t('group.browse.title')} back={{ onPress }}>
      <Scroll>
        <List
          id="groups"
          label={t('group.browse.title')}
          query={query}
          rows={rows}
          rowKey={({ id }) => id}
          render={(group) => <BrowsedRow group={group} />}
          shape="row"
          divider="avatar-m"
          empty={t('group.browse.none')}
        />
      </Scroll>
    </GroupFrame>
  );
}

function BrowsedRow({ group }: { group: BrowsedGroup }) {
  const t = useText();
  const toast = useToast();
  const { id, title, total_users, description, member, pending, invisible } = group;
  const joinsAtOnce = group.autojoin && !group.removed;
  const ask = useCallMutation(askToJoinGroup, {
    invalidates: [...groupReads, browseGroups],
    onSuccess: ({ state }) => toast(state === 'added' ? 'group.outside.added' : 'group.outside.sent'),
    onError: toast.error,
  });
  const word = joinsAtOnce ? 'join' : pending ? 'pending' : 'ask';
  return (
    <GroupMemberRow
      avatar={<GroupAvatar group={group} size="m" />}
      name={title}
      sub={total_users === undefined ? description : t('group.members_count', { count: total_users })}
      href={`#/main/group/${id}`}
      tags={
        (invisible || member) && (
          <>
            {invisible && <Tag icon={EyeOff}>{t('group.marks.hidden')}</Tag>}
            {member && <Tag>{t('group.browse.member')}</Tag>}
          </>
        )
      }
      action={
        !member && (
          <Button
            size="s"
            aria-label={t(`group.browse.${word}_of`, { title })}
            disabled={word === 'pending'}
            pending={ask.isPending}
            onPress={() => ask.mutate({ id })}
          >
            {t(`group.outside.${word}`)}
          </Button>
        )
      }
    />
  );
}
