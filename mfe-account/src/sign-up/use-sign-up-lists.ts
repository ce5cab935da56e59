import { readSelectableGroups } from '@paddock/contract/account';
import { readItems } from '@paddock/contract/items';
import { useCallQueries } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useState } from 'react';

/** What the form offers that only the services know; undefined while it is being read. */
export interface SignUpLists {
  /** Titles of a dynamic list. */
  choices: (subtype: string) => readonly string[] | undefined;
  /** Groups of a workplace that one may choose, read once they are asked for; '' is no workplace. */
  groups: (workplace: string) => readonly { id: string; title: string }[] | undefined;
}

/** The lists of this deployment's sign-up form: of groups those of the workplaces that were chosen so far. */
export function useSignUpLists(): SignUpLists & { failed: Error | null; again: () => void } {
  const { flags } = useSession();
  const fields = flags.signup_fields;
  const subtypes = [...new Set(fields.flatMap(({ type, subtype }) => (type === 'dynamic-list' && subtype) || []))];
  const [places, setPlaces] = useState<readonly string[]>([]);
  // Asked by the form while it renders: the reading begins after that.
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
  const all = [...lists, ...groups];
  return {
    choices: (subtype) => lists[subtypes.indexOf(subtype)]?.data?.items.map(({ title }) => title),
    groups(workplace) {
      if (!places.includes(workplace)) want(workplace);
      return groups[places.indexOf(workplace)]?.data?.groups;
    },
    failed: all.find(({ error }) => error !== null)?.error ?? null,
    again: () => {
      for (const query of all) if (query.error !== null) void query.refetch();
    },
  };
}
