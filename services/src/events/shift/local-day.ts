const hour = 3_600_000;
const minute = 60_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The date of an instant by the clock of a zone, as `2026-06-20`. */
function dateIn(at: number, zone: string): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  formats.set(zone, format);
  return format.format(at);
}

/** When the day of an instant ends by the clock of a zone: 23 to 25 hours after it began. */
export function endOfDay(at: Date, zone: string): Date {
  const date = dateIn(+at, zone);
  // In minutes: no zone changes its date within one.
  let [low, high] = [Math.floor(+at / minute), Math.ceil((+at + 26 * hour) / minute)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (dateIn(middle * minute, zone) === date) low = middle;
    else high = middle;
  }
  return new Date(high * minute);
}
