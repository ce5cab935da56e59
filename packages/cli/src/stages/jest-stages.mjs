import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { varDir } from '../paths.mjs';
import { runTool } from './run-tool.mjs';

/**
 * @param {string} name
 * @param {string} project
 * @param {number} budget
 * @returns {import('./run-stages.mjs').Stage}
 */
const jestStage = (name, project, budget) => ({
  name,
  budget,
  async run(signal) {
    const report = join(varDir, 'test', `jest-${project}.json`);
    await rm(report, { force: true });
    await runTool('jest', [`--selectProjects=${project}`, '--json', `--outputFile=${report}`, '--silent'], {
      signal,
      // As runWithVmModules would add, without starting Jest twice.
      nodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    });
    const text = await readFile(report, 'utf8').catch(() => undefined);
    // Without a report Jest did not get as far as a test, and has said why.
    return text ? countJest(JSON.parse(text)) : { passed: 0, failed: 1 };
  },
});

/**
 * A file that could not be run at all counts as one failed test; one that is left out, by name, as not run.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   numRuntimeErrorTestSuites: number, testResults: TestFile[] }} report
 * @typedef {{ name: string, status: string, message: string, assertionResults: { status: string, fullName: string,
 *   failureMessages?: string[] }[] }} TestFile
 * @returns {import('./run-stages.mjs').Outcome}
 */
export function countJest(report) {
  const left = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'pending' || status === 'todo' || status === 'skipped');
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
    notRun: left.map(({ fullName }) => fullName),
    failures: report.testResults.flatMap(failuresOf),
  };
}

/**
 * @param {TestFile} file
 * @returns {import('./findings.mjs').Finding[]}
 */
function failuresOf({ name: file, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && status === 'failed') return [{ title: 'the file could not be run', file, error: message }];
  return failed.map(({ fullName: title, failureMessages }) => ({ title, file, error: failureMessages?.join('\n') }));
}

export const jestStages = [jestStage('unit and integration, Node', 'node', 1200), jestStage('unit, web', 'web', 300)];
