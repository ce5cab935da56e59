import { isolate } from '@paddock/contract/core/isolate';
import { everybodyGroupId, type GroupCard } from '@paddock/contract/calls/groups';
import type { ShoutCard } from '@paddock/contract/calls/shouts';
import type { UserCard } from '@paddock/contract/calls/users';
import { useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { List } from '@paddock/mfe-kit/list';
import { useHref, useWithParts } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { useSlotAvailable } from '@paddock/mfe-kit/slots';
import { GroupAvatar, PersonAvatar } from '@paddock/ui/avatar';
import { Button } from '@paddock/ui/button';
import { groupIcon, toneOfGroup } from '@paddock/ui/group-icon';
import { Joined } from '@paddock/ui/joined';
import { ChatRow, ListRow, SectionHead } from '@paddock/ui/row';
import { Empty } from '@paddock/ui/state';
import { Tag } from '@paddock/ui/tag';
import { EyeOff } from 'lucide-react';
import { useMemo } from 'react';
import { useMemberLink } from '../new-chat/use-member-link';
import { useShortTime } from '@paddock/mfe-kit/short-time';
import { snippet } from './snippet';
import type { Search } from './use-search';

type Row =
  | { kind: 'head'; name: 'groups' | 'users' | 'shouts' }
  | { kind: 'group'; group: GroupCard }
  | { kind: 'user'; user: UserCard }
  | { kind: 'shout'; shout: ShoutCard }
  | { kind: 'more'; of: string };

interface SearchResultsProps {
  search: Search;
  /** Returns to the chats. */
  onClear: () => void;
}

/** Matching users, groups and shouts, at most 15 each; a row states when there are more (A §2). */
export function SearchResults({ search: { results, query }, onClear }: SearchResultsProps) {
  const t = useText();
  const { data } = results;
  const rows = useMemo(() => rowsOf(data), [data]);
  if (results.isPending) return null;
  return (
    <List
      id={`search/${query}`}
      label={t('search.results')}
      query={results}
      rows={rows}
      rowKey={keyOf}
      isHead={(row) => row.kind === 'head'}
      render={(row) => <ResultRow row={row} query={query} />}
      shape="row"
      divider="avatar"
      empty={
        <Empty title={t('search.nothing')} action={<Button onPress={onClear}>{t('search.clear_search')}</Button>} />
      }
    />
  );
}

function rowsOf(found: Search['results']['data']): Row[] {
  const { groups = [], users = [], shouts = [], too_many = [] } = found ?? {};
  const section = (name: Extract<Row, { kind: 'head' }>['name'], rows: Row[]): Row[] => {
    if (rows.length === 0) return [];
    const more: Row[] = too_many.includes(name) ? [{ kind: 'more', of: name }] : [];
    return [{ kind: 'head', name }, ...rows, ...more];
  };
  return [
    ...section(
      'groups',
      groups.map((group) => ({ kind: 'group', group })),
    ),
    ...section(
      'users',
      users.map((user) => ({ kind: 'user', user })),
    ),
    ...section(
      'shouts',
      shouts.map((shout) => ({ kind: 'shout', shout })),
    ),
  ];
}

function keyOf(row: Row): string {
  if (row.kind === 'head') return `head/${row.name}`;
  if (row.kind === 'more') return `more/${row.of}`;
  const id = row.kind === 'group' ? row.group.id : row.kind === 'user' ? row.user.id : row.shout.id;
  return `${row.kind}/${id}`;
}

function ResultRow({ row, query }: { row: Row; query: string }) {
  const t = useText();
  switch (row.kind) {
    case 'head':
      return <SectionHead>{t(`search.${row.name}`)}</SectionHead>;
    case 'group':
      return <GroupRow group={row.group} />;
    case 'user':
      return <UserRow user={row.user} />;
    case 'shout':
      return <ShoutRow shout={row.shout} query={query} />;
    case 'more':
      return <ListRow title={<span className="text-secondary">{t('search.too_many')}</span>} />;
  }
}

function GroupRow({ group }: { group: GroupCard }) {
  const t = useText();
  const opens = useSlotAvailable('shouts.conversation');
  const withParts = useWithParts();
  return (
    <ListRow
      {...(opens && { href: `#${withParts(`/main/chats/${group.id}`)}` })}
      start={<GroupAvatar tone={toneOfGroup(group.color)} icon={groupIcon(group.icon)} src={group.image_url} />}
      title={group.title}
      end={group.invisible && <Tag icon={EyeOff}>{t('search.invisible')}</Tag>}
    />
  );
}

function UserRow({ user }: { user: UserCard }) {
  return (
    <ListRow
      {...useMemberLink(user)}
      start={<PersonAvatar id={user.id} name={user.fullname} src={user.profile_image} online={user.online} />}
      title={user.fullname}
      sub={<Joined parts={[user.username, user.company]} />}
    />
  );
}

/** Names the chat, and opens it at the shout; a comment opens marked below its shout. */
function ShoutRow({ shout, query }: { shout: ShoutCard; query: string }) {
  const t = useText();
  const shortTime = useShortTime();
  const nameMember = useMemberName();
  const { user: self } = useSession();
  const { id, user, group, recipients = [], in_reply_to } = shout;
  const others = [user, ...recipients].filter((one) => one.id !== self?.id);
  const chat = group ? group.id : others.length === 1 ? others[0]!.id : undefined;
  const comments = useHref('shouts.shout', in_reply_to === undefined ? { id } : { id: in_reply_to, comment: id });
  const conversation = useHref('shouts.conversation', { id: chat ?? '', shout: id });
  const href = in_reply_to === undefined && chat !== undefined ? conversation : comments;
  const title = group
    ? group.id === everybodyGroupId
      ? t('everybody')
      : group.title
    : others.map((one) => nameMember(one)).join(', ');
  const author = user.id === self?.id ? t('you') : isolate(nameMember(user));
  return (
    <ChatRow
      {...(href !== null && { href })}
      avatar={
        group ? (
          <GroupAvatar tone={toneOfGroup(group.color)} icon={groupIcon(group.icon)} src={group.image_url} />
        ) : (
          <PersonAvatar id={others[0]?.id ?? ''} name={title} src={others[0]?.profile_image} />
        )
      }
      name={title}
      author={group || user.id === self?.id ? t('author', { name: author }) : undefined}
      time={shortTime(shout.created)}
      whole
      subtitle={snippet(shout.shout, query).map(({ text, hit }, index) =>
        hit ? <mark key={index}>{text}</mark> : text,
      )}
    />
  );
}
