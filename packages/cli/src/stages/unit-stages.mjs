import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';
import { jestStages } from './jest-stages.mjs';
import { formatStage, lintStage, programs, typesStage } from './static-stages.mjs';

/**
 * Stages for a change to these units: types, lint, format and the tests without a browser. The whole `npm test` follows later.
 * @param {import('../units.mjs').Workspace[]} units
 */
export function unitStages(units) {
  const dirs = units.map(({ dir }) => dir);
  console.log(`Units: ${units.map(({ name }) => name).join(', ')}`);
  return [
    [lintStage([dirs], true), typesStage(programs.filter((name) => hasOneOf(name, dirs))), formatStage(dirs, true)],
    ...jestStages(dirs),
  ];
}

/**
 * Whether a TypeScript program includes files of one of these folders.
 * @param {string} program
 * @param {string[]} dirs
 */
function hasOneOf(program, dirs) {
  const { include } = JSON.parse(readFileSync(join(root, `tsconfig.${program}.json`), 'utf8'));
  return include.some((path) => {
    const folder = new RegExp(`^${path.replaceAll('*', '[^/]*')}(/|$)`);
    return dirs.some((dir) => folder.test(`${dir}/src`));
  });
}
