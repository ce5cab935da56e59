const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-u-ca-gregory', { timeZone: zone, year: 'numeric', era: 'short' });
  formats.set(zone, made);
  return made;
}

/** Whether a text names an IANA time zone, such as `Europe/Brussels`. */
export function isTimeZone(text: string): boolean {
  // Fixed offsets such as `+02:00` have no change of clocks and are no zone of a place.
  if (!/^[A-Za-z][\w+/-]{1,59}$/.test(text)) return false;
  try {
    formatIn(text);
    return true;
  } catch {
    return false;
  }
}

/** The year of an instant by the clock of a time zone. */
export function wallYear(instant: string, zone: string): number {
  const parts = formatIn(zone).formatToParts(new Date(instant));
  const year = Number(parts.find(({ type }) => type === 'year')?.value);
  const isBefore = parts.find(({ type }) => type === 'era')?.value.startsWith('B') ?? false;
  return isBefore ? 1 - year : year;
}

const walls = new Map<string, Intl.DateTimeFormat>();

/** The wall time of an instant in a time zone, in ms as if it were UTC, to the second. */
export function wallClock(at: number, zone: string): number {
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const format =
    walls.get(zone) ??
    new Intl.DateTimeFormat('en-u-ca-gregory-hc-h23', { timeZone: zone, ...parts, second: 'numeric' });
  walls.set(zone, format);
  const of = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const day = new Date(0).setUTCFullYear(of['year']!, of['month']! - 1, of['day']);
  return day + ((of['hour']! * 60 + of['minute']!) * 60 + of['second']!) * 1000;
}

const dayMs = 86_400_000;

/** The date, yyyy-mm-dd, `days` after another; earlier if negative. */
export const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/**
 * The first instant of a calendar day in a time zone, in epoch ms: of the day that contains `at`, or of the day so many `days` later.
 * Where the clocks skip midnight it is the first time after it.
 */
export function startOfDay(at: number, zone: string, days = 0): number {
  return startAt(Math.floor(wallClock(at, zone) / dayMs) * dayMs + days * dayMs, zone);
}

/** The first instant of a date, yyyy-mm-dd, in a time zone, in epoch ms. */
export const startOfDate = (date: string, zone: string): number => startAt(Date.parse(`${date}T00:00:00Z`), zone);

function startAt(wall: number, zone: string): number {
  const offset = (instant: number) => wallClock(instant, zone) - Math.floor(instant / 1000) * 1000;
  const before = wall - offset(wall - dayMs);
  const found = [before, wall - offset(wall + dayMs)].filter((instant) => instant + offset(instant) === wall);
  return found.length > 0 ? Math.min(...found) : before;
}
