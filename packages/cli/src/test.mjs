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

const stages = [setUp, ...staticStages, ...jestStages, sizesStage, browserStage];

const usage = `npm test -- [stage …]    everything that a change must pass, or the named stages only
  stages: ${stages.map(({ name }) => `'${name}'`).join(', ')}`;

/** @param {string[]} args */
export async function run(args) {
  const began = performance.now();
  const { positionals } = readOptions(args, {}, usage, true);
  const unknown = positionals.find((name) => !stages.some((stage) => stage.name === name));
  if (unknown) throw new Failure(`There is no stage '${unknown}'; --help lists them.`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));

  await mkdir(join(varDir, 'test'), { recursive: true });
  const sum = await runStages(stages.filter(({ name }) => positionals.length === 0 || positionals.includes(name)));
  if (sum.notRun.length) console.log(`\nNot run:\n${sum.notRun.map((name) => `  ${name}`).join('\n')}`);
  console.log(`\n${secondsSince(began)} s in all`);
  console.log(summaryLine(sum));
  return sum.failed ? 1 : 0;
}
