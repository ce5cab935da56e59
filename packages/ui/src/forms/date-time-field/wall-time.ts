/** Wall times are strings without a zone: 'yyyy-mm-ddThh:mm', or the day alone. They sort chronologically. */
export interface WallFormat {
  /** Locale of names and digits, as Intl takes it. */
  locale?: string | undefined;
  hour12?: boolean | undefined;
  /** '31/12', '31.12.' or the order of the locale. */
  dateFormat?: 'ddmm' | 'dd.mm' | 'default' | undefined;
}

/** An empty string while there is no value. */
export const dayOf = (value: string): string => value.slice(0, 10);
export const timeOf = (value: string): string => value.slice(11, 16);

const two = (number: number) => String(number).padStart(2, '0');

export const minuteSteps: readonly string[] = Array.from({ length: 12 }, (_, index) => two(index * 5));
export const hours: readonly string[] = Array.from({ length: 24 }, (_, index) => two(index));

/** Clamps a wall time to `min` and `max`. */
export function within(value: string, min: string, max: string | undefined): string {
  if (value < min) return min;
  return max !== undefined && value > max ? max : value;
}

/** Returns the day of an instant in a time zone, by default the device's. */
export function dayIn(zone: string | undefined, instant: number): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    ...(zone === undefined ? {} : { timeZone: zone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return parts.format(instant);
}

// A wall time has no zone: formatting it in UTC avoids any shift.
const instantOf = (day: string, time: string) => new Date(`${day}T${time}:00Z`);
const cycle = (hour12: boolean | undefined) => (hour12 ? 'h12' : 'h23');

/** 'Sat 20.06.2026'. */
export function formatDay(day: string, { locale, dateFormat = 'default' }: WallFormat): string {
  const instant = instantOf(day, '00:00');
  // Use the Gregorian calendar, as the field does: some regions default to another one.
  const numbers = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC', calendar: 'gregory' } as const;
  if (dateFormat === 'default')
    return new Intl.DateTimeFormat(locale, { weekday: 'short', ...numbers }).format(instant);
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(instant);
  const ordered = new Intl.DateTimeFormat('en-GB', numbers).format(instant);
  return `${weekday} ${dateFormat === 'ddmm' ? ordered : ordered.replaceAll('/', '.')}`;
}

/** '6:40 PM' or '18:40'. */
export function formatTime(time: string, { locale, hour12 }: WallFormat): string {
  return new Intl.DateTimeFormat(locale, {
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: cycle(hour12),
    timeZone: 'UTC',
  }).format(instantOf('2000-01-01', time));
}

/** '6 PM' or '18'. */
export function formatHour(hour: string, { locale, hour12 }: WallFormat): string {
  const format = { hour: hour12 ? 'numeric' : '2-digit', hourCycle: cycle(hour12), timeZone: 'UTC' } as const;
  // Intl may add a word to a lone hour ('18 Uhr'); beside the minutes, digits are enough.
  const parts = new Intl.DateTimeFormat(locale, format).formatToParts(instantOf('2000-01-01', `${hour}:00`));
  if (hour12) return parts.map((part) => part.value).join('');
  return parts.find((part) => part.type === 'hour')?.value ?? hour;
}

/** Formats '05' in the digits of the locale. */
export function formatMinute(minute: string, { locale }: WallFormat): string {
  return new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 }).format(Number(minute));
}
