import { readChats } from '@paddock/contract/calls/chats';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useSearchText } from '@paddock/mfe-kit/search-text';
import { useEffect, useState } from 'react';

/** Milliseconds that the spinner shows at least (A §2, B §9). */
const minSpinnerMs = 1000;

/** The search text and its results. */
export function useSearch() {
  const { isTyping, ...search } = useSearchText();
  const { query } = search;
  const results = useCallQuery(readChats, { verb: 'search', prop: 'all', query }, { enabled: query !== '' });
  const pending = useMinDuration(isTyping || (search.active && results.isFetching), minSpinnerMs);
  return { ...search, results, pending };
}
export type Search = ReturnType<typeof useSearch>;

/** Stays true for a minimum time, so that a fast reply does not flicker. */
export function useMinDuration(value: boolean, duration: number): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (value) setHeld(true);
  }, [value]);
  useEffect(() => {
    if (!held) return;
    const timer = setTimeout(() => setHeld(false), duration);
    return () => clearTimeout(timer);
  }, [held, duration]);
  return value || held;
}
