import { readGroup } from '@paddock/contract/calls/groups';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useDebounced } from '@paddock/mfe-kit/use-debounced';
import { Rows } from '@paddock/ui/row';
import { SearchField } from '@paddock/ui/search-field';
import { type ReactNode, useState } from 'react';
import type { GroupReply } from './inside-group';
import { MemberItem } from './member-item';

/** Letters from which members are searched. */
const minLetters = 3;
const maxFound = 20;

/** Finds members of a group by name; shows `children` until something is searched for. */
export function MemberSearch({ reply, children }: { reply: GroupReply; children?: ReactNode }) {
  const t = useText();
  const [text, setText] = useState('');
  const query = useDebounced(text.trim());
  const enabled = query.length >= minLetters;
  const found = useCallQuery(readGroup, { id: reply.group.id, query, count: maxFound }, { enabled });
  const count = enabled ? found.data?.users.length : undefined;
  return (
    <>
      <div className="pad stack gap-3">
        <SearchField
          label={t('group.search')}
          value={text}
          onChange={setText}
          pending={enabled && found.isFetching}
          pendingLabel={t('search.pending')}
          clearLabel={t('search.clear')}
        />
        <p role="status" className={count === 0 ? 'label text-secondary' : 'sr-only'}>
          {count !== undefined && t('new_chat.found', { count })}
        </p>
      </div>
      {enabled && found.data && (
        <Rows divider="avatar-m" label={t('group.members')}>
          {found.data.users.map((member) => (
            <MemberItem key={member.id} member={member} reply={reply} />
          ))}
        </Rows>
      )}
      {!enabled && children}
    </>
  );
}
