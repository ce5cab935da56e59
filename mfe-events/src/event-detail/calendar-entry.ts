import type { PaddockEvent } from '@paddock/contract/calls/events';
import type { Kit } from '@paddock/mfe-kit/kit-context';

type CalendarEntry = Parameters<Kit['platform']['addToCalendar']>[0];

/** The address of an event's page, to share. */
export const pageOf = ({ id }: Pick<PaddockEvent, 'id'>) =>
  `${window.location.origin}${window.location.pathname}#/main/events/${encodeURIComponent(id)}`;

/** An event as an entry of the device's calendar. */
export function calendarEntryOf(event: PaddockEvent): CalendarEntry {
  const { id, title, when, end, time_zone, where, desc } = event;
  return {
    id,
    title,
    start: new Date(when),
    ...(end !== undefined && { end: new Date(end) }),
    timeZone: time_zone,
    location: where,
    description: desc,
    url: pageOf(event),
  };
}
