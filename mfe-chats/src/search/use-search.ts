import { readChats } from '@paddock/contract/chats';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useEffect, useState } from 'react';

/** Milliseconds of quiet before a search is sent, and for which its spinner stands at least (A §2, B §9). */
const DEBOUNCE = 200;
const SPINNER = 1000;

/** What is typed, and the results of it; an empty text leads back to the list. */
export function useSearch() {
  const [text, setText] = useState('');
  const query = useDebounced(text.trim(), DEBOUNCE);
  const active = text.trim() !== '';
  const results = useCallQuery(readChats, { verb: 'search', prop: 'all', query }, { enabled: query !== '' });
  const busy = active && (results.isFetching || query !== text.trim());
  return { text, setText, query, active, results, pending: useAtLeast(busy, SPINNER) };
}
export type Search = ReturnType<typeof useSearch>;

function useDebounced(value: string, delay: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}

/** Stays true for a while after it became true, so that a quick answer does not flicker. */
export function useAtLeast(value: boolean, duration: number): boolean {
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
