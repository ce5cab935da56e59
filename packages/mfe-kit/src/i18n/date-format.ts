import { serverNow } from '../kit/clock';

/** Returns a function that makes each value once. Formatters are slow to make, and every row of a list needs them. */
export function once<Args extends unknown[], Value>(make: (...args: Args) => Value): (...args: Args) => Value {
  const made = new Map<string, Value>();
  return (...args) => {
    const key = JSON.stringify(args);
    const value = made.get(key) ?? make(...args);
    made.set(key, value);
    return value;
  };
}

/** `Intl.DateTimeFormat`, made once for each locale and settings, and again after the device has travelled to another zone. */
export const dateFormat = (locale: string, settings: Intl.DateTimeFormatOptions) =>
  dateFormatIn(new Date(serverNow()).getTimezoneOffset(), locale, settings);

const dateFormatIn = once(
  (_: number, locale: string, settings: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, settings),
);
