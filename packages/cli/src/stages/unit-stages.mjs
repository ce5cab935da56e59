import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll } from '../install/build-all.mjs';
import { nodeUnits, webUnits } from '../install/build-units.mjs';
import { root } from '../paths.mjs';
import { chosenSpecs } from '../selection/chosen-specs.mjs';
import { relatedSpecs } from '../selection/related-specs.mjs';
import { allSpecs, readSpecModules } from '../selection/spec-modules.mjs';
import { units, unitsOf, withImporters } from '../units.mjs';
import { browserStage } from './browser-stage.mjs';
import { jestStages } from './jest-stages.mjs';
import { formatStage, lintStage, programs, typesStage } from './static-stages.mjs';

/**
 * Stages for a change to these units: types, lint, format and the tests without a browser. The whole `npm test` follows later.
 * @param {import('../units.mjs').Workspace[]} checked
 * @param {string[]} [tested] folders and files of the tests to run; those of the units by default
 */
export function unitStages(checked, tested = checked.map(({ dir }) => dir)) {
  const dirs = checked.map(({ dir }) => dir);
  console.log(`Units: ${checked.map(({ name }) => name).join(', ')}`);
  return [
    [lintStage(dirs), typesStage(programs.filter((name) => hasOneOf(name, dirs))), formatStage(dirs)],
    ...jestStages(tested),
  ];
}

/**
 * Stages for changed files: those of their units and of the importers, and the browser tests that touch what has changed.
 * @param {string[]} files below the root
 */
export async function changeStages(files) {
  const all = units();
  const changed = all.filter(({ name }) => unitsOf(files, all).includes(name));
  const tested = withImporters(
    changed.map(({ name }) => name),
    all,
  );
  const ofServices = files.filter((file) => file.startsWith('services/'));
  // A changed package that the services import concerns all of them.
  const onlyItself = !tested.some(({ name }) => importsOfServices(all).has(name));
  const paths = tested.flatMap(({ name, dir }) =>
    name === 'services' && onlyItself && ofServices.length > 0 ? relatedSpecs(ofServices) : [dir],
  );
  const owned = files.flatMap((file) => unitsOf([file], all).map((unit) => ({ file, unit })));
  const { specs, unknown, left } = chosenSpecs(owned, await readSpecModules(), await allSpecs());
  if (unknown.length)
    console.log(
      `Browser tests without an entry in e2e/spec-modules.json, which run always:\n  ${unknown.join('\n  ')}`,
    );
  if (left.length) console.log(`Browser tests that go there too, left to the whole npm test:\n  ${left.join('\n  ')}`);
  console.log(specs.length ? `Browser tests:\n  ${specs.join('\n  ')}` : 'No browser test goes to what has changed.');
  return [...unitStages(tested, paths), ...(specs.length ? [buildStage, browserStage(specs)] : [])];
}

/** @param {import('../units.mjs').Workspace[]} all */
const importsOfServices = (all) => new Set(all.find(({ name }) => name === 'services')?.imports);

/** @type {import('./run-stages.mjs').Stage} */
const buildStage = {
  name: 'build',
  budget: 240,
  async run() {
    await buildAll([...nodeUnits(), ...webUnits()]);
    return { passed: 1, failed: 0 };
  },
};

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
