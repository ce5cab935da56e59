import { readProfile } from '@paddock/contract/calls/people';
import { useText } from '@paddock/mfe-kit/i18n';
import { List, useItemBeside } from '@paddock/mfe-kit/list';
import { Button } from '@paddock/ui/button';
import { SectionHead } from '@paddock/ui/row';
import { Empty } from '@paddock/ui/state';
import { useMemo } from 'react';
import { PersonItem } from './person-item';
import type { PeopleSearch } from './use-people-search';

interface FoundPeopleProps {
  search: PeopleSearch;
  openId: string | undefined;
  /** The member to mark. */
  markedId: string | undefined;
  /** Clears the search and shows all members. */
  onClear: () => void;
}

const inputOf = (id: string) => ({ id });

/** The found members below their number (A §2, People: the result texts). */
export function FoundPeople({ search, openId, markedId, onClear }: FoundPeopleProps) {
  const t = useText();
  const { query, results } = search;
  const pages = results.data?.pages ?? [];
  const total = pages.at(-1)?.total_users ?? 0;
  const items = useMemo(() => results.data?.pages.flatMap((page) => page.results.map(({ id }) => id)), [results.data]);
  useItemBeside({ path: '/main/people', open: openId, items, read: readProfile, inputOf });
  const text = t('search.found', { count: total });
  return (
    <>
      <div role="status">
        {results.data && total > 0 && <SectionHead tight>{text}</SectionHead>}
        {results.data && total === 0 && <span className="sr-only">{text}</span>}
      </div>
      <List
        id={`search ${query}`}
        label={t('search.results')}
        rows={pages.flatMap((page) => page.results)}
        rowKey={(person) => person.id}
        render={(person) => <PersonItem person={person} current={person.id === markedId} />}
        query={results}
        linked={openId}
        shape="person"
        divider="avatar"
        empty={<Empty title={text} action={<Button onPress={onClear}>{t('search.clear_search')}</Button>} />}
      />
    </>
  );
}
