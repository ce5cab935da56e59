import type { ChatEntry } from '@paddock/contract/calls/chats';
import { browseGroups, type BrowsedGroup } from '@paddock/contract/calls/group-browsing';
import { everybodyGroupId } from '@paddock/contract/calls/groups';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { List, type ListQuery } from '@paddock/mfe-kit/list';
import { useCallInfinite } from '@paddock/mfe-kit/queries';
import { useDebounced } from '@paddock/mfe-kit/use-debounced';
import { GroupAvatar } from '@paddock/ui/avatar';
import { Badge } from '@paddock/ui/badge';
import { groupIcon, toneOfGroup } from '@paddock/ui/group-icon';
import { Scroll } from '@paddock/ui/pane';
import { ListRow, SectionHead } from '@paddock/ui/row';
import { SearchToolbar } from '@paddock/ui/search-toolbar';
import { Tag } from '@paddock/ui/tag';
import { EyeOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import { OtherGroup } from './other-group';
import { feedPath, type Filters } from './use-filters';

const pageSize = 60;

type Row =
  | { kind: 'others' }
  | { kind: 'other'; group: BrowsedGroup }
  | { kind: 'mine'; group: ChatEntry }
  | { kind: 'found'; group: BrowsedGroup };

const keyOf = (row: Row) => ('group' in row ? `${row.kind}/${row.group.id}` : row.kind);

/**
 * All groups of the member, then the other groups that they see, or those found: the page of filters, and beside the feed from 1024
 * px up.
 */
export function FilterList({ filters: { query, filters }, current }: { filters: Filters; current: string }) {
  const t = useText();
  const [text, setText] = useState('');
  const sent = useDebounced(text.trim());
  const active = text.trim() !== '' && sent !== '';
  const browsed = useCallInfinite(browseGroups, active ? { query: sent } : { count: pageSize }, {
    next: ({ next }) => (next === null ? null : { after: next }),
    // After the own groups: those come in pages.
    enabled: active || isComplete(query),
  });
  const rows = useMemo((): Row[] => {
    const groups = browsed.data?.pages.flatMap((page) => page.groups) ?? [];
    if (active) return groups.map((group) => ({ kind: group.member ? 'found' : 'other', group }));
    const others = groups.filter((group) => !group.member);
    return [
      ...filters.map((group): Row => ({ kind: 'mine', group })),
      ...(others.length > 0 ? [{ kind: 'others' } as const] : []),
      ...others.map((group): Row => ({ kind: 'other', group })),
    ];
  }, [active, filters, browsed.data]);
  return (
    <>
      <SearchToolbar
        search={{ text, setText, pending: text.trim() !== '' && (text.trim() !== sent || browsed.isPending) }}
        field={null}
        label={t('filter.search')}
        pendingLabel={t('filter.searching')}
        clearLabel={t('filter.clear')}
      />
      <Scroll>
        <List
          id={active ? `filters/search/${sent}` : 'filters'}
          label={t('groups')}
          query={active ? browsed : inTurn(query, browsed)}
          rows={rows}
          rowKey={keyOf}
          isHead={(row) => row.kind === 'others'}
          render={(row) => <FilterRow row={row} current={current} />}
          shape="row"
          divider="avatar-s"
          empty={t('filter.nothing')}
        />
      </Scroll>
    </>
  );
}

const isComplete = ({ data, hasNextPage }: ListQuery) => data !== undefined && !hasNextPage;

/** Two lists as one: once all pages of the first are there, those of the second follow. */
function inTurn(first: ListQuery, second: ListQuery): ListQuery {
  if (!isComplete(first)) return first;
  const begins = second.data === undefined;
  return {
    ...first,
    error: second.error,
    hasNextPage: begins || second.hasNextPage === true,
    isFetchingNextPage: begins ? second.isFetching : second.isFetchingNextPage === true,
    isFetchNextPageError: begins ? second.isError : second.isFetchNextPageError === true,
    fetchNextPage: async () => (begins ? second.refetch() : second.fetchNextPage?.()),
    refetch: async () => (await Promise.all([first.refetch(), second.refetch()]))[0],
  };
}

function FilterRow({ row, current }: { row: Row; current: string }) {
  const t = useText();
  const format = useFormat();
  if (row.kind === 'others') return <SectionHead>{t('filter.others')}</SectionHead>;
  if (row.kind === 'other') return <OtherGroup group={row.group} />;
  const { id, title, color, icon, image_url, invisible } = row.group;
  return (
    <ListRow
      href={`#${feedPath(id)}`}
      height="filter"
      current={id === current}
      start={<GroupAvatar tone={toneOfGroup(color)} icon={groupIcon(icon)} src={image_url} size="s" />}
      title={id === everybodyGroupId ? t('everybody') : title}
      sub={invisible ? <Tag icon={EyeOff}>{t('filter.hidden')}</Tag> : undefined}
      end={
        row.kind === 'mine' && (
          <Badge
            count={row.group.badge_number}
            cap={99}
            text={format.number(row.group.badge_number)}
            spoken={t('unread', { count: row.group.badge_number })}
            muted={row.group.muted}
          />
        )
      }
    />
  );
}
