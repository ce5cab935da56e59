import { type PersonRow, searchPeople } from '@paddock/contract/calls/people';
import { useText } from '@paddock/mfe-kit/i18n';
import { List } from '@paddock/mfe-kit/list';
import { useCallInfinite } from '@paddock/mfe-kit/queries';
import { useSession, useTabTitle } from '@paddock/mfe-kit/session';
import { useDebounced } from '@paddock/mfe-kit/use-debounced';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Joined } from '@paddock/ui/joined';
import { Scroll } from '@paddock/ui/pane';
import { ListRow } from '@paddock/ui/row';
import { SearchField } from '@paddock/ui/search-field';
import { useMemo, useState } from 'react';
import styles from './new-chat.module.css';
import { useMemberLink } from './use-member-link';

/**
 * Finds the member for a new chat: opens the direct chat with them, or their profile where that is not allowed. Without a query it
 * lists all members, if the deployment has a directory.
 */
export function MemberSearch() {
  const t = useText();
  const { user } = useSession();
  const hasDirectory = useTabTitle('people') !== undefined;
  const [text, setText] = useState('');
  const query = useDebounced(text.trim());
  const enabled = hasDirectory || query !== '';
  const found = useCallInfinite(
    searchPeople,
    { query, ...(user && { exclude_users: user.id }) },
    { next: ({ next }) => (next === null ? null : { page: next }), enabled },
  );
  const pages = found.data?.pages;
  const people = useMemo(() => (pages ?? []).flatMap(({ results }) => results), [pages]);
  const total = pages?.at(-1)?.total_users;
  return (
    <div className={`stack gap-3 ${styles.search}`}>
      <SearchField
        autoFocus
        label={t('new_chat.search')}
        value={text}
        onChange={setText}
        pending={query !== text.trim() || (enabled && found.isPending)}
        pendingLabel={t('search.pending')}
        clearLabel={t('search.clear')}
      />
      <p role="status" className={total === 0 ? 'pad text-tertiary' : 'sr-only'}>
        {total !== undefined && t('new_chat.found', { count: total })}
      </p>
      {enabled && (
        <Scroll className={styles.members ?? ''}>
          <List
            id={`new-chat/${query}`}
            label={t('new_chat.members')}
            query={found}
            rows={people}
            rowKey={({ id }) => id}
            render={(person) => <MemberRow person={person} />}
            shape="person"
            divider="avatar-m"
            empty={null}
          />
        </Scroll>
      )}
    </div>
  );
}

function MemberRow({ person }: { person: PersonRow }) {
  const { id, fullname, username, company, profile_image, online } = person;
  return (
    <ListRow
      {...useMemberLink(person, true)}
      start={<PersonAvatar id={id} name={fullname} src={profile_image} size="m" online={online} />}
      title={fullname}
      sub={<Joined parts={[username, company]} />}
    />
  );
}
