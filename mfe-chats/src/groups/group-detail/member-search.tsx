import { searchPeople } from '@paddock/contract/calls/people';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { Rows } from '@paddock/ui/row';
import { SearchField } from '@paddock/ui/search-field';
import { useDeferredValue, useState } from 'react';
import type { GroupReply } from './inside-group';
import { MemberItem } from './member-item';

/** Letters from which members are searched. */
const minLetters = 3;

/** Finds members of a group whose list is hidden, for those who manage it. */
export function MemberSearch({ reply }: { reply: GroupReply }) {
  const t = useText();
  const [text, setText] = useState('');
  const query = useDeferredValue(text.trim());
  const enabled = query.length >= minLetters;
  const found = useCallQuery(searchPeople, { query, group: reply.group.id, count: 10 }, { enabled });
  return (
    <div className="pad stack gap-3">
      <SearchField
        label={t('group.search')}
        value={text}
        onChange={setText}
        pending={enabled && found.isFetching}
        pendingLabel={t('search.pending')}
        clearLabel={t('search.clear')}
      />
      {enabled && found.data && (
        <Rows divider="avatar-m" label={t('group.members')}>
          {found.data.results.map((person) => (
            <MemberItem key={person.id} member={person} reply={reply} />
          ))}
        </Rows>
      )}
      {enabled && found.data?.results.length === 0 && <p className="label text-secondary">{t('group.none_found')}</p>}
    </div>
  );
}
