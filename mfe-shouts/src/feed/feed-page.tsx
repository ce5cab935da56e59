import { EVERYBODY } from '@paddock/contract/calls/groups';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText } from '@paddock/mfe-kit/i18n';
import { useSession, useTabTitle } from '@paddock/mfe-kit/session';
import { Pane, ScreenHeader, Scroll, Split } from '@paddock/ui/pane';
import { Feed } from './feed';
import { FilterChips, FilterList, useFilters } from './filters';

/** The feed of everybody or of one group, with its filters beside it, on a phone above it. */
export function FeedPage({ params }: ScreenProps<'filter'>) {
  const t = useText();
  const title = useTabTitle('shouts') ?? t('title');
  const { community } = useSession();
  const filter = params.filter ?? EVERYBODY;
  const filters = useFilters();
  return (
    <Split show="detail" listWidth="272px">
      <Pane part="list" label={t('groups')}>
        <ScreenHeader title={title} />
        <Scroll>
          <FilterList filters={filters} current={filter} />
        </Scroll>
      </Pane>
      <Pane part="detail" label={t('feed', { community: community.title })} surface="canvas">
        <Feed key={filter} filter={filter} head={<FilterChips filters={filters} current={filter} />} />
      </Pane>
    </Split>
  );
}
