import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { inlineStep } from '../../primitives/arrows/arrows';
import { IconButton } from '../../primitives/button/button';
import { cx } from '../../primitives/cx/cx';
import { shiftDate } from './shift-date';
import { toneStyle } from '../../primitives/tone-style/tone-style';
import styles from './event-calendar.module.css';

export interface CalendarDay {
  /** ISO date: "2026-06-20". */
  date: string;
  /** The day's number, formatted. */
  number: string;
  /** Spoken, with the number as it is shown: "Saturday 20 June, 7 events". */
  label: string;
  /** Belongs to the previous or next month. */
  outside?: boolean;
  weekend?: boolean;
  today?: boolean;
  /** Shows the first three: as marks on a phone, as titles from a width of 900 px. */
  events?: readonly { id: string; title: string; tone?: string | undefined }[];
  /** "2 more"; below the titles. */
  more?: string | undefined;
}

export interface EventCalendarProps {
  /** Names the grid: "June 2026". */
  label: string;
  /** Seven names, starting with the first day of the week. */
  weekdays: readonly { short: string; long: string }[];
  /** Whole weeks. */
  days: readonly CalendarDay[];
  /** The week of each row: its number, and what is spoken: "Week 25". */
  weeks?: readonly { number: string; label: string }[] | undefined;
  /** The selected day. */
  value: string | null;
  onChange: (date: string) => void;
  /** Called when an arrow or Page key moves to a day outside the grid: show its month, and that day gets the focus. */
  onLeave?: (date: string) => void;
}

/** A month grid with one tab stop; arrow keys move between days, Enter selects. */
export function EventCalendar({ label, weekdays, days, weeks, value, onChange, onLeave }: EventCalendarProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [walked, setWalked] = useState<string>();
  const has = (date: string | null | undefined) => days.some((day) => day.date === date);
  const stop =
    [walked, value].find(has) ?? (days.find((day) => day.today) ?? days.find((day) => !day.outside) ?? days[0])?.date;
  const nextFocus = useRef<string>(undefined);

  useEffect(() => {
    const day = nextFocus.current && grid.current?.querySelector<HTMLElement>(`[data-date="${nextFocus.current}"]`);
    if (!day) return;
    nextFocus.current = undefined;
    day.focus();
  }, [days, walked]);

  const keys = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!stop) return;
    const to = target(event, stop, days);
    if (!to) return;
    event.preventDefault();
    nextFocus.current = to;
    setWalked(to);
    if (!has(to)) onLeave?.(to);
  };

  return (
    <div
      className={cx(styles.calendar, weeks && styles.numbered)}
      role="grid"
      aria-label={label}
      ref={grid}
      onKeyDown={keys}
    >
      <div className={styles.head} role="row">
        {weeks && <span role="presentation" />}
        {weekdays.map(({ short, long }) => (
          <span key={long} role="columnheader" aria-label={long}>
            <span aria-hidden="true">{short}</span>
          </span>
        ))}
      </div>
      <div className={styles.month} role="rowgroup">
        {Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => (
          <div key={days[week * 7]?.date} className={styles.week} role="row">
            {weeks?.[week] && (
              <span role="rowheader" aria-label={weeks[week].label} className={cx(styles.weekNumber, 'tabular-nums')}>
                <span aria-hidden="true">{weeks[week].number}</span>
              </span>
            )}
            {days.slice(week * 7, week * 7 + 7).map((day) => (
              <div
                key={day.date}
                role="gridcell"
                aria-selected={day.date === value}
                className={cx(
                  styles.cell,
                  day.outside && styles.outside,
                  day.weekend && styles.weekend,
                  day.today && styles.today,
                )}
              >
                <button
                  type="button"
                  data-date={day.date}
                  className={styles.day}
                  aria-current={day.today ? 'date' : undefined}
                  tabIndex={day.date === stop ? 0 : -1}
                  onFocus={() => setWalked(day.date)}
                  onClick={() => onChange(day.date)}
                >
                  <span className="sr-only">{day.label}</span>
                  <span className={styles.number} aria-hidden="true">
                    {day.number}
                  </span>
                  <Marks {...day} />
                </button>
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function Marks({ events = [], more }: CalendarDay) {
  const shown = events.slice(0, 3);
  return (
    <>
      <span className={styles.marks}>
        {shown.map(({ id, tone }) => (
          <i key={id} className={tone && 'tone'} style={toneStyle(tone)} />
        ))}
      </span>
      <span className={styles.titles}>
        {shown.map(({ id, title, tone }) => (
          <span key={id} className={cx(styles.title, tone && 'tone')} style={toneStyle(tone)}>
            <i />
            <span className="truncate">{title}</span>
          </span>
        ))}
        {more && <span className={cx(styles.more, 'tabular-nums')}>{more}</span>}
      </span>
    </>
  );
}

/** Returns the day that a key moves to. */
function target(event: KeyboardEvent, from: string, days: readonly CalendarDay[]): string | undefined {
  const along = inlineStep(event);
  if (along !== 0) return shiftDate(from, { days: along });
  const column = days.findIndex((day) => day.date === from) % 7;
  switch (event.key) {
    case 'ArrowDown':
      return shiftDate(from, { days: 7 });
    case 'ArrowUp':
      return shiftDate(from, { days: -7 });
    case 'Home':
      return shiftDate(from, { days: -column });
    case 'End':
      return shiftDate(from, { days: 6 - column });
    case 'PageDown':
      return shiftDate(from, { months: 1 });
    case 'PageUp':
      return shiftDate(from, { months: -1 });
    default:
      return undefined;
  }
}

export interface CalendarStepsProps {
  previousLabel: string;
  nextLabel: string;
  /** Steps one month, week or day back (-1) or forward (1). */
  onStep: (step: -1 | 1) => void;
}

/** The two arrow buttons of a calendar header, mirrored in right-to-left pages. */
export function CalendarSteps({ previousLabel, nextLabel, onStep }: CalendarStepsProps) {
  return (
    <>
      <IconButton icon={ChevronLeft} flip label={previousLabel} onPress={() => onStep(-1)} />
      <IconButton icon={ChevronRight} flip label={nextLabel} onPress={() => onStep(1)} />
    </>
  );
}
