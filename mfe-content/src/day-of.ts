import type { Format } from '@paddock/mfe-kit/format';
import { serverNow } from '@paddock/mfe-kit/clock';

/** 'Saturday, 3 October', with the year if it is not the current one. */
export function dayOf(format: Format, instant: string): string {
  return format.day(instant, undefined, new Date(instant).getFullYear() !== new Date(serverNow()).getFullYear());
}
