import { startOfDate } from '@paddock/contract/core/time-zones';

/** The fields of the form's input that decide when the event is. */
interface EnteredTimes {
  when?: string | number | undefined;
  end?: string | number | undefined;
  first_day?: string | undefined;
  last_day?: string | undefined;
  time_zone?: string | undefined;
}

/** The event's times as a call has them: whole days by their starts. `when` is '' until the form has a start. */
export function timesOf({ when = '', end, first_day, last_day, time_zone = 'UTC' }: EnteredTimes) {
  if (!first_day) return { when: String(when), end: end === undefined ? end : String(end), all_day: false, time_zone };
  const startOf = (day: string) => new Date(startOfDate(day, time_zone)).toISOString();
  return { when: startOf(first_day), end: startOf(last_day || first_day), all_day: true, time_zone };
}
