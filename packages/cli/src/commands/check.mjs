import { install } from '../install/install.mjs';
import { readOptions } from '../options.mjs';
import { root } from '../paths.mjs';
import { runStages } from '../stages/run-stages.mjs';
import { staticStages } from '../stages/static-stages.mjs';

/** @param {string[]} args */
export async function run(args) {
  readOptions(args, {}, 'npm run check    checks types, lint, format, boundaries and unused code');
  await install(root);
  return (await runStages([staticStages()])).failed ? 1 : 0;
}
