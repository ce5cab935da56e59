import { readLikers } from '@paddock/contract/calls/shout-readers';
import type { UserCard } from '@paddock/contract/calls/users';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { List } from '@paddock/mfe-kit/list';
import { useBack, useHref } from '@paddock/mfe-kit/navigation';
import { useCallCache, useCallInfinite } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Column, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { PersonRow } from '@paddock/ui/person-row';
import { useMemo } from 'react';
import { commentsPath } from '../shared/shout';

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
  const people = useMemo(() => query.data?.pages.flatMap(({ users }) => users) ?? [], [query.data]);
  return (
    <Pane label={t('likers.title')} hidesTabBar>
      <ScreenHeader
        column
        title={t('likers.title')}
        back={{ label: t('likers.back'), onPress: back, alwaysShown: true }}
      />
      <Scroll>
        <Column width="rows">
          <List
            id={`likers/${id}`}
            label={t('likers.title')}
            query={query}
            rows={people}
            rowKey={idOf}
            render={(person) => <Liker person={person} />}
            shape="person"
            divider="avatar"
            empty={t('likers.empty')}
          />
        </Column>
      </Scroll>
    </Pane>
  );
}

const idOf = ({ id }: UserCard) => id;

function Liker({ person }: { person: UserCard }) {
  const nameOf = useMemberName();
  const href = useHref('people.profile', { uid: person.id }) ?? undefined;
  const { id, fullname, profile_image, online, company } = person;
  return (
    <PersonRow
      avatar={<PersonAvatar id={id} name={fullname} src={profile_image} online={online} />}
      lines={[nameOf(person), ...(company ? [company] : [])]}
      href={href}
    />
  );
}
