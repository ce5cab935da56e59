import { type PaddockEvent, readEvent } from '@paddock/contract/calls/events';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { List, type ListHandle, useItemBeside } from '@paddock/mfe-kit/list';
import { useSession, useTabTitle } from '@paddock/mfe-kit/session';
import { IconButton } from '@paddock/ui/button';
import { NowLine } from '@paddock/ui/event';
import { Pane, ScreenHeader, Scroll, Split, Toolbar } from '@paddock/ui/pane';
import { Segmented } from '@paddock/ui/segmented';
import { Empty } from '@paddock/ui/state';
import { CalendarCheck } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { EventDetail } from '../event-detail/event-detail';
import type { Clock } from '../event-times';
import { useMarkRead } from '../reading/use-mark-read';
import { useMinute } from '../use-minute';
import { ClockSwitch, useClock } from './clock-switch';
import { DayHead } from './day-head';
import { type Day, daysOf, firstDayLeft, halfOf, nowAmong } from './days';
import { EventItem } from './event-item';
import { ListActions } from './list-actions';
import { useEventList } from './use-event-list';

type Row =
  { kind: 'day'; date: string } | { kind: 'event'; event: PaddockEvent } | { kind: 'now'; zone: string | undefined };

/** The calendar as a list and, on wide screens, the chosen event beside it (specification B §2). */
export function EventList({ params }: ScreenProps<'id'>) {
  const t = useText();
  const format = useFormat();
  const title = useTabTitle('events') ?? t('title');
  const list = useRef<ListHandle>(null);
  const { separate_past } = useSession().flags.events_tab;
  const [half, setHalf] = useState<'past' | 'coming'>('coming');
  const [clock, setClock] = useClock();
  const now = useMinute();
  const { answer, events, span } = useEventList(separate_past && half === 'past' ? 'past' : 'future');
  const days = useMemo(
    () => (separate_past ? halfOf(events ?? [], half, now, clock) : daysOf(events ?? [], clock)),
    [events, separate_past, half, now, clock],
  );
  const rows = useMemo(() => days.flatMap((day) => rowsOf(day, now, clock)), [days, now, clock]);
  const today = separate_past ? undefined : firstDayLeft(days, now);
  const chosen = events?.find(({ id }) => id === params.id);
  const begin = chosen ? chosen.id : today;
  const items = useMemo(() => answer.data && openingOrder(days, today), [answer.data, days, today]);
  useItemBeside({ path: '/main/events', open: params.id, items, read: readEvent, inputOf });
  useMarkRead(span, events);

  return (
    <Split show={params.id === undefined ? 'list' : 'detail'}>
      <Pane part="list" label={title}>
        <ScreenHeader
          title={title}
          actions={
            <>
              {today && (
                <IconButton icon={CalendarCheck} label={t('to_today')} onPress={() => list.current?.toRow(today)} />
              )}
              <ListActions />
            </>
          }
        />
        {separate_past && (
          <Toolbar>
            <Segmented
              label={t('which')}
              options={[
                { id: 'past', label: t('past') },
                { id: 'coming', label: t('coming') },
              ]}
              value={half}
              onChange={setHalf}
            />
          </Toolbar>
        )}
        <ClockSwitch events={events ?? []} value={clock} onChange={setClock} />
        <Scroll>
          <List
            id={separate_past ? half : 'all'}
            label={title}
            query={answer}
            rows={rows}
            rowKey={keyOf}
            isHead={isDay}
            render={(row) =>
              row.kind === 'day' ? (
                <DayHead date={row.date} now={now} />
              ) : row.kind === 'now' ? (
                <NowLine time={format.time(now, row.zone)}>{t('now')}</NowLine>
              ) : (
                <EventItem event={row.event} now={now} clock={clock} current={row.event.id === params.id} />
              )
            }
            shape="event"
            divider="none"
            empty={t('empty')}
            startAt={begin}
            stickyHeads
            ref={list}
          />
        </Scroll>
      </Pane>
      {params.id === undefined ? (
        <Pane part="detail" label={t('detail.title')}>
          {rows.length === 0 && <Empty text={t('none_chosen')} />}
        </Pane>
      ) : (
        <EventDetail key={params.id} id={params.id} known={chosen} />
      )}
    </Split>
  );
}

/** A day's heading and events; today with a line between what has begun and what is to come. */
function rowsOf(day: Day, now: number, clock: Clock): Row[] {
  const rows: Row[] = day.events.map((event) => ({ kind: 'event', event }));
  const line = nowAmong(day, now, clock);
  if (line) rows.splice(line.at, 0, { kind: 'now', zone: line.zone });
  return [{ kind: 'day', date: day.date }, ...rows];
}

/** The ids of the events, from `today` on; the days before it last. */
function openingOrder(days: readonly Day[], today: string | undefined): string[] {
  const at = days.findIndex(({ date }) => date === today);
  const order = at < 0 ? days : [...days.slice(at), ...days.slice(0, at)];
  return order.flatMap(({ events }) => events.map(({ id }) => id));
}

const inputOf = (id: string) => ({ id });

const keyOf = (row: Row) => (row.kind === 'day' ? row.date : row.kind === 'now' ? 'now' : row.event.id);

const isDay = (row: Row) => row.kind === 'day';
