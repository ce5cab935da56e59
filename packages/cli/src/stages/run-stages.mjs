import { sentenceFor } from '../failure.mjs';
import { secondsSince } from '../progress.mjs';

/**
 * @typedef {import('./findings.mjs').Finding} Finding
 * @typedef {object} Outcome counts of single tests; a stage that is one check counts as one
 * @property {number} passed
 * @property {number} failed
 * @property {number} [skipped]
 * @property {string[]} [notRun]
 * @property {(Omit<Finding, 'title'> & { title?: string })[]} [failures] who failed; without a title it is the stage itself
 * @property {Finding[]} [secondAttempts] among the passed, who failed at first
 * @typedef {Required<Omit<Outcome, 'failures'>> & { failures: Finding[] }} Sum
 * @typedef {object} Stage
 * @property {string} name
 * @property {number} budget seconds; a stage that takes longer is stopped and has failed
 * @property {(signal: AbortSignal) => Promise<Outcome>} run prints what it found wrong
 */

/** Stages that run side by side: as many as the cores that this is made for. */
const lanes = 2;

/**
 * Runs one stage after another, also after a failure, and says how long each took. Those of a list within the list run two at
 * a time.
 * @param {(Stage | Stage[])[]} stages
 * @returns {Promise<Sum>}
 */
export async function runStages(stages) {
  /** @type {Sum} */
  const sum = { passed: 0, failed: 0, skipped: 0, notRun: [], failures: [], secondAttempts: [] };
  for (const step of stages) {
    const waiting = [step].flat();
    const lane = async () => {
      for (let stage = waiting.shift(); stage; stage = waiting.shift()) await runInto(sum, stage);
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  }
  return sum;
}

/**
 * @param {Sum} sum
 * @param {Stage} stage
 */
async function runInto(sum, stage) {
  const began = performance.now();
  const { passed, failed, skipped = 0, notRun = [], failures = [], secondAttempts = [] } = await runStage(stage);
  const counts = passed + failed + skipped > 1 ? ` ${passed} passed, ${failed} failed, ${skipped} skipped,` : '';
  console.log(`  ${failed ? '✗' : '✓'} ${stage.name}:${counts} ${secondsSince(began)} s of ${stage.budget} s`);
  sum.passed += passed;
  sum.failed += failed;
  sum.skipped += skipped;
  sum.notRun.push(...notRun);
  sum.failures.push(...failures.map((failure) => ({ title: stage.name, ...failure })));
  if (failed > 0 && failures.length === 0) sum.failures.push({ title: stage.name });
  sum.secondAttempts.push(...secondAttempts);
}

/**
 * @param {Stage} stage
 * @returns {Promise<Outcome>}
 */
async function runStage({ name, budget, run }) {
  const signal = AbortSignal.timeout(budget * 1000);
  const late = `${name} took longer than its budget of ${budget} s.`;
  try {
    const outcome = await run(signal);
    if (!signal.aborted) return outcome;
    console.error(late);
    const named = outcome.failures?.filter(({ title, error }) => title || error) ?? [];
    const failures = [...named, { error: late }];
    return { ...outcome, failed: Math.max(outcome.failed, 1), failures };
  } catch (thrown) {
    const error = signal.aborted ? late : sentenceFor(thrown);
    console.error(error);
    return { passed: 0, failed: 1, failures: [{ error }] };
  }
}

/**
 * The last line of `npm test`, for people and machines.
 * @param {Pick<Sum, 'passed' | 'failed' | 'skipped'>} sum
 */
export const summaryLine = ({ passed, failed, skipped }) =>
  `Tests: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
