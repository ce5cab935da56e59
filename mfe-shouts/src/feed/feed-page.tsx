import { everybodyGroupId } from '@paddock/contract/calls/groups';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText } from '@paddock/mfe-kit/i18n';
import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useSession, useTabTitle } from '@paddock/mfe-kit/session';
import { Pane, ScreenHeader, Split } from '@paddock/ui/pane';
import { Skeleton } from '@paddock/ui/state';
import { Suspense } from 'react';
import { Feed } from './feed';
import { FilterChips } from './filter-chips';
import { useFilters } from './use-filters';

const FilterList = lazyPart(
  () => import('./filters'),
  'FilterList',
  () => import('./filter-texts'),
);

/** The feed of everybody or of one group, with its filters beside it, on a phone above it. */
export function FeedPage({ params }: ScreenProps<'filter'>) {
  return <FeedBesideFilters show="detail" filter={params.filter ?? everybodyGroupId} />;
}

/** The selection of a group: all filters, on a phone in place of the feed. */
export function FiltersPage() {
  return <FeedBesideFilters show="list" filter={everybodyGroupId} />;
}

function FeedBesideFilters({ show, filter }: { show: 'list' | 'detail'; filter: string }) {
  const t = useText();
  const title = useTabTitle('shouts') ?? t('title');
  const { community, workplace } = useSession();
  const filters = useFilters();
  const onPress = useBack('/main/shouts');
  return (
    <Split show={show} listWidth="min(17rem, 42%)">
      <Pane part="list" label={t('groups')}>
        {show === 'list' ? (
          <ScreenHeader title={t('groups')} back={{ label: t('back'), onPress }} />
        ) : (
          <ScreenHeader title={title} />
        )}
        <Suspense fallback={<Skeleton shape="row" label={t('loading')} />}>
          <FilterList filters={filters} current={filter} />
        </Suspense>
      </Pane>
      <Pane part="detail" label={t('feed', { community: community.title })} surface="canvas">
        <Feed
          // Another window may switch the workplace.
          key={`${workplace}/${filter}`}
          filter={filter}
          head={(open) => <FilterChips filters={filters.filters} current={filter} open={open} />}
        />
      </Pane>
    </Split>
  );
}
