import { useCallback, useRef, useState } from 'react';
import { Calendar as CalendarIcon, Clock } from 'lucide-react';
import { Field } from '../field/field';
import type { FieldLooks } from '../field/field';
import { Icon } from '../../primitives/icon/icon';
import { lazyPart, useLazyPart } from '../../primitives/lazy/lazy';
import { PickButton } from '../select/pick-button';
import { dayOf, formatDay, formatTime, timeOf, dayIn, within } from './wall-time';
import type { WallFormat } from './wall-time';
import styles from './date-time-field.module.css';

const datePart = lazyPart(() => import('./date-popover').then((module) => module.DatePopover));
const timePart = lazyPart(() => import('./time-popover').then((module) => module.TimePopover));

export interface DateTimeWords {
  /** Labels of the two halves: "Date" and "Time". */
  date: string;
  time: string;
  /** Labels of the time columns: "Hours" and "Minutes". */
  hours: string;
  minutes: string;
  /** Placeholder: "Choose…". */
  empty: string;
  /** "Previous month" and "Next month". */
  previous: string;
  next: string;
}

export interface DateTimeFieldProps extends FieldLooks, WallFormat {
  /** Wall time without a zone: 'yyyy-mm-ddThh:mm', with `dateOnly` 'yyyy-mm-dd', or empty. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  words: DateTimeWords;
  dateOnly?: boolean | undefined;
  /** Earliest wall time, 2018-01-01T00:00 by default. */
  min?: string | undefined;
  max?: string | undefined;
  /** The current time in epoch milliseconds. */
  now: number;
  /** Time zone that determines today; the device's by default. */
  timeZone?: string | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  /** Id of the date button, for links from a FormBanner. */
  id?: string | undefined;
  className?: string | undefined;
}

/** The time that a selected day gets while there is none. */
const noon = '12:00';

/** A date and a time side by side: a calendar, and lists of hours and five-minute steps. */
export function DateTimeField(props: DateTimeFieldProps) {
  const { label, isLabelHidden, required, optional, aside, help, error, id, className } = props;
  const { words, value, onChange, onBlur } = props;
  const { dateOnly = false, min = '2018-01-01T00:00', max, now, timeZone, disabled, readOnly } = props;
  const { locale = document.documentElement.lang || 'en', hour12, dateFormat } = props;
  const format: WallFormat = { locale, hour12, dateFormat };
  const dateButton = useRef<HTMLButtonElement>(null);
  const timeButton = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<'date' | 'time' | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const [DatePopover, warmDate] = useLazyPart(datePart, open === 'date', close);
  const [TimePopover, warmTime] = useLazyPart(timePart, open === 'time', close);
  const day = dayOf(value);
  const time = timeOf(value);
  const today = dayIn(timeZone, now);
  const change = (nextDay: string, nextTime: string) => {
    const next = dateOnly ? within(nextDay, dayOf(min), max && dayOf(max)) : within(`${nextDay}T${nextTime}`, min, max);
    if (next !== value) onChange(next);
  };
  const shared = { popup: 'dialog', numeric: true, disabled, readOnly, placeholder: words.empty } as const;
  const left = () => open === null && onBlur?.();
  return (
    <Field {...{ id, label, isLabelHidden, required, optional, aside, help, error, className }} group="group">
      {(control) => (
        <div className={dateOnly ? undefined : styles.pair}>
          <PickButton
            {...shared}
            ref={dateButton}
            control={control}
            label={`${label}, ${words.date}`}
            value={day === '' ? undefined : formatDay(day, format)}
            start={!readOnly && <Icon of={CalendarIcon} size="s" />}
            open={open === 'date'}
            onOpen={(next) => setOpen(next ? 'date' : null)}
            onNear={warmDate}
            onBlur={left}
          />
          {!dateOnly && (
            <PickButton
              {...shared}
              ref={timeButton}
              control={{ 'aria-describedby': control['aria-describedby'], 'aria-invalid': control['aria-invalid'] }}
              label={`${label}, ${words.time}`}
              value={time === '' ? undefined : formatTime(time, format)}
              start={!readOnly && <Icon of={Clock} size="s" />}
              open={open === 'time'}
              onOpen={(next) => setOpen(next ? 'time' : null)}
              onNear={warmTime}
              onBlur={left}
            />
          )}
          {DatePopover && (
            <DatePopover
              trigger={dateButton}
              open={open === 'date'}
              onClose={close}
              label={`${label}, ${words.date}`}
              value={day}
              min={dayOf(min)}
              max={max && dayOf(max)}
              today={today}
              locale={locale}
              previousLabel={words.previous}
              nextLabel={words.next}
              onChange={(picked) => {
                close();
                change(picked, time || noon);
              }}
            />
          )}
          {TimePopover && (
            <TimePopover
              trigger={timeButton}
              open={open === 'time'}
              onClose={close}
              label={`${label}, ${words.time}`}
              hourLabel={words.hours}
              minuteLabel={words.minutes}
              value={time}
              otherwise={noon}
              min={(day || today) === dayOf(min) ? timeOf(min) : '00:00'}
              max={max && (day || today) === dayOf(max) ? timeOf(max) : '23:59'}
              format={format}
              onChange={(picked) => change(day || today, picked)}
            />
          )}
        </div>
      )}
    </Field>
  );
}
