import { readSelectableGroups } from '@paddock/contract/calls/account';
import { readItems } from '@paddock/contract/calls/items';
import type { FailedRead } from '@paddock/mfe-kit/form';
import { useCallQueries } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useState } from 'react';

/** Lists that the form reads from services: undefined while loading, a `FailedRead` after a failure. */
export interface SignUpLists {
  /** Titles of a dynamic list. */
  choices: (subtype: string) => readonly string[] | FailedRead | undefined;
  /** Selectable groups of a workplace, read on first use; '' is no workplace. */
  groups: (workplace: string) => readonly { id: string; title: string }[] | FailedRead | undefined;
}

/** The lists of the deployment's sign-up form; groups only of the workplaces chosen so far. */
export function useSignUpLists(): SignUpLists {
  const { flags } = useSession();
  const fields = flags.signup_fields;
  const subtypes = [...new Set(fields.flatMap(({ type, subtype }) => (type === 'dynamic-list' && subtype) || []))];
  const [places, setPlaces] = useState<readonly string[]>([]);
  // The form calls this during render: start reading afterwards.
  const want = (place: string) =>
    queueMicrotask(() => setPlaces((before) => (before.includes(place) ? before : [...before, place])));

  const lists = useCallQueries(
    readItems,
    subtypes.map((subtype) => ({ type: 'dynamic-list' as const, subtype })),
  );
  const groups = useCallQueries(
    readSelectableGroups,
    places.map((place) => (place === '' ? {} : { place })),
  );
  return {
    choices: (subtype) => readOf(lists[subtypes.indexOf(subtype)], ({ items }) => items.map(({ title }) => title)),
    groups(workplace) {
      if (!places.includes(workplace)) want(workplace);
      return readOf(groups[places.indexOf(workplace)], (reply) => reply.groups);
    },
  };
}

type Query<Reply> = { data: Reply | undefined; error: Error | null } & Omit<FailedRead, 'error'>;

function readOf<Reply, Part>(query: Query<Reply> | undefined, part: (reply: Reply) => Part) {
  if (query?.data !== undefined) return part(query.data);
  return query?.error ? { ...query, error: query.error } : undefined;
}
