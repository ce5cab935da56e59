import { sentenceFor } from '../failure.mjs';
import { secondsSince } from '../progress.mjs';
import { measureCpu } from './cpu-time.mjs';

/**
 * @typedef {import('./findings.mjs').Finding} Finding
 * @typedef {object} Outcome counts of single tests; a check such as lint counts as one test
 * @property {number} passed
 * @property {number} failed
 * @property {number} [skipped]
 * @property {string[]} [notRun]
 * @property {(Omit<Finding, 'title'> & { title?: string })[]} [failures] failed tests; a failure without a title is that of the stage
 * @property {Finding[]} [secondAttempts] passed tests that failed on the first attempt
 * @property {{ file: string, seconds: number }[]} [files] how long each test file took
 * @typedef {Required<Omit<Outcome, 'failures'>> & { failures: Finding[], times: import('./stage-times.mjs').Measured[] }} Sum
 * @typedef {object} Stage
 * @property {string} name
 * @property {number} budget seconds; a stage that takes longer has hung: it is stopped and fails. What a stage should take is compared
 *   with its stored CPU time (stage-times.mjs)
 * @property {(signal: AbortSignal) => Promise<Outcome>} run prints its findings
 */

/** Number of stages to run in parallel, for a machine with two cores. */
const lanes = 2;

/**
 * Runs the stages one after another, continues after failures, and prints how long each took. The stages of a nested list run
 * two at a time.
 * @param {(Stage | Stage[])[]} stages
 * @returns {Promise<Sum>}
 */
export async function runStages(stages) {
  /** @type {Sum} */
  const sum = { passed: 0, failed: 0, skipped: 0, notRun: [], failures: [], secondAttempts: [], files: [], times: [] };
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
  const { result, cpu } = await measureCpu(() => runStage(stage));
  const { passed, failed, skipped = 0, notRun = [], failures = [], secondAttempts = [], files = [] } = result;
  const counts = passed + failed + skipped > 1 ? ` ${passed} passed, ${failed} failed, ${skipped} skipped,` : '';
  console.log(
    `  ${failed ? '✗' : '✓'} ${stage.name}:${counts} ${secondsSince(began)} s of ${stage.budget} s, ${cpu.toFixed(0)} s of CPU`,
  );
  sum.times.push({ name: stage.name, cpu, wall: (performance.now() - began) / 1000, ok: failed === 0 });
  sum.files.push(...files);
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
 * The last line of `npm test`, which tools parse too.
 * @param {Pick<Sum, 'passed' | 'failed' | 'skipped'>} sum
 */
export const summaryLine = ({ passed, failed, skipped }) =>
  `Tests: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
