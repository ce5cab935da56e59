import { abcBucketsOf, type PersonRow, readPeople, readProfile } from '@paddock/contract/calls/people';
import { useText } from '@paddock/mfe-kit/i18n';
import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { List, type ListHandle, useItemBeside } from '@paddock/mfe-kit/list';
import { useAddressPart } from '@paddock/mfe-kit/navigation';
import { useCallInfinite } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { Scroll } from '@paddock/ui/pane';
import { SectionHead } from '@paddock/ui/row';
import { Suspense, useMemo, useRef, useState } from 'react';
import { isHead, keyOf, type Row, withHeads } from './heads';
import styles from './people-by-letter.module.css';
import { PersonItem } from './person-item';

const LetterRail = lazyPart(
  () => import('../letters/letter-rail'),
  'LetterRail',
  () => import('../letters/letters-texts'),
);

/** Fewer members are found by scrolling. */
const minRailMembers = 20;

interface PeopleByLetterProps {
  openId: string | undefined;
  /** The member to mark. */
  markedId: string | undefined;
}

/** All members by first letter, in pages of max_display_count. The list starts at the address's letter, else at its member. */
export function PeopleByLetter({ openId, markedId }: PeopleByLetterProps) {
  const t = useText();
  const list = useRef<ListHandle>(null);
  const letters = abcBucketsOf(useSession().language);
  const { query, start, setLetter, total } = usePages(letters, openId);
  const rows = useMemo(() => withHeads(query.data?.pages.flatMap((page) => page.users) ?? []), [query.data]);
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.users.map(({ id }) => id)), [query.data]);
  useItemBeside({ path: '/main/people', open: openId, items, read: readProfile, inputOf });

  const jump = (letter: string) => {
    const heads = rows.flatMap((row) => ('head' in row ? row.head : []));
    const placeOf = (head: string) => letters.indexOf(head);
    // The members of the first loaded letter may begin on an earlier page.
    const isLoaded = !query.hasPreviousPage || placeOf(letter) > placeOf(heads[0]!) || letter === start.letter;
    const target = heads.find((head) => placeOf(head) >= placeOf(letter)) ?? (query.hasNextPage ? '' : heads.at(-1));
    if (isLoaded && target) list.current?.toRow(`head ${target}`);
    else setLetter(letter);
  };
  return (
    <div className={styles.beside}>
      <Scroll>
        <List<Row<PersonRow & { bucket: string }>>
          id={['people', ...Object.values(start)].join(' ')}
          label={t('title')}
          rows={rows}
          rowKey={keyOf}
          isHead={isHead}
          render={(row) =>
            'head' in row ? (
              <SectionHead tight>{row.head === 'OTHERS' ? t('others') : row.head}</SectionHead>
            ) : (
              <PersonItem person={row.person} current={row.person.id === markedId} />
            )
          }
          query={query}
          shape="person"
          divider="avatar"
          empty={t('empty')}
          linked={openId}
          stickyHeads
          ref={list}
        />
      </Scroll>
      {total > minRailMembers && (
        <Suspense>
          <LetterRail letters={letters} start={start.letter} onJump={jump} />
        </Suspense>
      )}
    </div>
  );
}

const inputOf = (id: string) => ({ id });

/** The loaded pages. They begin at the letter in the address, else at the member that was open at first. */
function usePages(letters: readonly string[], openId: string | undefined) {
  const { flags } = useSession();
  const [letter, setLetter] = useAddressPart('letter');
  const [member] = useState(openId);
  const start: { letter?: string; member?: string } = letters.includes(letter)
    ? { letter }
    : member === undefined
      ? {}
      : { member };
  const query = useCallInfinite(
    readPeople,
    { count: Math.min(flags.max_display_count, 60), ...start },
    {
      next: (page) => (page.next === null ? null : { page: page.next }),
      previous: (page) => (page.previous === null ? null : { page: page.previous }),
    },
  );
  // The rail keeps its focus and finger while another letter loads.
  const [total, setTotal] = useState(0);
  const loaded = query.data?.pages[0]?.total_users ?? total;
  if (loaded !== total) setTotal(loaded);
  return { query, start, setLetter, total };
}
