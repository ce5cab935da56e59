import { readAttendees } from '@paddock/contract/calls/event-attendance';
import { type EventReply, eventReplies, readEvent } from '@paddock/contract/calls/events';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText } from '@paddock/mfe-kit/i18n';
import { useBack } from '@paddock/mfe-kit/navigation';
import { PeopleList } from '@paddock/mfe-kit/people-list';
import { useCallCache, useCallInfinite, useCallQuery } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { Column, Pane, ScreenHeader, Scroll, Toolbar } from '@paddock/ui/pane';
import { Segmented } from '@paddock/ui/segmented';
import { useState } from 'react';
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
          <PeopleList
            id={`attendees-${id}-${reply}`}
            label={t(`attendees.${reply}`)}
            query={answer}
            empty={t('attendees.empty')}
          />
        </Column>
      </Scroll>
    </Pane>
  );
}
