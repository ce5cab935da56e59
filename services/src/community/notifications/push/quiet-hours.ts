import type { QuietHours } from '@paddock/contract/calls/users';

/** Whether an instant is in a member's quiet hours, by the clock of their own zone. */
export function isQuiet(hours: QuietHours | undefined, now: Date): boolean {
  if (!hours) return false;
  const { from, to, zone } = hours;
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(now);
  return from < to ? from <= clock && clock < to : from <= clock || clock < to;
}
