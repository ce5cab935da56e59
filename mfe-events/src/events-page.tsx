import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useSession } from '@paddock/mfe-kit/session';
import { lazy } from 'react';
import { EventList } from './event-list/event-list';
import { useLeftArrivals } from './live/use-unsent-arrivals';
import { useLiveEvents } from './live/use-show-event';

const CalendarPage = lazy(async () => ({ default: (await import('./calendar/calendar-page')).CalendarPage }));

/** The tab in the deployment's view: list, month or day. */
export function EventsPage(props: ScreenProps<'id'>) {
  const { view } = useSession().flags.events_tab;
  useLiveEvents();
  useLeftArrivals();
  return view === 'list' ? <EventList {...props} /> : <CalendarPage {...props} />;
}
