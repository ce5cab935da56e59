import { install } from './install.mjs';
import { readOptions } from './options.mjs';
import { root } from './paths.mjs';
import { runStages } from './stages/run-stages.mjs';
import { staticStages } from './stages/static-stages.mjs';

/** @param {string[]} args */
export async function run(args) {
  readOptions(
    args,
    {},
    'npm run check    types, lint, format, boundaries, unused: what needs no build and no browser; skips files that passed before',
  );
  await install(root);
  return (await runStages([staticStages({ cached: true })])).failed ? 1 : 0;
}
