import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findBrowser } from '@paddock/cli/install/browser.mjs';
import { runTool } from '@paddock/cli/stages/run-tool.mjs';
import { rounded, withMissed } from './statistics.mjs';

const about =
  'failures of each module, by running: what its member sees, what the other modules do meanwhile, what Retry does, and what is reported';

/** @typedef {{ drill: string, module: string, sees: string, others: string, retry: string, reported: string, seconds: number }} Cell */

/** @param {import('./suites.mjs').BenchOptions} options */
export async function run({ folder, only }) {
  const report = join(folder, 'playwright.json');
  await rm(report, { force: true });
  const filter = only === undefined ? [] : ['-g', only];
  await runTool(
    'playwright',
    [
      'test',
      '--config',
      'e2e/playwright.config.ts',
      'resilience/drills',
      'resilience/flat-memory',
      '--reporter=line,json',
      ...filter,
    ],
    {
      signal: new AbortController().signal,
      show: true,
      env: { PADDOCK_DRILLS: 'all', PLAYWRIGHT_JSON_OUTPUT_FILE: report, CHROMIUM_PATH: await findBrowser() },
      package: '@playwright/test',
    },
  );
  const tests = testsOf(JSON.parse(await readFile(report, 'utf8')).suites);
  /** @type {Map<string, Cell[]>} */
  const drills = new Map();
  for (const { cell } of tests) if (cell) drills.set(cell.drill, [...(drills.get(cell.drill) ?? []), cell]);
  const rows = [...drills].map(([what, cells]) =>
    withMissed({
      what,
      texts: {
        'the member sees': together(cells.map(({ sees }) => sees)),
        'the others': together(cells.map(({ others }) => others)),
        Retry: together(cells.map(({ retry }) => retry)),
        reported: together(cells.map(({ reported }) => reported)),
      },
      metrics: { modules: cells.length, 'slowest s': Math.max(...cells.map(({ seconds }) => seconds)) },
      details: cells,
    }),
  );
  const failed = tests.filter(({ ok }) => !ok);
  const all = { what: 'all', metrics: { tests: tests.length, red: failed.length }, targets: { red: { max: 0 } } };
  return { about, rows: [...rows, withMissed({ ...all, details: failed.map(({ title }) => title) })] };
}

/** @param {string[]} texts */
const together = (texts) => [...new Set(texts)].join(' / ');

/** The tests of Playwright's report, with the cell that a passed one has filled. */
function testsOf(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ title, ok, tests }) =>
      tests.map(({ annotations, results }) => {
        const text = annotations.find(({ type }) => type === 'drill')?.description;
        const seconds = rounded(results.reduce((sum, { duration }) => sum + duration, 0) / 1000);
        return { title, ok, cell: text && /** @type {Cell} */ ({ ...JSON.parse(text), seconds }) };
      }),
    ),
    ...testsOf(inner),
  ]);
}
