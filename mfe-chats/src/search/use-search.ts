import { readChats } from '@paddock/contract/calls/chats';
import { useAddressPart } from '@paddock/mfe-kit/navigation';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useEffect, useState } from 'react';

/** Milliseconds without typing before a search is sent, and the spinner's minimum time (A §2, B §9). */
const DEBOUNCE = 200;
const SPINNER = 1000;

/** The search text and its results; an empty text returns to the list. The address holds the query. */
export function useSearch() {
  const [sent, send] = useAddressPart('search');
  const [text, setText] = useState(sent);
  const [known, setKnown] = useState(sent);
  const [own, setOwn] = useState(sent);
  if (sent !== known) {
    setKnown(sent);
    // The way back from a search takes a moment, in which the member may type another one.
    if (sent !== own) {
      setOwn(sent);
      setText(sent);
    }
  }
  useEffect(() => {
    if (text === sent) return;
    const timer = setTimeout(() => {
      const next = text.trim() && text;
      setOwn(next);
      send(next);
    }, DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text, sent, send]);
  const query = sent.trim();
  const active = text.trim() !== '';
  const results = useCallQuery(readChats, { verb: 'search', prop: 'all', query }, { enabled: query !== '' });
  const busy = active && (results.isFetching || query !== text.trim());
  return { text, setText, query, active, results, pending: useAtLeast(busy, SPINNER) };
}
export type Search = ReturnType<typeof useSearch>;

/** Stays true for a minimum time, so that a fast reply does not flicker. */
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
