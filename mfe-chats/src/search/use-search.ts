import { readChats } from '@paddock/contract/calls/chats';
import { useAddressPart } from '@paddock/mfe-kit/navigation';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useEffect, useState } from 'react';

/** Milliseconds of quiet before a search is sent, and for which its spinner stands at least (A §2, B §9). */
const DEBOUNCE = 200;
const SPINNER = 1000;

/** What is typed, and the results of it; an empty text leads back to the list. The address says what was searched for. */
export function useSearch() {
  const [sent, send] = useAddressPart('search');
  const [text, setText] = useState(sent);
  const [known, setKnown] = useState(sent);
  if (sent !== known) {
    setKnown(sent);
    setText(sent);
  }
  useEffect(() => {
    if (text === sent) return;
    const timer = setTimeout(() => send(text.trim() === '' ? '' : text), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text, sent, send]);
  const query = sent.trim();
  const active = text.trim() !== '';
  const results = useCallQuery(readChats, { verb: 'search', prop: 'all', query }, { enabled: query !== '' });
  const busy = active && (results.isFetching || query !== text.trim());
  return { text, setText, query, active, results, pending: useAtLeast(busy, SPINNER) };
}
export type Search = ReturnType<typeof useSearch>;

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
