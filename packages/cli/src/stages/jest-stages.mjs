import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root, varDir } from '../paths.mjs';
import { runTool } from './run-tool.mjs';

/** Maximum number of files to retry; if more fail, load on the machine is not the cause. */
const maxRetries = 10;

/**
 * @typedef {object} JestRun
 * @property {string} project
 * @property {string[]} [paths] folders or files below the root; without them every test of the project
 */

/**
 * Runs failed files once more, so that load on the machine fails no test. Tests that pass only then are named, to be fixed.
 * @param {JestRun} tests
 * @param {AbortSignal} signal
 * @returns {Promise<import('./run-stages.mjs').Outcome>}
 */
export async function runTests({ paths, ...tests }, signal) {
  const first = await runJest(tests, paths ? testsIn(paths) : [], signal);
  // Without a report Jest failed before any test, and has printed the reason.
  if (!first) return { passed: 0, failed: 1 };
  const failed = first.filter(({ status }) => status === 'failed').map((file) => file.name);
  const retries = failed.length > 0 && failed.length <= maxRetries && !signal.aborted;
  return countJest(first, (retries && (await runJest(tests, ['--runTestsByPath', ...failed], signal))) || []);
}

/**
 * @param {JestRun} tests
 * @param {string[]} args
 * @param {AbortSignal} signal
 * @returns {Promise<TestFile[] | undefined>}
 */
async function runJest({ project }, args, signal) {
  const report = join(varDir, 'test', `jest-${project}.json`);
  await rm(report, { force: true });
  const options = [`--selectProjects=${project}`, '--json', `--outputFile=${report}`, '--silent'];
  await runTool('jest', [...options, ...args], {
    signal,
    // The options of runWithVmModules, without starting Jest twice.
    nodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  });
  const text = await readFile(report, 'utf8').catch(() => undefined);
  return text && JSON.parse(text).testResults;
}

/**
 * A file that could not run counts as one failed test. Skipped tests are listed by name.
 * @typedef {{ name: string, status: string, message: string, startTime?: number, endTime?: number, assertionResults: { status: string, fullName: string,
 *   failureMessages?: string[] }[] }} TestFile
 * @param {TestFile[]} first
 * @param {TestFile[]} [second] retried files, whose results replace the first
 * @returns {import('./run-stages.mjs').Outcome}
 */
export function countJest(first, second = []) {
  const repeated = new Map(second.map((file) => [file.name, file]));
  const files = first.map((file) => repeated.get(file.name) ?? file);
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const notRun = tests.filter(({ status }) => ['pending', 'todo', 'skipped'].includes(status));
  const failures = files.flatMap(failuresOf);
  const stillFailing = new Set(failures.map(testId));
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: failures.length,
    skipped: notRun.length,
    notRun: notRun.map(({ fullName }) => fullName),
    failures,
    secondAttempts: first.flatMap(failuresOf).filter((failure) => !stillFailing.has(testId(failure))),
    files: first.map(({ name, startTime = 0, endTime = 0 }) => ({ file: name, seconds: (endTime - startTime) / 1000 })),
  };
}

/** @param {{ file: string, title: string }} failure */
const testId = ({ file, title }) => `${file}: ${title}`;

/** @param {TestFile} file */
function failuresOf({ name: file, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && status === 'failed') return [{ title: 'the file could not be run', file, error: message }];
  return failed.map(({ fullName: title, failureMessages }) => ({ title, file, error: failureMessages?.join('\n') }));
}

/** @param {string[]} paths */
const testsIn = (paths) => ['--passWithNoTests', '--testPathPatterns', `^${root}/(${paths.join('|')})(/|$)`];

/**
 * @param {string[]} [paths] folders or files below the root; without them every test
 * @returns {import('./run-stages.mjs').Stage[]}
 */
export const jestStages = (paths) => [
  {
    name: 'unit and integration, Node',
    budget: 2400,
    run: (signal) => runTests({ project: 'node', paths }, signal),
  },
  { name: 'unit, web', budget: 900, run: (signal) => runTests({ project: 'web', paths }, signal) },
];
