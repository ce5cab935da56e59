import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root, varDir } from '../paths.mjs';
import { runTool } from './run-tool.mjs';

/** Files that get a second attempt at most; where more fail, it is not the machine. */
const maxAgain = 10;

/**
 * Files with a failure are run once more, so that a machine under load fails nobody; what passes only then is named, to be mended.
 * @param {string} name
 * @param {string} project
 * @param {number} budget
 * @param {string[]} [paths] folders below the root; without them every test of the project
 * @returns {import('./run-stages.mjs').Stage}
 */
const jestStage = (name, project, budget, paths) => ({
  name,
  budget,
  async run(signal) {
    const first = await runJest(project, paths ? testsIn(paths) : [], signal);
    // Without a report Jest did not get as far as a test, and has said why.
    if (!first) return { passed: 0, failed: 1 };
    const failed = first.filter(({ status }) => status === 'failed').map((file) => file.name);
    const again = failed.length > 0 && failed.length <= maxAgain && !signal.aborted;
    return countJest(first, (again && (await runJest(project, ['--runTestsByPath', ...failed], signal))) || []);
  },
});

/**
 * @param {string} project
 * @param {string[]} args
 * @param {AbortSignal} signal
 * @returns {Promise<TestFile[] | undefined>}
 */
async function runJest(project, args, signal) {
  const report = join(varDir, 'test', `jest-${project}.json`);
  await rm(report, { force: true });
  const options = [`--selectProjects=${project}`, '--json', `--outputFile=${report}`, '--silent'];
  await runTool('jest', [...options, ...args], {
    signal,
    // As runWithVmModules would add, without starting Jest twice.
    nodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  });
  const text = await readFile(report, 'utf8').catch(() => undefined);
  return text && JSON.parse(text).testResults;
}

/**
 * A file that could not be run at all counts as one failed test; one that is left out, by name, as not run.
 * @typedef {{ name: string, status: string, message: string, assertionResults: { status: string, fullName: string,
 *   failureMessages?: string[] }[] }} TestFile
 * @param {TestFile[]} first
 * @param {TestFile[]} [second] those that were run again, whose results then count
 * @returns {import('./run-stages.mjs').Outcome}
 */
export function countJest(first, second = []) {
  const repeated = new Map(second.map((file) => [file.name, file]));
  const files = first.map((file) => repeated.get(file.name) ?? file);
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const notRun = tests.filter(({ status }) => ['pending', 'todo', 'skipped'].includes(status));
  const failures = files.flatMap(failuresOf);
  const failedAgain = new Set(failures.map(keyOf));
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: failures.length,
    skipped: notRun.length,
    notRun: notRun.map(({ fullName }) => fullName),
    failures,
    secondAttempts: first.flatMap(failuresOf).filter((failure) => !failedAgain.has(keyOf(failure))),
  };
}

/** @param {{ file: string, title: string }} failure */
const keyOf = ({ file, title }) => `${file}: ${title}`;

/** @param {TestFile} file */
function failuresOf({ name: file, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && status === 'failed') return [{ title: 'the file could not be run', file, error: message }];
  return failed.map(({ fullName: title, failureMessages }) => ({ title, file, error: failureMessages?.join('\n') }));
}

/** @param {string[]} paths */
const testsIn = (paths) => ['--passWithNoTests', '--testPathPatterns', `^${root}/(${paths.join('|')})/`];

/**
 * @param {string[]} [paths] folders below the root; without them every test
 */
export const jestStages = (paths) => [
  jestStage('unit and integration, Node', 'node', 1200, paths),
  jestStage('unit, web', 'web', 600, paths),
];
