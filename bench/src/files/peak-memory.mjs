import { setTimeout as wait } from 'node:timers/promises';
import { residentMb } from '../process-use.mjs';

const everyMs = 50;

/**
 * Runs a work and follows the memory of a process meanwhile.
 * @template T
 * @param {number} pid @param {() => Promise<T>} work
 */
export async function withPeakMemory(pid, work) {
  const rest = residentMb(pid);
  let peak = rest;
  let isOver = false;
  const following = (async () => {
    while (!isOver) {
      peak = Math.max(peak, residentMb(pid));
      await wait(everyMs);
    }
  })();
  try {
    return { result: await work(), rest, growth: peak - rest };
  } finally {
    isOver = true;
    await following;
  }
}
