import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildAll } from './build-all.mjs';
import { nodeUnits, webUnits } from './build-units.mjs';
import { Failure } from './failure.mjs';
import { ffmpegProblem } from './ffmpeg.mjs';
import { install } from './install.mjs';
import { readOptions } from './options.mjs';
import { root, varDir } from './paths.mjs';
import { secondsSince } from './progress.mjs';
import { browserStage } from './stages/browser-stage.mjs';
import { findingsText } from './stages/findings.mjs';
import { jestStages } from './stages/jest-stages.mjs';
import { runStages, summaryLine } from './stages/run-stages.mjs';
import { unitStages } from './stages/unit-stages.mjs';
import { sizesStage } from './stages/sizes-stage.mjs';
import { staticStages } from './stages/static-stages.mjs';
import { changedUnits, units, withImporters } from './units.mjs';

/** @type {import('./stages/run-stages.mjs').Stage} */
const setUp = {
  name: 'set-up',
  budget: 240,
  async run() {
    await install(root);
    // Without ffmpeg the tests of videos are skipped, and named.
    await Promise.all([ffmpegProblem(), buildAll([...nodeUnits(), ...webUnits()])]);
    return { passed: 1, failed: 0 };
  },
};

/** The stages of a nested list run in parallel; a stage that measures time or uses both cores runs alone. */
const stages = [setUp, staticStages(), ...jestStages(), sizesStage, browserStage];
const names = stages.flat().map(({ name }) => name);

const usage = `npm test                        runs everything that a change must pass
npm test -- <unit …>            runs types, lint and tests of a unit and of the units that import it
npm test -- --changed           does the same for units with uncommitted changes; with --base REV, with changes since REV
npm test -- <stage …>           runs only the named stages
  units: ${units()
    .map(({ name }) => name)
    .join(', ')}
  stages: ${names.map((name) => `'${name}'`).join(', ')}`;

/** @param {string[]} args */
export async function run(args) {
  const began = performance.now();
  const options = {
    changed: /** @type {const} */ ({ type: 'boolean' }),
    base: /** @type {const} */ ({ type: 'string' }),
  };
  const { values, positionals } = readOptions(args, options, usage, true);
  const isUnit = (name) => units().some((unit) => unit.name === name);
  const unknown = positionals.find((name) => !names.includes(name) && !isUnit(name));
  if (unknown) throw new Failure(`There is no unit or stage '${unknown}'; --help lists them.`);
  const byUnit = values.changed || values.base !== undefined || positionals.some(isUnit);
  const chosen = byUnit
    ? [...positionals.filter(isUnit), ...(values.changed || values.base ? changedUnits(values.base) : [])]
    : [];
  if (byUnit && chosen.length === 0) {
    console.log('No unit has changed.');
    return 0;
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));

  await mkdir(join(varDir, 'test'), { recursive: true });
  if (byUnit) await install(root);
  const isSelected = ({ name }) => positionals.length === 0 || positionals.includes(name);
  const sum = await runStages(
    byUnit ? unitStages(withImporters(chosen)) : stages.map((step) => [step].flat().filter(isSelected)),
  );
  if (sum.notRun.length) console.log(`\nNot run:\n${sum.notRun.map((name) => `  ${name}`).join('\n')}`);
  console.log(`\n${secondsSince(began)} s in all`);
  for (const text of [
    findingsText('Passed only on the second attempt', sum.secondAttempts),
    findingsText('Failed', sum.failures),
  ])
    if (text) console.log(`\n${text}\n`);
  console.log(summaryLine(sum));
  return sum.failed ? 1 : 0;
}
