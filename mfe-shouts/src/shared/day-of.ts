import type { Format } from '@paddock/mfe-kit/format';

/** 'Saturday, 3 October', with the year if it is not the current one. */
export function dayOf(format: Format, instant: string, now: number): string {
  return format.day(instant, undefined, new Date(instant).getFullYear() !== new Date(now).getFullYear());
}
