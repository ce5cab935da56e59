import { searchPeople } from '@paddock/contract/calls/people';
import { useCallInfinite } from '@paddock/mfe-kit/queries';
import { useSearchText } from '@paddock/mfe-kit/search-text';
import { useSession } from '@paddock/mfe-kit/session';

/** The search text and the members it finds. */
export function usePeopleSearch() {
  const { flags } = useSession();
  const { isTyping, ...search } = useSearchText();
  const { query } = search;
  const results = useCallInfinite(
    searchPeople,
    { query, count: Math.min(flags.max_display_count, 60) },
    { next: (page) => (page.next === null ? null : { page: page.next }), enabled: query !== '' },
  );
  // Loading a further page is not pending: the end of the list shows its own skeleton.
  const pending = isTyping || (search.active && results.isPending);
  return { ...search, results, pending };
}
export type PeopleSearch = ReturnType<typeof usePeopleSearch>;
