import { resolve } from 'node:path';
import { Failure } from '../failure.mjs';
import { channelName } from '../channel-name.mjs';
import { readOptions } from '../options.mjs';
import { moduleFolder } from './module-folder.mjs';

const usage = `npm run release -- [mfe] [options]    checks and builds a module and releases it to a registry

  [mfe]           its folder, if the repository has several
  --to FOLDER     the registry (default: REGISTRY_DIR)
  --channel NAME  the channel that then points to the release (default stable)`;

/** @param {string[]} args */
export async function run(args) {
  const { values, positionals } = readOptions(
    args,
    { to: { type: 'string' }, channel: { type: 'string' } },
    usage,
    true,
  );
  if (process.env.REGISTRY_S3_BUCKET)
    throw new Failure('A module of its own repository is released to a folder: unset REGISTRY_S3_BUCKET.');
  const { folder, dir } = await moduleFolder(positionals);
  const channel = channelName(values.channel ?? 'stable');
  const registry = values.to ?? process.env.REGISTRY_DIR;
  if (!registry) throw new Failure('Name the registry: --to FOLDER, or REGISTRY_DIR.');
  const { releaseFaults } = await import('@paddock/build/rspack/release/release-checks.mjs');
  const faults = await releaseFaults(dir);
  if (faults.length > 0) throw new Failure(`${folder} is not released:\n${faults.join('\n')}`);
  const { releaseModule } = await import('@paddock/build/rspack/release/release-module.mjs');
  const { id, version, built } = await releaseModule({ dir, registryDir: resolve(registry), channel });
  console.log(`${id} ${version} ${built ? 'is released' : 'was already released'}; ${channel} points to it.`);
}
