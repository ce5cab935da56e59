import { jest } from '@jest/globals';

const now = performance.now.bind(performance);
let passed = 0;

/**
 * Advances the monotonic clock of this process, by which caches and the readings of events age, as if the test had waited. Timers
 * do not fire earlier. The end of the spec file restores the clock.
 */
export function passTime(ms: number): void {
  passed += ms;
  jest.spyOn(performance, 'now').mockImplementation(() => now() + passed);
}
