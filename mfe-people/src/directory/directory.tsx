import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText } from '@paddock/mfe-kit/i18n';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useTabTitle } from '@paddock/mfe-kit/session';
import { Pane, ScreenHeader, Scroll, Split } from '@paddock/ui/pane';
import { SearchToolbar, useClearSearch } from '@paddock/ui/search-toolbar';
import { Empty } from '@paddock/ui/state';
import { ProfilePane } from '../profile/profile-pane';
import { FoundPeople } from './found-people';
import { PeopleByLetter } from './people-by-letter';
import { usePeopleSearch } from './use-people-search';

/** The members from A to Z or as searched and, on wide screens, the chosen one's profile (A §2, People). */
export function Directory({ params: { uid } }: ScreenProps<'uid'>) {
  const t = useText();
  const title = useTabTitle('people') ?? t('title');
  const back = useBack('/main/people');
  const search = usePeopleSearch();
  const { field, clear } = useClearSearch(search);
  return (
    <Split show={uid === undefined ? 'list' : 'detail'}>
      <Pane part="list" label={title}>
        <ScreenHeader title={title} />
        <SearchToolbar
          search={search}
          field={field}
          label={t('search.label')}
          pendingLabel={t('search.pending')}
          clearLabel={t('search.clear')}
        />
        <Scroll>
          {search.active ? (
            <FoundPeople search={search} openId={uid} onClear={clear} />
          ) : (
            <PeopleByLetter openId={uid} />
          )}
        </Scroll>
      </Pane>
      {uid === undefined ? (
        <Pane part="detail" label={t('profile.title')} surface="canvas">
          {search.active && <Empty text={t('none_chosen')} />}
        </Pane>
      ) : (
        <ProfilePane key={uid} uid={uid} back={{ label: t('back'), onPress: back }} beside />
      )}
    </Split>
  );
}
