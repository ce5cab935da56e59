import { everybodyGroupId, type GroupMember } from '@paddock/contract/calls/groups';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { List, type ListQuery } from '@paddock/mfe-kit/list';
import { useSession } from '@paddock/mfe-kit/session';
import { GroupMembers } from '@paddock/ui/group';
import { Segmented } from '@paddock/ui/segmented';
import { useState } from 'react';
import { AskingMembers } from './asking-members';
import type { GroupReply } from './inside-group';
import { MemberItem } from './member-item';
import { MemberSearch } from './member-search';
import { RemovedMembers } from './removed-members';
import { useGroupMembers } from '../use-group';

type Tab = 'members' | 'asking' | 'read_only' | 'removed';

/** A list of more members than this has a search. */
const searchedFrom = 20;

interface MembersCardProps {
  reply: GroupReply;
  members: readonly GroupMember[];
  query: ListQuery;
}

/** Owners and members, by name in a large group; for those who manage the group also requests, read-only and removed members. */
export function MembersCard({ reply, members, query }: MembersCardProps) {
  const t = useText();
  const format = useFormat();
  const { flags } = useSession();
  const [tab, setTab] = useState<Tab>('members');
  const { group, manages, requests } = reply;
  const isListed = group.total_users !== undefined && group.id !== everybodyGroupId;
  if (!isListed && !manages) return null;

  const count = { members: group.total_users, asking: requests, read_only: undefined, removed: undefined };
  const tabs: Tab[] = [
    'members',
    'asking',
    ...(isListed && flags.per_user_read_only ? (['read_only'] as const) : []),
    'removed',
  ];
  return (
    <GroupMembers
      label={t('group.members')}
      head={
        manages && (
          <Segmented
            label={t('group.tabs.label')}
            options={tabs.map((id) => ({
              id,
              label: (
                <>
                  {t(`group.tabs.${id}`)}{' '}
                  {count[id] !== undefined && <span className="tabular-nums">{format.number(count[id])}</span>}
                </>
              ),
            }))}
            value={tab}
            onChange={setTab}
          />
        )
      }
    >
      {tab === 'asking' ? (
        <AskingMembers id={group.id} />
      ) : tab === 'removed' ? (
        <RemovedMembers id={group.id} />
      ) : isListed ? (
        tab === 'read_only' ? (
          <ReadOnlyMembers reply={reply} />
        ) : (group.total_users ?? 0) > searchedFrom ? (
          <MemberSearch reply={reply}>
            <MemberRows tab="members" reply={reply} members={members} query={query} />
          </MemberSearch>
        ) : (
          <MemberRows tab="members" reply={reply} members={members} query={query} />
        )
      ) : (
        <MemberSearch reply={reply} />
      )}
    </GroupMembers>
  );
}

function ReadOnlyMembers({ reply }: Pick<MembersCardProps, 'reply'>) {
  const { members, query } = useGroupMembers(reply.group.id, 'read_only');
  return <MemberRows tab="read_only" reply={reply} members={members} query={query} />;
}

function MemberRows({ tab, reply, members, query }: MembersCardProps & { tab: 'members' | 'read_only' }) {
  const t = useText();
  return (
    <List
      id={`group-${reply.group.id}-${tab}`}
      label={t(`group.tabs.${tab}`)}
      query={query}
      rows={members}
      rowKey={({ id }) => id}
      render={(member) => <MemberItem member={member} reply={reply} />}
      shape="row"
      divider="avatar-m"
      empty={t('group.none')}
    />
  );
}
