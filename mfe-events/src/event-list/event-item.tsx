import type { PaddockEvent } from '@paddock/contract/calls/events';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { EventRow, EventTag } from '@paddock/ui/event';
import { isAllDay, isElsewhere, phaseOf } from '../event-times';

interface EventItemProps {
  event: PaddockEvent;
  now: number;
  current?: boolean;
  /** Replaces the location, e.g. by the day. */
  under?: string;
}

/** One event as a row: times in the event's time zone, and in the reader's when they differ. */
export function EventItem({ event, now, current, under = event.where }: EventItemProps) {
  const t = useText();
  const format = useFormat();
  const { id, title, when, end, time_zone, color } = event;
  const phase = phaseOf(event, now);
  const allDay = isAllDay(event);
  const own = !allDay && isElsewhere(event) && t('your_time', { time: format.time(when) });
  return (
    <EventRow
      href={`#/main/events/${encodeURIComponent(id)}`}
      start={allDay ? t('all_day') : format.time(when, time_zone)}
      end={end === undefined || allDay ? undefined : format.time(end, time_zone)}
      tone={color}
      title={title}
      place={own ? t('time_and_place', { time: own, place: under }) : under}
      tag={phase === 'now' && <EventTag kind="now">{t('now')}</EventTag>}
      past={phase === 'past'}
      current={current}
    />
  );
}
