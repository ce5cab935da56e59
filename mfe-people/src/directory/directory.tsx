import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText } from '@paddock/mfe-kit/i18n';
import { useHasRoomBeside } from '@paddock/mfe-kit/list';
import { useBack, useWithParts } from '@paddock/mfe-kit/navigation';
import { useTabTitle } from '@paddock/mfe-kit/session';
import { Pane, ScreenHeader, Scroll, Split } from '@paddock/ui/pane';
import { SearchToolbar, useClearSearch } from '@paddock/ui/search-toolbar';
import { Empty } from '@paddock/ui/state';
import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { lazy, Suspense, useState } from 'react';
import { ProfilePane } from '../profile/profile-pane';
import { PeopleByLetter } from './people-by-letter';
import { usePeopleSearch } from './use-people-search';
import { useView, ViewSwitch } from './view-switch';

const FoundPeople = lazy(async () => ({ default: (await import('./found-people')).FoundPeople }));
const closestTexts = () => import('../closest/closest-texts');
const ClosestPeople = lazyPart(() => import('../closest/closest-people'), 'ClosestPeople', closestTexts);
const StopSharing = lazyPart(() => import('../closest/stop-sharing'), 'StopSharing', closestTexts);

/** The members from A to Z, by distance or as searched and, on wide screens, the chosen one's profile (A §2, People). */
export function Directory({ params: { uid } }: ScreenProps<'uid'>) {
  const t = useText();
  const title = useTabTitle('people') ?? t('title');
  const back = useBack(useWithParts()('/main/people'));
  const search = usePeopleSearch();
  const { field, clear } = useClearSearch(search);
  const { view, setView, isOffered } = useView();
  const marked = useMarkedMember(uid);
  const isByDistance = view === 'distance' && !search.active;
  return (
    <Split show={uid === undefined ? 'list' : 'detail'}>
      <Pane part="list" label={title}>
        <ScreenHeader
          title={title}
          actions={
            isByDistance && (
              <Suspense>
                <StopSharing />
              </Suspense>
            )
          }
        />
        <SearchToolbar
          search={search}
          field={field}
          label={t('search.label')}
          pendingLabel={t('search.pending')}
          clearLabel={t('search.clear')}
        />
        {isOffered && !search.active && <ViewSwitch view={view} onChange={setView} />}
        {search.active || isByDistance ? (
          <Scroll>
            <Suspense>
              {search.active ? (
                <FoundPeople search={search} openId={uid} markedId={marked} onClear={clear} />
              ) : (
                <ClosestPeople openId={uid} markedId={marked} onLetters={() => setView('abc')} />
              )}
            </Suspense>
          </Scroll>
        ) : (
          <PeopleByLetter openId={uid} markedId={marked} />
        )}
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

/** The member to mark in the list: the open one, on a phone also the one from whose profile the member came back. */
function useMarkedMember(uid: string | undefined): string | undefined {
  const hasRoom = useHasRoomBeside();
  const [last, setLast] = useState(uid);
  if (uid !== undefined && uid !== last) setLast(uid);
  return uid ?? (hasRoom ? undefined : last);
}
