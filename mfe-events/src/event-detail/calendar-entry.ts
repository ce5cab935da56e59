import { calendarUid } from '@paddock/contract/calls/event-calendar';
import type { PaddockEvent } from '@paddock/contract/calls/events';
import type { Kit } from '@paddock/mfe-kit/kit-context';
import type { Session } from '@paddock/mfe-kit/session';

type CalendarEntry = Parameters<Kit['platform']['addToCalendar']>[0];

/** The address of an event's page, to share; where there are several workplaces it names the present one (ADR 0068). */
export function pageOf(
  { id }: Pick<PaddockEvent, 'id'>,
  { flags, workplace }: Pick<Session, 'flags' | 'workplace'>,
): string {
  const place = flags.workplaces_enabled ? `?workplace=${encodeURIComponent(workplace)}` : '';
  return `${window.location.origin}${window.location.pathname}#/main/events/${encodeURIComponent(id)}${place}`;
}

/** An event as an entry of the device's calendar, with the UID and place of the member's calendar address. */
export function calendarEntryOf(
  event: PaddockEvent,
  session: Pick<Session, 'community' | 'flags' | 'workplace'>,
): CalendarEntry {
  const { id, title, when, end, all_day, time_zone, where, desc, part, place } = event;
  return {
    id: calendarUid(session.community.id, part ?? id),
    ...(place !== undefined && { place: new Date(place) }),
    title,
    start: new Date(when),
    ...(end !== undefined && { end: new Date(end) }),
    allDay: all_day,
    timeZone: time_zone,
    location: where,
    description: desc,
    url: pageOf(event, session),
  };
}
