import { dateAfter } from '@paddock/contract/core/time-zones';
import { localeOf } from '@paddock/mfe-kit/format';
import { useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';

const daysAWeek = 7;

/** Names of dates, yyyy-mm-dd. */
export interface DayTexts {
  /** Beside other texts: 'Today', 'Tomorrow', 'Sunday' within a week, then 'Sat, 5 Dec'. */
  short: (date: string, today: string) => string;
  /** Of a heading: 'Today, 20 June', then 'Saturday, 27 June'. */
  long: (date: string, today: string) => string;
}

export function useDayTexts(): DayTexts {
  const t = useText();
  const locale = localeOf(useSession().language);
  // A date has no zone: formatted in UTC it stays the same one.
  const format = (date: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
  const wordOf = (date: string, today: string) =>
    date === today ? t('rooms.today') : date === dateAfter(today, 1) ? t('rooms.tomorrow') : undefined;
  return {
    short: (date, today) =>
      wordOf(date, today) ??
      (date > today && date < dateAfter(today, daysAWeek)
        ? format(date, { weekday: 'long' })
        : format(date, { weekday: 'short', day: 'numeric', month: 'short' })),
    long(date, today) {
      const word = wordOf(date, today);
      const day = { day: 'numeric', month: 'long' } as const;
      return word ? t('rooms.day_long', { word, day: format(date, day) }) : format(date, { weekday: 'long', ...day });
    },
  };
}
