import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inputHash } from '../install/input-hash.mjs';
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
 * Runs oxlint for the rules that need types or React's compiler, and ESLint for the others (docs/adr/0064).
 * @param {string[]} paths
 * @returns {Stage}
 */
export const lintStage = (paths) => ({
  name: 'lint',
  budget: 400,
  async run(signal) {
    const lintCache = `eslint-${(await inputHash(root, lintInputs)).slice(0, 12)}`;
    const results = await Promise.all([
      runTool('oxlint', ['--no-error-on-unmatched-pattern', ...paths], { signal }),
      runTool('eslint', [...cacheOptions(lintCache), ...paths], { signal }),
    ]);
    for (const { ok, output } of results) if (ok && /warning/.test(output)) console.log(output.trimEnd());
    return allAsOneTest(results);
  },
});

/** What decides ESLint's findings in a file besides the file: ESLint itself overlooks a change in a rule of ours. */
const lintInputs = ['eslint.config.js', 'packages/build/src/lint', 'package-lock.json'];

/**
 * Skips files that have passed before. It is sound where a file's findings depend on that file, the tool and its settings alone.
 * @param {string} name
 */
const cacheOptions = (name) => [
  '--cache',
  '--cache-strategy=content',
  `--cache-location=${join(varDir, 'cache', name)}`,
];

/**
 * @param {string[]} paths
 * @returns {Stage}
 */
export const formatStage = (paths) => ({
  name: 'format',
  budget: 200,
  run: async (signal) =>
    allAsOneTest([
      await runTool('prettier', ['--check', '--log-level=warn', ...cacheOptions('prettier'), ...paths], {
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

/** The stages that need no build and no browser. They run in parallel, the longest first. */
export const staticStages = () => [lintStage(['.']), typesStage(programs), formatStage(['.']), boundaries, unused];
