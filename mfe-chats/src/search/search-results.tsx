import type { GroupCard } from '@paddock/contract/groups';
import type { ShoutCard } from '@paddock/contract/shouts';
import type { UserCard } from '@paddock/contract/users';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { useHref } from '@paddock/mfe-kit/navigation';
import { useSlotAvailable } from '@paddock/mfe-kit/slots';
import { GroupAvatar, PersonAvatar } from '@paddock/ui/avatar';
import { groupIcon, toneOfGroup } from '@paddock/ui/group-icon';
import { ChatRow, ListRow, Rows, SectionHead } from '@paddock/ui/row';
import { Empty, ErrorState } from '@paddock/ui/state';
import type { ReactNode } from 'react';
import { useShortTime } from '../chat-list/use-short-time';
import { snippet } from './snippet';
import type { Search } from './use-search';

/** Users, groups and shouts that match, at most 15 each; a row says where there were more (A §2). */
export function SearchResults({ search: { results, query } }: { search: Search }) {
  const t = useText();
  const errorText = useErrorText();
  if (results.isError)
    return (
      <ErrorState
        title={errorText(results.error)}
        code={results.error.code}
        retryLabel={t('retry')}
        onRetry={() => void results.refetch()}
      />
    );
  if (!results.data) return null;
  const { groups = [], users = [], shouts = [], too_many = [] } = results.data;
  if (groups.length + users.length + shouts.length === 0) return <Empty title={t('search.nothing')} />;
  return (
    <>
      <Section name="groups" more={too_many.includes('groups')}>
        {groups.map((group) => (
          <GroupRow key={group.id} group={group} />
        ))}
      </Section>
      <Section name="users" more={too_many.includes('users')}>
        {users.map((user) => (
          <UserRow key={user.id} user={user} />
        ))}
      </Section>
      <Section name="shouts" more={too_many.includes('shouts')}>
        {shouts.map((shout) => (
          <ShoutRow key={shout.id} shout={shout} query={query} />
        ))}
      </Section>
    </>
  );
}

function Section({ name, more, children }: { name: string; more: boolean; children: ReactNode[] }) {
  const t = useText();
  if (children.length === 0) return null;
  return (
    <section>
      <SectionHead>{t(`search.${name}`)}</SectionHead>
      <Rows cut="avatar">
        {children}
        {more && <ListRow title={<span className="two">{t('search.too_many')}</span>} />}
      </Rows>
    </section>
  );
}

function GroupRow({ group }: { group: GroupCard }) {
  const opens = useSlotAvailable('shouts.conversation');
  return (
    <ListRow
      {...(opens && { href: `#/main/chats/${group.id}` })}
      start={
        <GroupAvatar tone={toneOfGroup(group.color)} icon={groupIcon(group.icon)} src={group.image_url} size="m" />
      }
      title={group.title}
    />
  );
}

function UserRow({ user }: { user: UserCard }) {
  const opens = useSlotAvailable('shouts.conversation');
  return (
    <ListRow
      {...(opens && { href: `#/main/chats/${user.id}` })}
      start={<PersonAvatar id={user.id} name={user.fullname} src={user.profile_image} size="m" online={user.online} />}
      title={user.fullname}
      sub={[user.username, user.company].filter(Boolean).join(' · ')}
    />
  );
}

function ShoutRow({ shout, query }: { shout: ShoutCard; query: string }) {
  const shortTime = useShortTime();
  const href = useHref('shouts.shout', { id: shout.in_reply_to ?? shout.id });
  return (
    <ChatRow
      {...(href !== null && { href })}
      avatar={<PersonAvatar id={shout.user.id} name={shout.user.fullname} src={shout.user.profile_image} />}
      name={shout.user.fullname}
      time={shortTime(shout.created)}
      subtitle={snippet(shout.shout, query).map(({ text, hit }, index) =>
        hit ? <mark key={index}>{text}</mark> : text,
      )}
    />
  );
}
