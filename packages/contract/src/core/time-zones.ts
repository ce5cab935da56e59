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
    return formatIn(text) instanceof Intl.DateTimeFormat;
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
