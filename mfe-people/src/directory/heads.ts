import type { PersonRow } from '@paddock/contract/calls/people';

type Bucketed = PersonRow & { bucket: string };
export type Row<P extends Bucketed> = { head: P['bucket'] } | { person: P };

export const keyOf = (row: Row<Bucketed>) => ('head' in row ? `head ${row.head}` : row.person.id);
export const isHead = (row: Row<Bucketed>) => 'head' in row;

/** Each bucket's members below its heading. A member who moved between two pages appears once. */
export function withHeads<P extends Bucketed>(people: readonly P[]): Row<P>[] {
  const known = new Set<string>();
  const heads = new Set<P['bucket']>();
  return people.flatMap((person): Row<P>[] => {
    if (known.has(person.id)) return [];
    known.add(person.id);
    if (heads.has(person.bucket)) return [{ person }];
    heads.add(person.bucket);
    return [{ head: person.bucket }, { person }];
  });
}
