import type { UserCard } from '@paddock/contract/calls/users';
import { PersonAvatar } from '@paddock/ui/avatar';
import { PersonRow } from '@paddock/ui/person-row';
import { useMemo } from 'react';
import { useMemberName } from '../i18n/i18n';
import { useHref } from '../navigation/navigation';
import { List, type ListProps, type ListQuery } from './list';

interface PeopleListProps extends Pick<ListProps<UserCard>, 'id' | 'label' | 'empty'> {
  /** The result of `useCallInfinite` for a call whose pages have `users`. */
  query: ListQuery & { data: { pages: readonly { users: readonly UserCard[] }[] } | undefined };
}

/** Members, page by page; a row leads to the profile. */
export function PeopleList({ query, ...list }: PeopleListProps) {
  const people = useMemo(() => query.data?.pages.flatMap(({ users }) => users) ?? [], [query.data]);
  return (
    <List
      {...list}
      query={query}
      rows={people}
      rowKey={({ id }) => id}
      render={(member) => <MemberRow member={member} />}
      shape="person"
      divider="avatar"
    />
  );
}

/** A member's name, company and further lines; leads to the profile where that is deployed. */
export function MemberRow({ member, lines = [] }: { member: UserCard; lines?: readonly string[] }) {
  const nameOf = useMemberName();
  const href = useHref('people.profile', { uid: member.id }) ?? undefined;
  const { id, fullname, profile_image, online, company } = member;
  return (
    <PersonRow
      avatar={<PersonAvatar id={id} name={fullname} src={profile_image} online={online} />}
      lines={[nameOf(member), ...(company ? [company] : []), ...lines]}
      href={href}
    />
  );
}
