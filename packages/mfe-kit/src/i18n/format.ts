import type { Flags } from '@paddock/contract/core/flags';
import { dayMs, hourMs, minuteMs } from '@paddock/contract/core/durations';
import { useEffect, useState } from 'react';
import { serverNow, serverTimeOf } from '../kit/clock';
import { dateFormat, once } from './date-format';

type Instant = string | number | Date;

export interface Format {
  /** '5 minutes ago': seconds under a minute, minutes under an hour, hours under a day, then days (A §9). */
  relative(instant: Instant, now?: number): string;
  /** Short form for a row: '5m ago', after a week the date. Never in the future, since clocks differ. */
  relativeShort(instant: Instant, now?: number): string;
  /** '6:30 PM' or '18:30', in `zone` or the device's own. */
  time(instant: Instant, zone?: string): string;
  /** '31/12', '31.12.' or the language's form; with the year when `year`. */
  date(instant: Instant, options?: { zone?: string; year?: boolean }): string;
  /** 'Saturday, 3 October'; with the year when `year`. */
  day(instant: Instant, zone?: string, year?: boolean): string;
  /** 'October 2026'. */
  month(instant: Instant, zone?: string): string;
  number(value: number): string;
  /** '1.2 MB', of bytes. */
  fileSize(bytes: number): string;
}

/** Milliseconds from which the short form is a date. */
const WEEK = 7 * dayMs;

const quarterMs = 15 * minuteMs;

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['second', 1],
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
];

type FormatFlags = Pick<Flags, 'time_format' | 'date_format'>;

/** Formatters by the member's language and the deployment's `time_format` and `date_format`. */
export const createFormat = ({ language, time_format, date_format }: FormatFlags & { language: string }): Format =>
  formatOf(localeOf(language), time_format, date_format);

const formatOf = once((language: string, time_format: string, date_format: string): Format => {
  const format = (instant: Instant, settings: Intl.DateTimeFormatOptions, locale = language) =>
    dateFormat(locale, settings).format(new Date(instant));
  const numbers = new Intl.NumberFormat(language);
  const relative = (style: Intl.RelativeTimeFormatStyle) => {
    const counted = new Intl.RelativeTimeFormat(language, { style });
    const worded = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style });
    return (instant: Instant, now = serverNow()) => {
      const seconds = (new Date(instant).getTime() - now) / 1000;
      const [unit, size] = steps.findLast(([, length]) => Math.abs(seconds) >= length) ?? steps[0]!;
      const amount = Math.trunc(seconds / size);
      // 'now', but never 'yesterday': 25 hours ago may be the day before yesterday.
      return (amount === 0 ? worded : counted).format(amount, unit);
    };
  };
  const short = relative('narrow');
  return {
    relative: relative('long'),
    relativeShort(instant, now = serverNow()) {
      const then = Math.min(new Date(instant).getTime(), now);
      if (now - then < WEEK) return short(then, now);
      return this.date(then, { year: new Date(then).getFullYear() !== new Date(now).getFullYear() });
    },
    // Two-digit hours on a 24-hour clock, so that times in a column align.
    time: (instant, zone) =>
      format(instant, {
        ...(time_format === '12h' ? { hour: 'numeric', hourCycle: 'h12' } : { hour: '2-digit', hourCycle: 'h23' }),
        minute: '2-digit',
        ...zoned(zone),
      }),
    date(instant, { zone, year = false } = {}) {
      const parts: Intl.DateTimeFormatOptions = { day: '2-digit', month: '2-digit', ...zoned(zone) };
      if (year) parts.year = 'numeric';
      if (date_format === 'default') return format(instant, parts);
      const ordered = format(instant, parts, 'en-GB');
      if (date_format === 'ddmm') return ordered;
      return ordered.replaceAll('/', '.') + (year ? '' : '.');
    },
    day: (instant, zone, year = false) =>
      format(instant, {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        ...(year && { year: 'numeric' }),
        ...zoned(zone),
      }),
    month: (instant, zone) => format(instant, { month: 'long', year: 'numeric', ...zoned(zone) }),
    number: (value) => numbers.format(value),
    fileSize(bytes) {
      const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), sizeUnits.length - 1);
      // The short name of a byte has no plural.
      const unitDisplay = step === 0 ? 'long' : 'short';
      const settings = { style: 'unit', unit: sizeUnits[step]!, unitDisplay, maximumFractionDigits: 1 } as const;
      return new Intl.NumberFormat(language, settings).format(bytes / 1000 ** step);
    },
  };
});

/**
 * The member's regional variant of a deployment language: the browser's first locale of that language (British English on a British
 * device), else the language itself. Arabic uses the same digits as the counts in its texts.
 */
export function localeOf(language: string): string {
  const [base] = language.split(/[-_]/);
  const own = globalThis.navigator?.languages?.find((locale) => locale.split('-')[0] === base);
  if (base === 'ar') return new Intl.Locale(own ?? base, { numberingSystem: 'latn' }).toString();
  return language.includes('-') || language.includes('_') ? language.replace('_', '-') : (own ?? language);
}

const zoned = (zone: string | undefined): Intl.DateTimeFormatOptions => (zone === undefined ? {} : { timeZone: zone });

/** Returns the pauses of a clock that starts, in ms. */
type Pauses = () => () => number;

const untilNext = (ms: number) => ms - (serverNow() % ms);
const toEachMinute: Pauses = () => () => untilNext(minuteMs);
const doubling: Pauses = () => {
  let pause = 500;
  return () => {
    pause = Math.min(pause * 2, hourMs);
    return Math.min(pause, untilNext(quarterMs));
  };
};

/** The server's time, updated after each pause. The pauses start again when the page becomes visible and when `changed` does. */
function useTime(pauses: Pauses, changed?: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const begin = () => {
      clearTimeout(timer);
      const next = pauses();
      const wait = () => {
        timer = setTimeout(() => {
          setNow(serverNow());
          wait();
        }, next());
      };
      wait();
    };
    const seen = () => {
      if (document.visibilityState !== 'visible') return;
      begin();
      setNow(serverNow());
    };
    begin();
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [pauses, changed]);
  return now;
}

/**
 * The server's time, updated for relative times: the interval doubles from 1 s up to 1 hour (A §9), and is never longer than to the next
 * quarter of an hour, at which the day changes in some zone. It restarts when the page becomes visible and when the data changes, so that
 * the latest entry is never in the future.
 * @param changed when the data last changed, by the device's clock: a query's `dataUpdatedAt`
 */
export const useNow = (changed = 0): number => Math.max(useTime(doubling, changed), serverTimeOf(changed));

/** The server's time, updated on every full minute: what is under way or past changes with the clock. */
export const useMinute = (): number => useTime(toEachMinute);
