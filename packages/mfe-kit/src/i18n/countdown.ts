import { dayMs, hourMs, minuteMs, secondMs } from '@paddock/contract/core/durations';
import { useEffect, useState } from 'react';
import { serverNow } from '../kit/clock';
import { localeOf } from './format';
import { useSession } from '../session/session';

const units = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
  ['second', secondMs],
] as const;
type Unit = (typeof units)[number][0];

/** A time in its two largest units; the second is left out for seconds. */
export function largestUnits(ms: number): [unit: Unit, count: number][] {
  const whole = Math.max(0, ms);
  const first = units.findIndex(([, length]) => whole >= length);
  if (first < 0) return [['second', 0]];
  return units.slice(first, first + 2).map(([unit, length], at) => {
    const rest = at === 0 ? whole : whole % units[first]![1];
    return [unit, Math.floor(rest / length)];
  });
}

/** The time until an instant in words, updated exactly when it changes; undefined once the instant is past. */
export function useCountdown(until: number): readonly Intl.NumberFormatPart[][] | undefined {
  const locale = localeOf(useSession().language);
  const [now, setNow] = useState(serverNow);
  const left = until - now;
  useEffect(() => {
    const rest = until - serverNow();
    if (rest <= 0) return;
    const smallest = largestUnits(rest).at(-1)![0];
    const step = units.find(([unit]) => unit === smallest)![1];
    // A sleeping device delays long timers: none is longer than a minute.
    const timer = setTimeout(() => setNow(serverNow()), Math.min((rest % step) + 1, minuteMs));
    return () => clearTimeout(timer);
  }, [until, now]);
  if (left <= 0) return undefined;
  return largestUnits(left).map(([unit, count]) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).formatToParts(count),
  );
}
