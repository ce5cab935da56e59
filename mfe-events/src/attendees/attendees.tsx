import { readAttendees } from '@paddock/contract/calls/event-attendance';
import { type EventReply, eventReplies, readEvent } from '@paddock/contract/calls/events';
import type { UserCard } from '@paddock/contract/calls/users';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { List } from '@paddock/mfe-kit/list';
import { useBack, useHref } from '@paddock/mfe-kit/navigation';
import { useCallCache, useCallInfinite, useCallQuery } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Column, Pane, ScreenHeader, Scroll, Toolbar } from '@paddock/ui/pane';
import { PersonRow } from '@paddock/ui/person-row';
import { Segmented } from '@paddock/ui/segmented';
import { useMemo, useState } from 'react';
import { useLiveEvents } from '../live/use-show-event';

/** Every reply to an event (specification B §2). */
export function Attendees({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const back = useBack(`/main/events/${encodeURIComponent(id)}`);
  const [reply, setReply] = useState<EventReply>('attending');
  const cache = useCallCache();
  useLiveEvents();
  useRealtime('updating_event', ({ event: changed }) => {
    if (changed.id === id) void cache.refresh(readAttendees);
  });
  const event = useCallQuery(readEvent, { id }).data?.event;
  const answer = useCallInfinite(
    readAttendees,
    { id, reply },
    { live: true, next: ({ next }) => (next === null ? null : { page: next }) },
  );
  const people = useMemo(() => answer.data?.pages.flatMap(({ users }) => users) ?? [], [answer.data]);
  const shown = eventReplies.filter((one) => one !== 'waiting' || event?.capacity !== undefined);
  return (
    <Pane label={t('attendees.title')} hidesTabBar>
      <ScreenHeader
        column
        title={event?.title ?? t('attendees.title')}
        back={{ label: t('back_to_event'), onPress: back, alwaysShown: true }}
      />
      <Toolbar>
        <Segmented
          label={t('attendees.which')}
          options={shown.map((one) => ({ id: one, label: t(`attendees.${one}`) }))}
          value={reply}
          onChange={setReply}
        />
      </Toolbar>
      <Scroll>
        <Column width="rows">
          <List
            id={`attendees-${id}-${reply}`}
            label={t(`attendees.${reply}`)}
            query={answer}
            rows={people}
            rowKey={idOf}
            render={(person) => <Attendee person={person} />}
            shape="person"
            divider="avatar"
            empty={t('attendees.empty')}
          />
        </Column>
      </Scroll>
    </Pane>
  );
}

const idOf = ({ id }: UserCard) => id;

function Attendee({ person }: { person: UserCard }) {
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
