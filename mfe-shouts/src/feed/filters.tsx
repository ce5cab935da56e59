import { type ChatEntry, readChats } from '@paddock/contract/calls/chats';
import { browseGroups, type BrowsedGroup } from '@paddock/contract/calls/group-browsing';
import { EVERYBODY, type GroupCard } from '@paddock/contract/calls/groups';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { List } from '@paddock/mfe-kit/list';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { GroupAvatar } from '@paddock/ui/avatar';
import { Badge } from '@paddock/ui/badge';
import { groupIcon, toneOfGroup } from '@paddock/ui/group-icon';
import { Scroll } from '@paddock/ui/pane';
import { ListRow, SectionHead } from '@paddock/ui/row';
import { SearchToolbar } from '@paddock/ui/search-toolbar';
import { useEffect, useMemo, useState } from 'react';
import { OtherGroup } from './other-group';
import { feedPath, type Filters } from './use-filters';

/** Milliseconds without typing before a search is sent (B §9). */
const debounceMs = 200;
const maxOthers = 60;

type Row =
  | { kind: 'others' }
  | { kind: 'other'; group: BrowsedGroup }
  | { kind: 'mine'; group: ChatEntry }
  | { kind: 'found'; group: GroupCard }
  | { kind: 'more' };

const keyOf = (row: Row) => ('group' in row ? `${row.kind}/${row.group.id}` : row.kind);

/** All groups of the member, then the other groups that they see, or those found: the page of filters, and beside the feed from 1024 px up. */
export function FilterList({ filters: { query, filters }, current }: { filters: Filters; current: string }) {
  const t = useText();
  const [text, setText] = useState('');
  const [sent, setSent] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSent(text.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  const active = text.trim() !== '' && sent !== '';
  const found = useCallQuery(readChats, { verb: 'search', prop: 'groups', query: sent }, { enabled: active });
  // After the own groups: those come in pages.
  const browsed = useCallQuery(browseGroups, { count: maxOthers }, { enabled: query.isSuccess && !query.hasNextPage });
  const rows = useMemo((): Row[] => {
    if (!active) {
      const others = browsed.data?.groups.filter((group) => !group.member) ?? [];
      return [
        ...filters.map((group): Row => ({ kind: 'mine', group })),
        ...(others.length > 0 ? [{ kind: 'others' } as const] : []),
        ...others.map((group): Row => ({ kind: 'other', group })),
      ];
    }
    const { groups = [], too_many = [] } = found.data ?? {};
    const more: Row[] = too_many.includes('groups') ? [{ kind: 'more' }] : [];
    return [...groups.map((group): Row => ({ kind: 'found', group })), ...more];
  }, [active, filters, found.data, browsed.data]);
  return (
    <>
      <SearchToolbar
        search={{ text, setText, pending: text.trim() !== '' && (text.trim() !== sent || found.isFetching) }}
        field={null}
        label={t('filter.search')}
        pendingLabel={t('filter.searching')}
        clearLabel={t('filter.clear')}
      />
      <Scroll>
        <List
          id={active ? `filters/search/${sent}` : 'filters'}
          label={t('groups')}
          query={active ? found : query}
          rows={rows}
          rowKey={keyOf}
          isHead={(row) => row.kind === 'others'}
          render={(row) => <FilterRow row={row} current={current} />}
          shape="row"
          divider="icon"
          empty={t('filter.nothing')}
        />
      </Scroll>
    </>
  );
}

function FilterRow({ row, current }: { row: Row; current: string }) {
  const t = useText();
  const format = useFormat();
  if (row.kind === 'more') return <ListRow title={<span className="text-secondary">{t('filter.too_many')}</span>} />;
  if (row.kind === 'others') return <SectionHead>{t('filter.others')}</SectionHead>;
  if (row.kind === 'other') return <OtherGroup group={row.group} />;
  const { id, title, color, icon, image_url } = row.group;
  return (
    <ListRow
      href={`#${feedPath(id)}`}
      height="filter"
      current={id === current}
      start={<GroupAvatar tone={toneOfGroup(color)} icon={groupIcon(icon)} src={image_url} size="s" />}
      title={id === EVERYBODY ? t('everybody') : title}
      {...(row.kind === 'mine' && {
        end: (
          <Badge
            count={row.group.badge_number}
            cap={99}
            text={format.number(row.group.badge_number)}
            spoken={t('unread', { count: row.group.badge_number })}
            muted={row.group.muted}
          />
        ),
      })}
    />
  );
}
