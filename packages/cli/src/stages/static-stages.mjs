import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { moduleDirs } from '../build-units.mjs';
import { allAsOneTest, asOneTest, runTool } from './run-tool.mjs';
import { root, varDir } from '../paths.mjs';

/** @typedef {import('./run-stages.mjs').Stage} Stage */

/** TypeScript programs: `tsconfig.<name>.json`. */
export const programs = ['node', 'web', 'e2e', 'tools'];

/**
 * @param {string[]} names of programs
 * @returns {Stage}
 */
export const typesStage = (names) => ({
  name: 'types',
  budget: 200,
  run: async (signal) =>
    allAsOneTest(
      await Promise.all(
        names.map((name) =>
          // Four programs use both cores; more checkers per program would check shared files repeatedly.
          runTool('tsc', ['-p', `tsconfig.${name}.json`, '--checkers', '1'], { signal, package: 'typescript-native' }),
        ),
      ),
    ),
});

/**
 * @param {string[][]} runs arguments of ESLint, one process each
 * @param {boolean} cached skips files that have passed before. A rule that reads types can miss a change in another file, so the
 *   whole `npm test` lints without the cache.
 * @returns {Stage}
 */
export const lintStage = (runs, cached) => ({
  name: 'lint',
  budget: 400,
  async run(signal) {
    const results = await Promise.all(
      runs.map((args, index) => runTool('eslint', [...args, ...cacheOptions(cached, `eslint-${index}`)], { signal })),
    );
    for (const { ok, output } of results) if (ok && output) console.log(output.trimEnd());
    return allAsOneTest(results);
  },
});

/** @param {boolean} cached @param {string} name */
const cacheOptions = (cached, name) =>
  cached ? ['--cache', '--cache-strategy=content', `--cache-location=${join(varDir, 'cache', name)}`] : [];

/**
 * @param {string[]} paths
 * @param {boolean} cached
 * @returns {Stage}
 */
export const formatStage = (paths, cached) => ({
  name: 'format',
  budget: 200,
  run: async (signal) =>
    allAsOneTest([
      await runTool('prettier', ['--check', '--log-level=warn', ...cacheOptions(cached, 'prettier'), ...paths], {
        signal,
      }),
    ]),
});

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
    const expected = staleDiagram(await readFile(join(root, page), 'utf8'), imports);
    if (expected) wrong.push(`${page}: the diagram does not match the imports. It must be:\n${expected}`);
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

const web = ['packages/mfe-kit', 'packages/ui', 'shell', ...moduleDirs()];
const lintHalves = [web, ['.', ...web.flatMap((folder) => ['--ignore-pattern', `${folder}/`])]];

/**
 * The stages that need no build and no browser. They run in parallel, the longest first.
 * @param {{ cached?: boolean }} [options]
 */
export const staticStages = ({ cached = false } = {}) => [
  lintStage(lintHalves, cached),
  typesStage(programs),
  formatStage(['.'], cached),
  boundaries,
  unused,
];
