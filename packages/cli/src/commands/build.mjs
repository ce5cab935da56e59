import { buildAll } from '../install/build-all.mjs';
import { nodeUnits, webUnits } from '../install/build-units.mjs';
import { install } from '../install/install.mjs';
import { readOptions } from '../options.mjs';
import { root } from '../paths.mjs';

/** @param {string[]} args */
export async function run(args) {
  readOptions(args, {}, 'npm run build    installs, and builds what changed since the last build');
  await install(root);
  const built = await buildAll([...nodeUnits(), ...webUnits()]);
  console.log(built.length ? `Built: ${built.join(', ')}.` : 'Nothing changed since the last build.');
}
