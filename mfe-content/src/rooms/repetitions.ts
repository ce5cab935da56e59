import type { Repetition } from '@paddock/contract/calls/bookings';
import type { Selection } from './day-slots';

/** The resolution of a conflict that books nothing in its week. */
export const skip = 'skip';

/** By the start of a week's period: the start of an alternative, or {@link skip}. */
export type Resolutions = Readonly<Record<string, string>>;

function periodOf(week: Repetition, resolutions: Resolutions): Selection | typeof skip | undefined {
  if (week.free) return { from: week.from, to: week.to };
  const chosen = resolutions[week.from];
  if (chosen === skip) return skip;
  return week.alternatives.find(({ from }) => from === chosen);
}

/** The weeks whose conflict is open: without a resolution, or with an alternative that is no longer free. */
export const unresolved = (weeks: readonly Repetition[], resolutions: Resolutions): Repetition[] =>
  weeks.filter((week) => periodOf(week, resolutions) === undefined);

/** The periods to book. */
export const periodsOf = (weeks: readonly Repetition[], resolutions: Resolutions): Selection[] =>
  weeks
    .map((week) => periodOf(week, resolutions))
    .filter((period) => period !== undefined && period !== skip)
    .map(({ from, to }) => ({ from, to }));
