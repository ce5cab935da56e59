import type { PaddockEvent } from '@paddock/contract/calls/events';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { NowLine } from '@paddock/ui/event';
import { SectionHead } from '@paddock/ui/row';
import { Empty, Skeleton } from '@paddock/ui/state';
import { Fragment } from 'react';
import { EventItem } from '../event-list/event-item';
import { nowAmong } from '../event-list/days';
import { type Clock, isOtherYear } from '../event-times';

interface DayEventsProps {
  day: string;
  events: readonly PaddockEvent[];
  now: number;
  clock: Clock;
  isPending: boolean;
  /** The id of the open event. */
  current: string | undefined;
}

/** The events of one day; today with a line at the current time. */
export function DayEvents({ day, events, now, clock, isPending, current }: DayEventsProps) {
  const t = useText();
  const format = useFormat();
  const written = format.day(`${day}T12:00:00Z`, 'UTC', isOtherYear(day, now));
  const isLoading = isPending && events.length === 0;
  const line = nowAmong({ date: day, events: [...events] }, now, clock);
  return (
    <section aria-label={written}>
      <SectionHead tight aside={isLoading ? undefined : t('calendar.events', { count: events.length })}>
        {written}
      </SectionHead>
      {isLoading ? (
        <Skeleton shape="event" count={3} label={t('loading')} />
      ) : events.length === 0 ? (
        <Empty title={t('empty')} level={3} />
      ) : (
        <ul>
          {events.map((event, at) => (
            <Fragment key={event.id}>
              {at === line?.at && (
                <li>
                  <NowLine time={format.time(now, line.zone)}>{t('now')}</NowLine>
                </li>
              )}
              <li>
                <EventItem {...{ event, now, clock, day }} current={event.id === current} />
              </li>
            </Fragment>
          ))}
        </ul>
      )}
    </section>
  );
}
