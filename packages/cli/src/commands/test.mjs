import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildAll } from '../install/build-all.mjs';
import { nodeUnits, webUnits } from '../install/build-units.mjs';
import { Failure } from '../failure.mjs';
import { ffmpegProblem } from '../install/ffmpeg.mjs';
import { installServers } from '../install/servers.mjs';
import { install } from '../install/install.mjs';
import { readOptions } from '../options.mjs';
import { root, varDir } from '../paths.mjs';
import { secondsSince } from '../progress.mjs';
import { storeSpecModules, visitsFile } from '../selection/spec-modules.mjs';
import { browserStage } from '../stages/browser-stage.mjs';
import { findingsText } from '../stages/findings.mjs';
import { jestStages } from '../stages/jest-stages.mjs';
import { pieceOfWork } from '../stages/cpu-time.mjs';
import { runStages, summaryLine } from '../stages/run-stages.mjs';
import { judgeTimes, noTimes, readTimes, slowestFiles, storeCommand, storeTimes } from '../stages/stage-times.mjs';
import { changeStages, unitStages } from '../stages/unit-stages.mjs';
import { sizesStage } from '../stages/sizes-stage.mjs';
import { staticStages } from '../stages/static-stages.mjs';
import { changedFiles, units, unitsOf, withImporters } from '../units.mjs';

/** @type {import('../stages/run-stages.mjs').Stage} */
const setUp = {
  name: 'set-up',
  budget: 240,
  async run() {
    await install(root);
    // Without ffmpeg, redis-server or nginx their tests are skipped, and named. Only one apt-get runs at a time.
    const programs = ffmpegProblem().then(installServers);
    await Promise.all([programs, buildAll([...nodeUnits(), ...webUnits()])]);
    return { passed: 1, failed: 0 };
  },
};

/** The stages of a nested list run in parallel; a stage that measures time or uses both cores runs alone. */
const stages = [setUp, staticStages(), ...jestStages(), sizesStage, browserStage()];
const names = stages.flat().map(({ name }) => name);

const usage = `npm test                        runs everything that a change must pass
npm test -- <unit …>            runs types, lint and tests of a unit and of the units that import it
npm test -- --changed           does the same for uncommitted changes, with the browser tests that touch them; with --base REV, for
                                changes since REV
npm test -- <stage …>           runs only the named stages
npm test -- --store             runs everything, and stores what each stage takes and which modules each browser test visits
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
    store: /** @type {const} */ ({ type: 'boolean' }),
  };
  const { values, positionals } = readOptions(args, options, usage, true);
  const isUnit = (name) => units().some((unit) => unit.name === name);
  const unknown = positionals.find((name) => !names.includes(name) && !isUnit(name));
  if (unknown) throw new Failure(`There is no unit or stage '${unknown}'; --help lists them.`);
  const byChange = values.changed || values.base !== undefined;
  const byUnit = byChange || positionals.some(isUnit);
  const files = byChange ? changedFiles(values.base) : [];
  if (byChange && positionals.length > 0) throw new Failure('--changed and --base choose the units themselves.');
  if (byChange && unitsOf(files).length === 0) {
    console.log('No unit has changed.');
    return 0;
  }
  if (values.store && (byUnit || positionals.length > 0))
    throw new Failure('--store stores the times of all stages, so it runs them all.');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));

  await mkdir(join(varDir, 'test'), { recursive: true });
  if (byUnit) await install(root);
  if (values.store) await rm(visitsFile, { force: true });
  const isSelected = ({ name }) => positionals.length === 0 || positionals.includes(name);
  const workBefore = pieceOfWork();
  const chosen = async () => {
    if (byChange) return changeStages(files);
    if (byUnit) return unitStages(withImporters(positionals.filter(isUnit)));
    return stages.map((step) => [step].flat().filter(isSelected));
  };
  const sum = await runStages(await chosen());
  const work = Math.max(workBefore, pieceOfWork());
  // The stages of a unit have the names of the whole ones and do less.
  const times = judgeTimes(sum.times, byUnit ? noTimes : await readTimes(), work);
  if (!values.store) sum.failures.push(...times.failures);
  if (!values.store) sum.failed += times.failures.length;
  console.log(`\nStages:\n${times.lines.join('\n')}`);
  const slowest = slowestFiles(sum.files);
  if (slowest.length) console.log(`\nSlowest test files:\n${slowest.join('\n')}`);
  if (sum.notRun.length) console.log(`\nNot run:\n${sum.notRun.map((name) => `  ${name}`).join('\n')}`);
  console.log(`\n${secondsSince(began)} s in all`);
  for (const text of [
    findingsText('Passed only on the second attempt', sum.secondAttempts),
    times.warnings.length && `Slower than stored (\`${storeCommand}\`):\n  ${times.warnings.join('\n  ')}`,
    findingsText('Failed', sum.failures),
  ])
    if (text) console.log(`\n${text}\n`);
  if (values.store && sum.failed === 0) await Promise.all([storeTimes(sum.times, work), storeSpecModules(sum.files)]);
  console.log(summaryLine(sum));
  return sum.failed ? 1 : 0;
}
