import { type PaddockEvent, readEvent } from '@paddock/contract/calls/events';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useMinute } from '@paddock/mfe-kit/format';
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
import { type Clock, type Phase, phaseOf } from '../event-times';
import { useMarkRead } from '../reading/use-mark-read';
import { ClockSwitch, useClock } from './clock-switch';
import { DayHead } from './day-head';
import { type Day, daysOf, firstDayLeft, halfOf, nowAmong, otherSeries } from './days';
import { EventItem } from './event-item';
import { ListActions } from './list-actions';
import { OtherSeries } from './other-series';
import { useEventList } from './use-event-list';

type Row =
  | { kind: 'day'; date: string }
  | { kind: 'event'; event: PaddockEvent }
  | { kind: 'now'; zone: string | undefined }
  | { kind: 'others'; date: string; events: readonly PaddockEvent[]; isOpen: boolean };

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
  const {
    answer,
    events: loaded,
    span,
  } = useEventList(separate_past && half === 'past' ? 'past' : 'future', !separate_past);
  const events = useMarkRead(span, loaded);
  const days = useMemo(
    () => (separate_past ? halfOf(events ?? [], half, now, clock) : daysOf(events ?? [], clock)),
    [events, separate_past, half, now, clock],
  );
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(
    () => days.flatMap((day) => rowsOf(day, now, clock, { open: params.id, isUnfolded: unfolded.has(day.date) })),
    [days, now, clock, params.id, unfolded],
  );
  const fold = (date: string) =>
    setUnfolded((dates) => new Set(dates.has(date) ? [...dates].filter((one) => one !== date) : [...dates, date]));
  const today = separate_past ? undefined : firstDayLeft(days, now);
  const chosen = events?.find(({ id }) => id === params.id);
  const items = useMemo(() => answer.data && openingOrder(days, now), [answer.data, days, now]);
  useItemBeside({ path: '/main/events', open: params.id, items, read: readEvent, inputOf });

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
        <ClockSwitch events={events} value={clock} onChange={setClock} />
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
              ) : row.kind === 'others' ? (
                <OtherSeries events={row.events} isOpen={row.isOpen} onPress={() => fold(row.date)} />
              ) : (
                <EventItem event={row.event} now={now} clock={clock} current={row.event.id === params.id} />
              )
            }
            shape="event"
            divider="none"
            empty={t('empty')}
            startAt={today}
            linked={params.id}
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
function rowsOf(
  day: Day,
  now: number,
  clock: Clock,
  { open, isUnfolded }: { open: string | undefined; isUnfolded: boolean },
): Row[] {
  const { date } = day;
  const others = otherSeries(day, open);
  const events = day.events.filter((event) => !others.includes(event));
  const rowOf = (event: PaddockEvent): Row => ({ kind: 'event', event });
  const rows = events.map(rowOf);
  const line = nowAmong({ date, events }, now, clock);
  if (line) rows.splice(line.at, 0, { kind: 'now', zone: line.zone });
  if (others.length > 0)
    rows.push({ kind: 'others', date, events: others, isOpen: isUnfolded }, ...(isUnfolded ? others.map(rowOf) : []));
  return [{ kind: 'day', date }, ...rows];
}

/** The ids of the events in the order in which one opens beside the list: the next to begin, what runs now, the past. */
function openingOrder(days: readonly Day[], now: number): string[] {
  const all = days.flatMap(({ events }) => events);
  const of = (phase: Phase) => all.filter((event) => phaseOf(event, now) === phase).map(({ id }) => id);
  return [...of('coming'), ...of('now'), ...of('past')];
}

const inputOf = (id: string) => ({ id });

function keyOf(row: Row): string {
  if (row.kind === 'event') return row.event.id;
  return row.kind === 'now' ? 'now' : row.kind === 'day' ? row.date : `${row.date} others`;
}

const isDay = (row: Row) => row.kind === 'day';
