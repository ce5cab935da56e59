/** @param {number} since from `performance.now()` */
export const secondsSince = (since) => ((performance.now() - since) / 1000).toFixed(1);

/** @type {NodeJS.WriteStream} */
let output = process.stdout;

/** Prints steps to stderr, for a command whose stdout is read by a program. */
export const progressToStderr = () => void (output = process.stderr);

/**
 * Prints a step and how long it took. A terminal shows it while it runs; a log gets one line per step.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(label, work) {
  const began = performance.now();
  const live = output.isTTY;
  if (live) output.write(`  … ${label}`);
  try {
    const result = await work();
    output.write(`${live ? '\r' : ''}  ✓ ${label} (${secondsSince(began)} s)\n`);
    return result;
  } catch (error) {
    output.write(`${live ? '\r' : ''}  ✗ ${label}\n`);
    throw error;
  }
}
