import { type PersonRow, searchPeople } from '@paddock/contract/calls/people';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Joined } from '@paddock/ui/joined';
import { ListRow, Rows } from '@paddock/ui/row';
import { SearchField } from '@paddock/ui/search-field';
import { useEffect, useState } from 'react';
import styles from './new-chat.module.css';
import { PendingMembers } from './pending-members';
import { useMemberLink } from './use-member-link';

const shown = 30;
/** Milliseconds without typing before a search is sent (A §9). */
const DEBOUNCE = 200;

/** Finds the member for a new chat: opens the direct chat with them, or their profile where that is not allowed. */
export function MemberSearch() {
  const t = useText();
  const { user } = useSession();
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text]);
  const found = useCallQuery(searchPeople, { query, count: shown, ...(user && { exclude_users: user.id }) });
  const people = found.data?.results;
  return (
    <div className="stack gap-3">
      <SearchField
        autoFocus
        label={t('new_chat.search')}
        value={text}
        onChange={setText}
        pending={found.isFetching}
        pendingLabel={t('search.pending')}
        clearLabel={t('search.clear')}
      />
      <p role="status" className={people?.length === 0 ? 'pad text-tertiary' : 'sr-only'}>
        {people && t('new_chat.found', { count: people.length })}
      </p>
      {found.isPending && <PendingMembers />}
      <Rows divider="avatar-s" label={t('new_chat.members')} className={styles.members ?? ''}>
        {people?.map((person) => (
          <MemberRow key={person.id} person={person} />
        ))}
      </Rows>
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
