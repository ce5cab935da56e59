import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
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
    const { readImports } = await import('@paddock/build/boundaries/read-imports.mjs');
    const { staleDiagram } = await import('@paddock/build/boundaries/import-diagram.mjs');
    const { violations, imports } = await readImports(root);
    for (const { rule, from, to } of violations) console.error(`${from} imports ${to}: ${rule}`);
    const page = 'docs/architecture.md';
    const real = staleDiagram(await readFile(join(root, page), 'utf8'), imports);
    if (real) console.error(`${page}: its diagram is not what the imports are. It has to be:\n${real}`);
    return asOneTest(violations.length === 0 && !real);
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
