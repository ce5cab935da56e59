import { readLikers } from '@paddock/contract/calls/shout-readers';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText } from '@paddock/mfe-kit/i18n';
import { useBack } from '@paddock/mfe-kit/navigation';
import { PeopleList } from '@paddock/mfe-kit/people-list';
import { useCallCache, useCallInfinite } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { Column, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { commentsPath } from '../actions/shout';

/** The members who like a shout (A §2, `likers`). */
export function Likers({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const back = useBack(commentsPath({ id }));
  const cache = useCallCache();
  useRealtime('updating_shout', ({ shout }) => {
    if (shout.id === id) void cache.refresh(readLikers);
  });
  const query = useCallInfinite(
    readLikers,
    { id },
    { live: true, next: ({ next }) => (next === null ? null : { page: next }) },
  );
  return (
    <Pane label={t('likers.title')} hidesTabBar>
      <ScreenHeader
        column
        title={t('likers.title')}
        back={{ label: t('likers.back'), onPress: back, alwaysShown: true }}
      />
      <Scroll>
        <Column width="rows">
          <PeopleList id={`likers/${id}`} label={t('likers.title')} query={query} empty={t('likers.empty')} />
        </Column>
      </Scroll>
    </Pane>
  );
}
