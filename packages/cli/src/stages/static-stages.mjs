import { asOneTest, runTool } from './run-tool.mjs';
import { root } from '../paths.mjs';

/** @typedef {import('./run-stages.mjs').Stage} Stage */

/** @type {Stage} */
const types = {
  name: 'types',
  budget: 120,
  async run(signal) {
    const results = await Promise.all(
      ['node', 'web', 'e2e', 'tools'].map((config) =>
        runTool('tsc', ['-p', `tsconfig.${config}.json`], { signal, package: 'typescript' }),
      ),
    );
    return asOneTest(results.every(Boolean));
  },
};

/** @type {Stage} */
const lint = {
  name: 'lint',
  budget: 240,
  run: async (signal) => asOneTest(await runTool('eslint', ['.'], { signal, show: true })),
};

/** @type {Stage} */
const format = {
  name: 'format',
  budget: 90,
  run: async (signal) => asOneTest(await runTool('prettier', ['--check', '--log-level=warn', '.'], { signal })),
};

/** @type {Stage} */
const boundaries = {
  name: 'boundaries',
  budget: 90,
  async run() {
    const { checkBoundaries } = await import('@paddock/build/boundaries/check-boundaries.mjs');
    const found = await checkBoundaries(root);
    for (const { rule, from, to } of found) console.error(`${from} imports ${to}: ${rule}`);
    return asOneTest(found.length === 0);
  },
};

/** @type {Stage} */
const unused = {
  name: 'unused',
  budget: 60,
  run: async (signal) => asOneTest(await runTool('knip', ['--no-config-hints'], { signal })),
};

/** What needs no build and no browser: `npm run check`. */
export const staticStages = [types, lint, format, boundaries, unused];
