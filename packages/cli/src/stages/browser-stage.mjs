import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findBrowser } from '../browser.mjs';
import { Failure } from '../failure.mjs';
import { varDir } from '../paths.mjs';
import { runTool } from './run-tool.mjs';

const report = join(varDir, 'test', 'playwright.json');
const base = ['test', '--config', 'e2e/playwright.config.ts'];

/** @type {import('./run-stages.mjs').Stage} */
export const browserStage = {
  name: 'browser',
  budget: 1200,
  async run(signal) {
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    await rm(report, { force: true });
    try {
      const chromium = await findBrowser();
      await runTool('playwright', [...base, '--reporter=line,json'], {
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
      await runTool('playwright', [...base, '--list', '--reporter=json'], { signal, env, package: '@playwright/test' });
      const notRun = titles(JSON.parse(await readFile(report, 'utf8')).suites).map(({ title }) => title);
      return { passed: 0, failed: 0, skipped: notRun.length, notRun };
    }
  },
};

/**
 * @typedef {{ title: string, specs?: { title: string, tests: { status: string }[] }[], suites?: Suite[] }} Suite
 * @param {{ suites: Suite[], errors?: { message?: string }[], stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> }} result
 * @returns {import('./run-stages.mjs').Outcome}
 */
export function countPlaywright({ suites, errors = [], stats }) {
  const notRun = titles(suites).filter(({ tests }) => tests.some(({ status }) => status === 'skipped'));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    notRun: notRun.map(({ title }) => title),
  };
}

/**
 * @param {Suite[]} suites
 * @param {string} prefix
 * @returns {{ title: string, tests: { status: string }[] }[]}
 */
function titles(suites, prefix = '') {
  return suites.flatMap(({ title, specs = [], suites: inner = [] }) => {
    const here = prefix ? `${prefix} › ${title}` : title;
    return [...specs.map((spec) => ({ ...spec, title: `${here} › ${spec.title}` })), ...titles(inner, here)];
  });
}
