import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.mjs';
import { install } from '../install/install.mjs';
import { readOptions } from '../options.mjs';
import { root } from '../paths.mjs';
import { channelName } from '../channel-name.mjs';
import { registryInUse } from './registry-options.mjs';

const usage = `npm run release -- <mfe> [--channel NAME]    checks and builds a module and releases it to the registry: REGISTRY_DIR, else var/registry

  <mfe>           its folder, such as mfe-events
  --channel NAME  the channel that then points to the release (default stable)

Earlier releases stay, because open windows still load parts of them; npm run prune removes old ones.`;

/** @param {string[]} args */
export async function run(args) {
  const { values, positionals } = readOptions(args, { channel: { type: 'string' } }, usage, true);
  const [dir] = positionals;
  if (!dir || positionals.length > 1 || !/^mfe-[a-z-]+$/.test(dir) || !existsSync(join(root, dir, 'package.json')))
    throw new Failure(`Name one module's folder, such as mfe-events${dir ? `, not '${positionals.join(' ')}'` : ''}.`);
  const channel = channelName(values.channel ?? 'stable');
  await install(root);
  const { releaseFaults } = await import('@paddock/build/rspack/release/release-checks.mjs');
  const faults = await releaseFaults(join(root, dir));
  if (faults.length > 0) throw new Failure(`${dir} is not released:\n${faults.join('\n')}`);
  const { releaseModule } = await import('@paddock/build/rspack/release/release-module.mjs');
  const { id, version, built } = await releaseModule({ dir: join(root, dir), registryDir: registryInUse(), channel });
  console.log(`${id} ${version} ${built ? 'is released' : 'was already released'}; ${channel} points to it.`);
}
