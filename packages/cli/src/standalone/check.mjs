import { Failure } from '../failure.mjs';
import { readOptions } from '../options.mjs';
import { moduleFolder } from './module-folder.mjs';

const usage = `npm run check -- [mfe]    looks for what a release would refuse: types, texts, icons, the manifest`;

/** @param {string[]} args */
export async function run(args) {
  const { positionals } = readOptions(args, {}, usage, true);
  const { folder, dir } = await moduleFolder(positionals);
  const { releaseFaults } = await import('@paddock/build/rspack/release/release-checks.mjs');
  const { readManifest } = await import('@paddock/build/rspack/module/module-manifest.mjs');
  const faults = await releaseFaults(dir);
  await readManifest({ dir, version: '0.0.0' }).catch((error) => {
    if (error.name !== 'Refusal') throw error;
    faults.push(...error.message.split('\n'));
  });
  if (faults.length > 0) throw new Failure([...new Set(faults)].join('\n'));
  console.log(`${folder} has no faults.`);
}
