import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { countPlaywright } from './browser-stage.mjs';
import { countJest } from './jest-stages.mjs';
import { runStages, summaryLine } from './run-stages.mjs';

beforeEach(() => {
  jest.spyOn(console, 'log').mockReturnValue();
  jest.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => jest.restoreAllMocks());

const stage = (name, run, budget = 10) => ({ name, budget, run });

describe('runStages', () => {
  it('goes on after a failure and after a crash, and adds up', async () => {
    const sum = await runStages([
      stage('lint', async () => ({ passed: 0, failed: 1 })),
      stage('types', () => Promise.reject(new Error('tsc is gone'))),
      stage('unit', async () => ({ passed: 7, failed: 0, skipped: 1, notRun: ['mongod'] })),
    ]);
    expect(sum).toEqual({ passed: 7, failed: 2, skipped: 1, notRun: ['mongod'] });
  });

  it('fails a stage that takes longer than its budget, and stops it', async () => {
    const untilStopped = (signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve({ passed: 3, failed: 0 })));
    expect(await runStages([stage('browser', untilStopped, 0.05)])).toMatchObject({ passed: 3, failed: 1 });
    expect(console.error).toHaveBeenCalledWith('browser took longer than its budget of 0.05 s.');
  });
});

describe('summaryLine', () => {
  it('is exactly this', () =>
    expect(summaryLine({ passed: 41, failed: 2, skipped: 0 })).toBe('Tests: 41 passed, 2 failed'));
  it('names what was left out', () =>
    expect(summaryLine({ passed: 41, failed: 0, skipped: 3 })).toBe('Tests: 41 passed, 0 failed, 3 skipped'));
});

describe('countJest', () => {
  it('counts a file that did not run as a failure, and names what was skipped', () => {
    const report = {
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 1,
      numTodoTests: 0,
      numRuntimeErrorTestSuites: 1,
      testResults: [
        {
          assertionResults: [
            { status: 'passed', fullName: 'a' },
            { status: 'pending', fullName: 'b' },
          ],
        },
      ],
    };
    expect(countJest(report)).toEqual({ passed: 5, failed: 2, skipped: 1, notRun: ['b'] });
  });
});

describe('countPlaywright', () => {
  it('counts flaky tests and errors outside tests as failures, and names what was skipped', () => {
    const specs = [
      { title: 'records', tests: [{ status: 'skipped' }] },
      { title: 'plays', tests: [{ status: 'expected' }] },
    ];
    const report = {
      stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 1 },
      errors: [{ message: 'no web server' }],
      suites: [{ title: 'video.spec.ts', suites: [{ title: 'video', specs }] }],
    };
    expect(countPlaywright(report)).toEqual({
      passed: 4,
      failed: 3,
      skipped: 1,
      notRun: ['video.spec.ts › video › records'],
    });
  });
});
