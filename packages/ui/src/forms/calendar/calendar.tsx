import {
  Button,
  Calendar as AriaCalendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
  I18nProvider,
} from 'react-aria-components';
import { parseDate } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Icon } from '../../primitives/icon/icon';
import { keepStylesOut } from '../../primitives/lazy/lazy';
import styles from './calendar.module.css';

export interface CalendarProps {
  /** Label of the month grid. */
  label: string;
  /** 'yyyy-mm-dd', or empty. */
  value: string;
  onChange: (day: string) => void;
  /** First and last selectable day. */
  min?: string | undefined;
  max?: string | undefined;
  /** Today, in the calendar's time zone. */
  today: string;
  /** Locale that determines names, digits and the first day of the week. */
  locale: string;
  previousLabel: string;
  nextLabel: string;
  /** Focuses the selected day, or the first of the month, on mount. */
  autoFocus?: boolean;
}

keepStylesOut();

/** A month to select a day from, with arrows, Page Up and Down, Home and End. It imports React Aria, so load it lazily. */
export function Calendar(props: CalendarProps) {
  const { label, value, onChange, min, max, today, locale, previousLabel, nextLabel, autoFocus = false } = props;
  return (
    <I18nProvider locale={gregorian(locale)}>
      <AriaCalendar
        aria-label={label}
        className={styles.calendar ?? ''}
        value={value === '' ? null : parseDate(value)}
        defaultFocusedValue={parseDate(value || today)}
        onChange={(day) => onChange(day.toString())}
        minValue={min ? parseDate(min) : null}
        maxValue={max ? parseDate(max) : null}
        autoFocus={autoFocus}
      >
        <header className={styles.head}>
          <Button slot="previous" className={styles.turn ?? ''} aria-label={previousLabel}>
            <Icon of={ChevronLeft} flip />
          </Button>
          <Heading className={styles.month ?? ''} />
          <Button slot="next" className={styles.turn ?? ''} aria-label={nextLabel}>
            <Icon of={ChevronRight} flip />
          </Button>
        </header>
        <CalendarGrid weekdayStyle={weekdayStyle(locale)} className={styles.grid ?? ''}>
          <CalendarGridHeader>
            {(day) => <CalendarHeaderCell className={styles.weekday ?? ''}>{day}</CalendarHeaderCell>}
          </CalendarGridHeader>
          <CalendarGridBody>
            {(date) => (
              <CalendarCell
                date={date}
                className={styles.day ?? ''}
                {...(date.toString() === today ? { 'data-now': '' } : {})}
              />
            )}
          </CalendarGridBody>
        </CalendarGrid>
      </AriaCalendar>
    </I18nProvider>
  );
}

/** Returns the locale with the Gregorian calendar, which all days use, also in regions with another default. */
function gregorian(locale: string): string {
  return new Intl.Locale(locale, { calendar: 'gregory' }).toString();
}

/** Short weekday names, or narrow ones where the short ones are long, as in Arabic. */
function weekdayStyle(locale: string): 'short' | 'narrow' {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  const longest = Math.max(...[0, 1, 2, 3, 4, 5, 6].map((day) => format.format(Date.UTC(2024, 0, 1 + day)).length));
  return longest > 4 ? 'narrow' : 'short';
}
