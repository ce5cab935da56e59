import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { moduleDirs } from '../build-units.mjs';
import { allAsOneTest, asOneTest, runTool } from './run-tool.mjs';
import { root } from '../paths.mjs';

/** @typedef {import('./run-stages.mjs').Stage} Stage */

/** @type {Stage} */
const types = {
  name: 'types',
  budget: 200,
  run: async (signal) =>
    allAsOneTest(
      await Promise.all(
        ['node', 'web', 'e2e', 'tools'].map((config) =>
          // Four programs keep the cores busy: more checkers in each of them would check shared files again.
          runTool('tsc', ['-p', `tsconfig.${config}.json`, '--checkers', '1'], {
            signal,
            package: 'typescript-native',
          }),
        ),
      ),
    ),
};

const web = ['packages/mfe-kit', 'packages/ui', 'shell', ...moduleDirs()];

/** @type {Stage} */
const lint = {
  name: 'lint',
  budget: 400,
  async run(signal) {
    const halves = [web, ['.', ...web.flatMap((folder) => ['--ignore-pattern', `${folder}/`])]];
    const runs = await Promise.all(halves.map((half) => runTool('eslint', half, { signal })));
    for (const { ok, said } of runs) if (ok && said) console.log(said.trimEnd());
    return allAsOneTest(runs);
  },
};

/** @type {Stage} */
const format = {
  name: 'format',
  budget: 200,
  run: async (signal) => allAsOneTest([await runTool('prettier', ['--check', '--log-level=warn', '.'], { signal })]),
};

/** @type {Stage} */
const boundaries = {
  name: 'boundaries',
  budget: 200,
  async run() {
    const { readImports } = await import('@paddock/build/boundaries/read-imports.mjs');
    const { staleDiagram } = await import('@paddock/build/boundaries/import-diagram.mjs');
    const { violations, imports } = await readImports(root);
    const wrong = violations.map(({ rule, from, to }) => `${from} imports ${to}: ${rule}`);
    const page = 'docs/architecture.md';
    const real = staleDiagram(await readFile(join(root, page), 'utf8'), imports);
    if (real) wrong.push(`${page}: its diagram is not what the imports are. It has to be:\n${real}`);
    for (const sentence of wrong) console.error(sentence);
    return asOneTest(wrong.length === 0, wrong.join('\n'));
  },
};

/** @type {Stage} */
const unused = {
  name: 'unused',
  budget: 200,
  run: async (signal) => allAsOneTest([await runTool('knip', ['--no-config-hints'], { signal })]),
};

/** What needs no build and no browser: `npm run check`. The longest first, since they run side by side. */
export const staticStages = [lint, types, format, boundaries, unused];
