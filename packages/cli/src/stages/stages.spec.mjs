import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { countPlaywright } from './browser-stage.mjs';
import { countJest } from './jest-stages.mjs';
import { findingsText } from './findings.mjs';
import { runStages, summaryLine } from './run-stages.mjs';

beforeEach(() => {
  jest.spyOn(console, 'log').mockReturnValue();
  jest.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => jest.restoreAllMocks());

const stage = (name, run, budget = 10) => ({ name, budget, run });

describe('runStages', () => {
  it('continues after a failure and after a crash, and adds up the counts', async () => {
    const sum = await runStages([
      stage('lint', async () => ({ passed: 0, failed: 1 })),
      stage('types', () => Promise.reject(new Error('tsc is gone'))),
      stage('unit', async () => ({ passed: 7, failed: 0, skipped: 1, notRun: ['mongod'] })),
    ]);
    expect(sum).toEqual({
      passed: 7,
      failed: 2,
      skipped: 1,
      notRun: ['mongod'],
      failures: [{ title: 'lint' }, { title: 'types', error: expect.stringContaining('tsc is gone') }],
      secondAttempts: [],
      files: [],
      times: ['lint', 'types', 'unit'].map((name) => expect.objectContaining({ name, ok: name === 'unit' })),
    });
  });

  it('runs the stages of a nested list two at a time, and continues when all have finished', async () => {
    const order = [];
    const finish = new Map();
    const pending = (name) =>
      stage(name, async () => {
        order.push(name);
        await new Promise((resolve) => finish.set(name, resolve));
        return { passed: 1, failed: 0 };
      });
    const turn = () => wait(0);
    const running = runStages([[pending('lint'), pending('types'), pending('format')], pending('unit')]);
    await turn();
    expect(order).toEqual(['lint', 'types']);
    finish.get('types')();
    await turn();
    expect(order).toEqual(['lint', 'types', 'format']);
    finish.get('lint')();
    await turn();
    expect(order).toHaveLength(3);
    finish.get('format')();
    await turn();
    expect(order).toEqual(['lint', 'types', 'format', 'unit']);
    finish.get('unit')();
    expect((await running).passed).toBe(4);
  });

  it('stops and fails a stage that exceeds its budget', async () => {
    const untilStopped = (signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve({ passed: 3, failed: 0 })));
    const late = 'browser took longer than its budget of 0.05 s.';
    expect(await runStages([stage('browser', untilStopped, 0.05)])).toMatchObject({
      passed: 3,
      failed: 1,
      failures: [{ title: 'browser', error: late }],
    });
    expect(console.error).toHaveBeenCalledWith(late);
  });
});

describe('findingsText', () => {
  it('is empty without findings', () => expect(findingsText('Failed', [])).toBe(''));

  it('names each test with its file and the first 12 lines of its error, without colours', () => {
    const long = Array.from({ length: 14 }, (_, line) => `line ${line + 1}`).join('\n');
    const lines = findingsText('Failed', [
      { title: 'adds', file: 'services/src/sum.spec.ts', error: '\u001b[31mExpected 3\u001b[39m\n\nReceived 4' },
      { title: 'lint', error: long },
    ]).split('\n');
    expect(lines.slice(0, 5)).toEqual([
      'Failed:',
      '  ✗ adds (services/src/sum.spec.ts)',
      '      Expected 3',
      '      Received 4',
      '  ✗ lint',
    ]);
    expect(lines.slice(-2)).toEqual(['      line 12', '      …']);
  });
});

describe('summaryLine', () => {
  it('has this exact form', () =>
    expect(summaryLine({ passed: 41, failed: 2, skipped: 0 })).toBe('Tests: 41 passed, 2 failed'));
  it('includes skipped tests', () =>
    expect(summaryLine({ passed: 41, failed: 0, skipped: 3 })).toBe('Tests: 41 passed, 0 failed, 3 skipped'));
});

describe('countJest', () => {
  const test = (fullName, status, ...failureMessages) => ({ fullName, status, failureMessages });
  const file = (name, status, ...assertionResults) => ({
    name,
    status,
    message: `all of ${name}`,
    startTime: 1000,
    endTime: 2500,
    assertionResults,
  });
  const failing = file(
    '/a.spec.ts',
    'failed',
    test('a', 'passed'),
    test('b', 'pending'),
    test('c', 'failed', 'Expected 3'),
  );
  const broken = file('/b.spec.ts', 'failed');
  const fine = file('/c.spec.ts', 'passed', test('d', 'passed'));

  it('counts a file that could not run as a failure, and names failed and skipped tests', () => {
    expect(countJest([failing, broken, fine])).toEqual({
      passed: 2,
      failed: 2,
      skipped: 1,
      notRun: ['b'],
      failures: [
        { title: 'c', file: '/a.spec.ts', error: 'Expected 3' },
        { title: 'the file could not be run', file: '/b.spec.ts', error: 'all of /b.spec.ts' },
      ],
      secondAttempts: [],
      files: ['/a.spec.ts', '/b.spec.ts', '/c.spec.ts'].map((name) => ({ file: name, seconds: 1.5 })),
    });
  });

  it('counts the second attempt of a file, and names the tests that needed it', () => {
    const mended = file('/a.spec.ts', 'passed', test('a', 'passed'), test('b', 'pending'), test('c', 'passed'));
    expect(countJest([failing, broken, fine], [mended, broken])).toMatchObject({
      passed: 3,
      failed: 1,
      failures: [{ file: '/b.spec.ts' }],
      secondAttempts: [{ title: 'c', file: '/a.spec.ts', error: 'Expected 3' }],
    });
  });

  it('counts a test that fails only on the second attempt as failed', () => {
    const worse = file('/a.spec.ts', 'failed', test('a', 'failed', 'Expected 1'), test('c', 'passed'));
    expect(countJest([failing], [worse])).toMatchObject({ passed: 1, failed: 1, failures: [{ title: 'a' }] });
  });
});

describe('countPlaywright', () => {
  const failedOnce = { retry: 0, status: 'failed', duration: 1000, errors: [{ message: 'Locator not found' }] };
  const spec = (title, status, ...results) => ({ title, file: 'video.spec.ts', tests: [{ status, results }] });

  it('counts errors outside tests as failures, and names failed and skipped tests', () => {
    const specs = [
      spec('records', 'skipped'),
      spec('plays', 'expected', { retry: 0, status: 'passed', duration: 2000, errors: [] }),
      spec('stops', 'unexpected', failedOnce, { ...failedOnce, retry: 1, errors: [{ message: 'later' }] }),
    ];
    const report = {
      stats: { expected: 4, unexpected: 1, flaky: 0, skipped: 1 },
      errors: [{ message: 'no web server' }],
      suites: [{ title: 'video.spec.ts', suites: [{ title: 'video', specs }] }],
    };
    expect(countPlaywright(report)).toEqual({
      passed: 4,
      failed: 2,
      skipped: 1,
      notRun: ['video.spec.ts › video › records'],
      failures: [
        { title: 'video › stops', file: 'e2e/video.spec.ts', error: 'Locator not found' },
        { title: 'outside any browser test', error: 'no web server' },
      ],
      secondAttempts: [],
      files: [{ file: 'e2e/video.spec.ts', seconds: 4 }],
    });
  });

  it('counts a test that passes on the second attempt as passed, and names it with its first error', () => {
    const report = {
      stats: { expected: 0, unexpected: 0, flaky: 1, skipped: 0 },
      suites: [
        {
          title: 'video.spec.ts',
          specs: [spec('plays', 'flaky', failedOnce, { retry: 1, status: 'passed', errors: [] })],
        },
      ],
    };
    expect(countPlaywright(report)).toMatchObject({
      passed: 1,
      failed: 0,
      failures: [],
      secondAttempts: [{ title: 'plays', file: 'e2e/video.spec.ts', error: 'Locator not found' }],
    });
  });
});
