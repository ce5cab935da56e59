import { readEvent } from '@paddock/contract/calls/events';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { asApiError } from '@paddock/mfe-kit/api-error';
import { useMinute } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useItemBeside } from '@paddock/mfe-kit/list';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useSession, useTabTitle } from '@paddock/mfe-kit/session';
import { Button } from '@paddock/ui/button';
import { CalendarSteps } from '@paddock/ui/event-calendar';
import { Pane, ScreenHeader, Scroll, Split } from '@paddock/ui/pane';
import { CalendarCheck } from 'lucide-react';
import { useState } from 'react';
import { EventDetail } from '../event-detail/event-detail';
import { ClockSwitch, useClock } from '../event-list/clock-switch';
import { ListActions } from '../event-list/list-actions';
import { isOtherYear, wallDate } from '../event-times';
import { useMarkRead } from '../reading/use-mark-read';
import styles from './calendar-page.module.css';
import { DayEvents } from './day-events';
import { addDays, addMonths, eventsByDate, monthGrid, spanOfNew, weekOf } from './month';
import { MonthView } from './month-view';
import { useEventSpans } from './use-event-spans';
import { useLocale } from './use-locale';

/** The calendar by month or by day; a chosen event is beside it, on a phone in its place (specification B §2). */
export function CalendarPage({ params }: ScreenProps<'id'>) {
  const t = useText();
  const format = useFormat();
  const tab = useTabTitle('events') ?? t('title');
  const isMonth = useSession().flags.events_tab.view === 'month';
  const now = useMinute();
  const today = wallDate(now);
  const [day, setDay] = useState(today);
  const [clock, setClock] = useClock();
  const locale = useLocale();
  const { firstDay } = weekOf(locale);
  const grid = isMonth ? monthGrid(day, firstDay) : [day];
  const shown = { first: grid[0]!, last: grid.at(-1)! };
  const { events, failed, isPending } = useEventSpans(shown);
  const byDate = eventsByDate(events, clock, shown);
  const ofDay = byDate.get(day) ?? [];
  const visible = [...new Set(grid.flatMap((date) => byDate.get(date) ?? []))];
  useItemBeside({
    path: '/main/events',
    open: params.id,
    // The month uses the whole width until an event is chosen.
    items: isMonth || isPending ? undefined : ofDay.map(({ id }) => id),
    read: readEvent,
    inputOf,
  });
  useMarkRead(spanOfNew(visible), visible);

  const noon = `${day}T12:00:00Z`;
  const title = isMonth ? format.month(noon, 'UTC') : format.day(noon, 'UTC', isOtherYear(day, now));
  const shortTitle = new Intl.DateTimeFormat(locale, {
    month: 'short',
    ...(isMonth ? { year: 'numeric' } : { day: 'numeric', weekday: 'short' }),
    timeZone: 'UTC',
  }).format(new Date(noon));
  const inside = (
    <>
      <ScreenHeader
        actions={
          <>
            <CalendarSteps
              previousLabel={t(isMonth ? 'calendar.previous_month' : 'calendar.previous_day')}
              nextLabel={t(isMonth ? 'calendar.next_month' : 'calendar.next_day')}
              onStep={(step) => setDay(isMonth ? addMonths(day, step) : addDays(day, step))}
            />
            <span className={styles.wide}>
              <Button size="s" onPress={() => setDay(today)}>
                {t('today')}
              </Button>
            </span>
            <ListActions
              day={day}
              items={[{ id: 'today', label: t('to_today'), icon: CalendarCheck, onPress: () => setDay(today) }]}
            />
          </>
        }
      >
        <h1 className="title truncate" tabIndex={-1}>
          <span className={styles.long}>{title}</span>
          <span className={styles.short}>{shortTitle}</span>
        </h1>
      </ScreenHeader>
      <ClockSwitch events={visible} value={clock} onChange={setClock} />
      {failed ? (
        <Scroll>
          <LoadFailed
            error={asApiError(failed.error)}
            pending={failed.isFetching}
            onRetry={() => void failed.refetch()}
          />
        </Scroll>
      ) : isMonth ? (
        <Scroll>
          <div className={styles.month}>
            <MonthView {...{ grid, day, today, byDate }} onChange={setDay} />
            <DayEvents {...{ day, now, clock, events: ofDay, isPending }} current={params.id} />
          </div>
        </Scroll>
      ) : (
        <Scroll>
          <DayEvents {...{ day, now, clock, events: ofDay, isPending }} current={params.id} />
        </Scroll>
      )}
    </>
  );
  if (isMonth && params.id === undefined) return <Pane label={tab}>{inside}</Pane>;
  return (
    <Split show={params.id === undefined ? 'list' : 'detail'}>
      <Pane part="list" label={tab}>
        {inside}
      </Pane>
      {params.id === undefined ? (
        <Pane part="detail" label={t('detail.title')}>
          {null}
        </Pane>
      ) : (
        <EventDetail key={params.id} id={params.id} known={events.find(({ id }) => id === params.id)} />
      )}
    </Split>
  );
}

const inputOf = (id: string) => ({ id });
