import { sentenceFor } from '../failure.mjs';
import { secondsSince } from '../progress.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped?: number, notRun?: string[] }} Outcome counts of single tests; a stage
 *   that is one check counts as one
 * @typedef {object} Stage
 * @property {string} name
 * @property {number} budget seconds; a stage that takes longer is stopped and has failed
 * @property {(signal: AbortSignal) => Promise<Outcome>} run prints what it found wrong
 */

/**
 * Runs one stage after another, also after a failure, and says how long each took.
 * @param {Stage[]} stages
 * @returns {Promise<Required<Outcome>>}
 */
export async function runStages(stages) {
  const sum = { passed: 0, failed: 0, skipped: 0, notRun: /** @type {string[]} */ ([]) };
  for (const stage of stages) {
    const began = performance.now();
    const outcome = await runStage(stage);
    const { passed, failed, skipped = 0, notRun = [] } = outcome;
    const counts = passed + failed + skipped > 1 ? ` ${passed} passed, ${failed} failed, ${skipped} skipped,` : '';
    console.log(`  ${failed ? '✗' : '✓'} ${stage.name}:${counts} ${secondsSince(began)} s of ${stage.budget} s`);
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
    sum.notRun.push(...notRun);
  }
  return sum;
}

/**
 * @param {Stage} stage
 * @returns {Promise<Outcome>}
 */
async function runStage({ name, budget, run }) {
  const signal = AbortSignal.timeout(budget * 1000);
  try {
    const outcome = await run(signal);
    if (!signal.aborted) return outcome;
    console.error(`${name} took longer than its budget of ${budget} s.`);
    return { ...outcome, failed: Math.max(outcome.failed, 1) };
  } catch (error) {
    console.error(signal.aborted ? `${name} took longer than its budget of ${budget} s.` : sentenceFor(error));
    return { passed: 0, failed: 1 };
  }
}

/**
 * The last line of `npm test`, for people and machines.
 * @param {Required<Outcome>} sum
 */
export const summaryLine = ({ passed, failed, skipped }) =>
  `Tests: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
