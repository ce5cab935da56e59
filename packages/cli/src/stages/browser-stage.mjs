import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findBrowser } from '../install/browser.mjs';
import { Failure } from '../failure.mjs';
import { varDir } from '../paths.mjs';
import { runTool } from './run-tool.mjs';

const report = join(varDir, 'test', 'playwright.json');
const base = ['test', '--config', 'e2e/playwright.config.ts'];
const budget = 3900;
/** Seconds before the end of the budget at which Playwright stops itself and still writes its report. */
const reportingTime = 60;

/**
 * @param {string[]} [specs] files to run, by their path in e2e/; all by default
 * @returns {import('./run-stages.mjs').Stage}
 */
export const browserStage = (specs = []) => ({
  name: 'browser',
  budget,
  async run(signal) {
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    await rm(report, { force: true });
    try {
      const chromium = await findBrowser();
      // One retry, so that load on the machine fails no test. Tests that pass only then are named, to be fixed.
      const options = ['--retries=1', `--global-timeout=${(budget - reportingTime) * 1000}`, '--reporter=line,json'];
      await runTool('playwright', [...base, ...options, ...specs], {
        signal,
        show: true,
        env: { ...env, CHROMIUM_PATH: chromium },
        package: '@playwright/test',
      });
      const text = await readFile(report, 'utf8').catch(() => undefined);
      return text ? countPlaywright(JSON.parse(text)) : { passed: 0, failed: 1 };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      console.error(error.message);
      await runTool('playwright', [...base, '--list', '--reporter=json', ...specs], {
        signal,
        env,
        package: '@playwright/test',
      });
      const notRun = titles(JSON.parse(await readFile(report, 'utf8')).suites).map(({ title }) => title);
      return { passed: 0, failed: 0, skipped: notRun.length, notRun };
    }
  },
});

/**
 * @typedef {{ retry: number, status: string, duration?: number, errors?: { message?: string }[] }} Result
 * @typedef {{ title: string, file: string, tests: { status: string, results: Result[] }[] }} Spec
 * @typedef {{ title: string, specs?: Spec[], suites?: Suite[] }} Suite
 * @param {{ suites: Suite[], errors?: { message?: string }[], stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> }} result
 * @returns {import('./run-stages.mjs').Outcome}
 */
export function countPlaywright({ suites, errors = [], stats }) {
  const specs = titles(suites);
  const withStatus = (/** @type {string} */ expected) =>
    specs.filter(({ tests }) => tests.some(({ status }) => status === expected));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    notRun: withStatus('skipped').map(({ title }) => title),
    failures: [
      ...withStatus('unexpected').map(findingOf),
      ...errors.map(({ message }) => ({ title: 'outside any browser test', error: message })),
    ],
    secondAttempts: withStatus('flaky').map(findingOf),
    files: secondsOfFiles(specs),
  };
}

/** @param {Spec[]} specs */
function secondsOfFiles(specs) {
  /** @type {Map<string, number>} */
  const seconds = new Map();
  for (const { file, tests } of specs)
    for (const { duration = 0 } of tests.flatMap(({ results }) => results))
      seconds.set(file, (seconds.get(file) ?? 0) + duration / 1000);
  return [...seconds].map(([file, sum]) => ({ file: `e2e/${file}`, seconds: sum }));
}

/**
 * Uses the first error of the first failed attempt.
 * @param {Spec} spec
 * @returns {import('./findings.mjs').Finding}
 */
function findingOf({ title, file, tests }) {
  const failed = tests.flatMap(({ results }) => results).find(({ errors = [] }) => errors.length > 0);
  return { title: title.replace(`${file} › `, ''), file: `e2e/${file}`, error: failed?.errors?.[0]?.message };
}

/**
 * @param {Suite[]} suites
 * @param {string} prefix
 * @returns {Spec[]}
 */
function titles(suites, prefix = '') {
  return suites.flatMap(({ title, specs = [], suites: inner = [] }) => {
    const here = prefix ? `${prefix} › ${title}` : title;
    return [...specs.map((spec) => ({ ...spec, title: `${here} › ${spec.title}` })), ...titles(inner, here)];
  });
}
