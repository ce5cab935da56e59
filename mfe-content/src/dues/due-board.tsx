import { type DueState, dueStates } from '@paddock/contract/calls/due-fields';
import { type Due, readDueMembers } from '@paddock/contract/calls/dues';
import { useText } from '@paddock/mfe-kit/i18n';
import { List } from '@paddock/mfe-kit/list';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallInfinite } from '@paddock/mfe-kit/queries';
import { IconButton } from '@paddock/ui/button';
import { Column, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { SearchToolbar } from '@paddock/ui/search-toolbar';
import { Empty } from '@paddock/ui/state';
import { Chip, Chips } from '@paddock/ui/tag';
import { Pencil } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useDebounced } from '@paddock/mfe-kit/use-debounced';
import { BoardSummary } from './board-summary';
import { BoardSheets, type MemberAct } from './board-sheets';
import { DueMemberRow } from './due-member-row';
import { useLiveDues } from './use-live-dues';

/** The status board of a due, for admins; follows changes. */
export function DueBoard({ due }: { due: Due }) {
  const t = useText();
  const { id } = due;
  const back = useBack('/main/dues');
  const [state, setState] = useState<DueState>();
  const [text, setText] = useState('');
  const trimmed = text.trim();
  const words = useDebounced(trimmed);
  const field = useRef<HTMLInputElement>(null);
  const [act, setAct] = useState<MemberAct>();
  const query = useCallInfinite(
    readDueMembers,
    { id, ...(state && { state }), ...(words && { query: words }) },
    { live: true, next: ({ next }) => (next === undefined ? null : { after: next }) },
  );
  useLiveDues();
  const pages = query.data?.pages;
  const users = useMemo(() => new Map(pages?.flatMap((page) => page.users).map((user) => [user.id, user])), [pages]);
  const rows = useMemo(
    () =>
      pages
        ?.flatMap((page) => page.members)
        .flatMap((member) => {
          const user = users.get(member.user);
          return user ? [{ member, user }] : [];
        }) ?? [],
    [pages, users],
  );
  const isSearching = words !== trimmed || (query.isFetching && !query.isFetchingNextPage);
  const pending = trimmed !== '' && isSearching;
  const totals = pages?.[0]?.totals ?? due.totals;
  return (
    <Pane label={due.title} hidesTabBar>
      <ScreenHeader
        column
        title={due.title}
        back={{ label: t('dues.back'), onPress: back, alwaysShown: true }}
        actions={
          <IconButton icon={Pencil} label={t('dues.edit')} href={`#/main/dues/${encodeURIComponent(id)}/edit`} />
        }
      />
      <Column width="rows">
        {totals && <BoardSummary due={due} totals={totals} />}
        <SearchToolbar
          label={t('board.search')}
          pendingLabel={t('board.searching')}
          clearLabel={t('board.clear')}
          search={{ text, setText, pending }}
          field={field}
        />
        <Chips label={t('board.which')}>
          <Chip isSelected={state === undefined} onPress={() => setState(undefined)}>
            {t('board.states.all')}
          </Chip>
          {dueStates.map((one) => (
            <Chip key={one} isSelected={state === one} onPress={() => setState(one)}>
              {t(`board.states.${one}`)}
            </Chip>
          ))}
        </Chips>
      </Column>
      <Scroll>
        <Column width="rows">
          <List
            id={`due-${id}-${state ?? 'all'}-${words}`}
            label={t('board.members')}
            query={query}
            rows={rows}
            rowKey={({ user }) => user.id}
            render={(row) => <DueMemberRow {...row} due={due} onAct={setAct} />}
            shape="person"
            divider="avatar"
            empty={<Empty title={t(words || state ? 'board.no_match' : 'board.empty')} />}
          />
        </Column>
      </Scroll>
      {act && <BoardSheets due={due} act={act} onClose={() => setAct(undefined)} />}
    </Pane>
  );
}
