/** Adds days or months to an ISO date; clamps to the last day of the month. */
export function shiftDate(date: string, { days = 0, months = 0 }: { days?: number; months?: number }): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, (months ? Math.min(day, last) : day) + days))
    .toISOString()
    .slice(0, 10);
}
