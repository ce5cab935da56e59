import { resolve } from 'node:path';
import { buildAll } from '../install/build-all.mjs';
import { nodeUnits, webUnits } from '../install/build-units.mjs';
import { install } from '../install/install.mjs';
import { makePackage } from '../install/production-package.mjs';
import { Failure } from '../failure.mjs';
import { readOptions } from '../options.mjs';
import { root } from '../paths.mjs';
import { step } from '../progress.mjs';

const usage = `npm run package -- --to FOLDER    builds, and makes a folder that runs in production with Node alone: node FOLDER/main.js

  --to FOLDER  an empty or missing folder

It has the services, the shell, the current releases of the modules, and the packages that run in production, no tools of build and tests.`;

/** @param {string[]} args */
export async function run(args) {
  const { values } = readOptions(args, { to: { type: 'string' } }, usage);
  if (values.to === undefined) throw new Failure('Name the folder of the package with --to FOLDER; --help says more.');
  await install(root);
  await buildAll([...nodeUnits(), ...webUnits()]);
  const to = resolve(values.to);
  const { packages, bytes } = await step('making the package', () => makePackage(to));
  console.log(`${to}: ${packages} packages, ${Math.round(bytes / 1e6)} MB. Start it with: node ${to}/main.js`);
}
