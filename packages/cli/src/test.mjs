import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildAll } from './build-all.mjs';
import { nodeUnits, webUnits } from './build-units.mjs';
import { Failure } from './failure.mjs';
import { install } from './install.mjs';
import { readOptions } from './options.mjs';
import { root, varDir } from './paths.mjs';
import { secondsSince } from './progress.mjs';
import { browserStage } from './stages/browser-stage.mjs';
import { findingsText } from './stages/findings.mjs';
import { jestStages } from './stages/jest-stages.mjs';
import { runStages, summaryLine } from './stages/run-stages.mjs';
import { sizesStage } from './stages/sizes-stage.mjs';
import { staticStages } from './stages/static-stages.mjs';

/** @type {import('./stages/run-stages.mjs').Stage} */
const setUp = {
  name: 'set-up',
  budget: 240,
  async run() {
    await install(root);
    await buildAll([...nodeUnits(), ...webUnits()]);
    return { passed: 1, failed: 0 };
  },
};

/** A list in the list runs side by side; what measures time, or fills both cores by itself, runs alone. */
const stages = [setUp, staticStages, ...jestStages, sizesStage, browserStage];
const names = stages.flat().map(({ name }) => name);

const usage = `npm test -- [stage …]    everything that a change must pass, or the named stages only
  stages: ${names.map((name) => `'${name}'`).join(', ')}`;

/** @param {string[]} args */
export async function run(args) {
  const began = performance.now();
  const { positionals } = readOptions(args, {}, usage, true);
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown) throw new Failure(`There is no stage '${unknown}'; --help lists them.`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));

  await mkdir(join(varDir, 'test'), { recursive: true });
  const wanted = ({ name }) => positionals.length === 0 || positionals.includes(name);
  const sum = await runStages(stages.map((step) => [step].flat().filter(wanted)));
  if (sum.notRun.length) console.log(`\nNot run:\n${sum.notRun.map((name) => `  ${name}`).join('\n')}`);
  console.log(`\n${secondsSince(began)} s in all`);
  for (const text of [
    findingsText('Passed only at the second attempt', sum.secondAttempts),
    findingsText('Failed', sum.failures),
  ])
    if (text) console.log(`\n${text}\n`);
  console.log(summaryLine(sum));
  return sum.failed ? 1 : 0;
}
