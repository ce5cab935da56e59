/** @param {number} since from `performance.now()` */
export const secondsSince = (since) => ((performance.now() - since) / 1000).toFixed(1);

/**
 * Prints a step and how long it took. A terminal shows it while it runs; a log gets one line per step.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(label, work) {
  const began = performance.now();
  const live = process.stdout.isTTY;
  if (live) process.stdout.write(`  … ${label}`);
  try {
    const result = await work();
    process.stdout.write(`${live ? '\r' : ''}  ✓ ${label} (${secondsSince(began)} s)\n`);
    return result;
  } catch (error) {
    process.stdout.write(`${live ? '\r' : ''}  ✗ ${label}\n`);
    throw error;
  }
}
