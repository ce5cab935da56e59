import { dayMs } from '@paddock/contract/core/durations';
import type { ClassifiedRow } from './classified.schema.js';

/** The reminder is sent this long before the end, of a short term in its middle. */
const remindBeforeMs = 3 * dayMs;

/** A term of `lifetime` days that begins now. */
export function termFrom(
  now: Date,
  lifetime: number,
): Required<Pick<ClassifiedRow, 'lifetime' | 'expires' | 'remind'>> {
  const expires = now.getTime() + lifetime * dayMs;
  const remind = expires - Math.min(remindBeforeMs, (lifetime * dayMs) / 2);
  return { lifetime, expires: new Date(expires), remind: new Date(remind) };
}

export const isExpired = ({ expires }: Pick<ClassifiedRow, 'expires'>, now = new Date()): boolean => expires <= now;
