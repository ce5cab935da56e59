import type { PaddockEvent } from '@paddock/contract/calls/events';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { type CalendarDay, EventCalendar } from '@paddock/ui/event-calendar';
import styles from './calendar-page.module.css';
import { weekdayOf, weekNumber, weekOf } from './month';
import { useLocale } from './use-locale';

const maxShown = 3;

interface MonthViewProps {
  /** The days of the shown weeks. */
  grid: readonly string[];
  day: string;
  today: string;
  byDate: ReadonlyMap<string, readonly PaddockEvent[]>;
  onChange: (day: string) => void;
}

/** A month's weeks, with the events of each day as marks of their colour. */
export function MonthView({ grid, day, today, byDate, onChange }: MonthViewProps) {
  const t = useText();
  const format = useFormat();
  const locale = useLocale();
  const week = weekOf(locale);
  const noon = (date: string) => new Date(`${date}T12:00:00Z`);
  const weekday = (date: string, style: 'short' | 'long') =>
    new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' }).format(noon(date));
  const days = grid.map((date): CalendarDay => {
    const events = byDate.get(date) ?? [];
    const more = events.length - maxShown;
    return {
      date,
      number: format.number(Number(date.slice(8))),
      label: t('calendar.day_and_events', { day: format.day(noon(date), 'UTC'), count: events.length }),
      outside: date.slice(0, 7) !== day.slice(0, 7),
      weekend: week.weekend.includes(weekdayOf(date)),
      today: date === today,
      events: events.map(({ id, title, color }) => ({ id, title, tone: color })),
      more: more > 0 ? t('calendar.more', { number: format.number(more) }) : undefined,
    };
  });
  const weeks = Array.from({ length: grid.length / 7 }, (_, at) => {
    const number = format.number(weekNumber(grid[at * 7]!, week));
    return { number, label: t('calendar.week', { number }) };
  });
  return (
    <div className={styles.weeks}>
      <EventCalendar
        label={format.month(noon(day), 'UTC')}
        weekdays={grid.slice(0, 7).map((date) => ({ short: weekday(date, 'short'), long: weekday(date, 'long') }))}
        days={days}
        weeks={weeks}
        value={day}
        onChange={onChange}
        onLeave={onChange}
      />
    </div>
  );
}
