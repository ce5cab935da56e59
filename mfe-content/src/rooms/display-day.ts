import { minuteMs } from '@paddock/contract/core/durations';

interface Displayed {
  from: string;
  to: string;
  name: string;
}

/** A booking or a gap of the day; `name` is undefined for a gap, '' after an account was erased. */
export interface Step {
  from: string;
  to: string;
  name: string | undefined;
  /** Half hours, for its share of the bar. */
  share: number;
}

const halfHourMs = 30 * minuteMs;

/** The day from its start to its end, without overlaps and without holes. */
export function stepsOf({
  start,
  end,
  bookings,
}: {
  start: string;
  end: string;
  bookings: readonly Displayed[];
}): Step[] {
  const steps: Step[] = [];
  let at = Date.parse(start);
  const add = (to: number, name?: string) => {
    const [from, share] = [new Date(at).toISOString(), (to - at) / halfHourMs];
    if (share > 0) steps.push({ from, to: new Date(to).toISOString(), name, share });
    at = Math.max(at, to);
  };
  for (const { from, to, name } of bookings) {
    add(Math.min(Date.parse(from), Date.parse(end)));
    add(Math.min(Date.parse(to), Date.parse(end)), name);
  }
  add(Date.parse(end));
  return steps;
}
