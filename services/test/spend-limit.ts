import type { Limit } from '../src/infrastructure/rate-limits/limits.js';
import { RateLimits } from '../src/infrastructure/rate-limits/rate-limits.js';
import type { TestServices } from './start-test-services.js';

/** Counts acts at a limit in motorsport as if they had been done: the counter fills without the work of each act. */
export async function spendLimit(
  services: TestServices,
  counted: { name: string; limit: Limit; subject: string },
  points: number,
): Promise<void> {
  const limits = services.get(RateLimits);
  for (let count = 0; count < points; count++)
    await limits.take(counted.name, counted.limit, 'motorsport', counted.subject);
}
