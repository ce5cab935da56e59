import { type AbcBucket, type PersonRow, readPeople, readProfile } from '@paddock/contract/calls/people';
import { useText } from '@paddock/mfe-kit/i18n';
import { List, useItemBeside } from '@paddock/mfe-kit/list';
import { useCallInfinite } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { SectionHead } from '@paddock/ui/row';
import { useMemo } from 'react';
import { PersonItem } from './person-item';

type Row = { head: AbcBucket } | { person: PersonRow };

/** All members by first letter, in pages of max_display_count. */
export function PeopleByLetter({ openId }: { openId: string | undefined }) {
  const t = useText();
  const { flags } = useSession();
  const query = useCallInfinite(
    readPeople,
    { count: Math.min(flags.max_display_count, 60) },
    { next: (page) => (page.next === null ? null : { page: page.next }) },
  );
  const rows = useMemo(() => withHeads(query.data?.pages.flatMap((page) => page.users) ?? []), [query.data]);
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.users.map(({ id }) => id)), [query.data]);
  useItemBeside({ path: '/main/people', open: openId, items, read: readProfile, inputOf });
  return (
    <List<Row>
      id="people"
      label={t('title')}
      rows={rows}
      rowKey={keyOf}
      isHead={isHead}
      render={(row) =>
        'head' in row ? (
          <SectionHead tight>{row.head === 'OTHERS' ? t('others') : row.head}</SectionHead>
        ) : (
          <PersonItem person={row.person} current={row.person.id === openId} />
        )
      }
      query={query}
      shape="person"
      divider="avatar"
      empty={t('empty')}
      stickyHeads
    />
  );
}

const inputOf = (id: string) => ({ id });
const keyOf = (row: Row) => ('head' in row ? `head ${row.head}` : row.person.id);
const isHead = (row: Row) => 'head' in row;

/** Each bucket's members below its heading. A member who moved between two pages appears once. */
function withHeads(people: readonly (PersonRow & { bucket: AbcBucket })[]): Row[] {
  const known = new Set<string>();
  const heads = new Set<AbcBucket>();
  return people.flatMap((person): Row[] => {
    if (known.has(person.id)) return [];
    known.add(person.id);
    if (heads.has(person.bucket)) return [{ person }];
    heads.add(person.bucket);
    return [{ head: person.bucket }, { person }];
  });
}
