import { searchPeople } from '@paddock/contract/calls/people';
import { useAddressPart } from '@paddock/mfe-kit/navigation';
import { useCallInfinite } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useEffect, useState } from 'react';

/** Milliseconds without typing before a search is sent (A §9). */
const DEBOUNCE = 200;

/** The search text and the members it finds; an empty text returns to the directory. The address holds the query. */
export function usePeopleSearch() {
  const { flags } = useSession();
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
  const trimmed = text.trim();
  useEffect(() => {
    const timer = setTimeout(() => {
      const next = trimmed && text;
      setOwn(next);
      send(next);
    }, DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text, trimmed, send]);
  const query = sent.trim();
  const results = useCallInfinite(
    searchPeople,
    { query, count: Math.min(flags.max_display_count, 60) },
    { next: (page) => (page.next === null ? null : { page: page.next }), enabled: query !== '' },
  );
  const active = trimmed !== '';
  // Loading a further page is not pending: the end of the list shows its own skeleton.
  const pending = active && (query !== trimmed || results.isPending);
  return { text, setText, query, active, pending, results };
}
export type PeopleSearch = ReturnType<typeof usePeopleSearch>;
