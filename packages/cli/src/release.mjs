import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from './failure.mjs';
import { install } from './install.mjs';
import { readOptions } from './options.mjs';
import { registryDir, root } from './paths.mjs';

const usage = `npm run release -- <mfe> [--channel NAME]    builds a module and releases it to the registry: REGISTRY_DIR, else var/registry

  <mfe>           its folder, such as mfe-events
  --channel NAME  the channel that then points to the release (default stable)`;

/** @param {string[]} args */
export async function run(args) {
  const { values, positionals } = readOptions(args, { channel: { type: 'string' } }, usage, true);
  const [dir] = positionals;
  if (!dir || positionals.length > 1 || !/^mfe-[a-z-]+$/.test(dir) || !existsSync(join(root, dir, 'package.json')))
    throw new Failure(`Name one module's folder, such as mfe-events${dir ? `, not '${positionals.join(' ')}'` : ''}.`);
  const channel = values.channel ?? 'stable';
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(channel))
    throw new Failure(`A channel's name is lower-case letters, digits and hyphens, not '${channel}'.`);
  await install(root);
  const { releaseModule } = await import('@paddock/build/rspack/release-module.mjs');
  const registry = process.env.REGISTRY_DIR ? resolve(process.env.REGISTRY_DIR) : registryDir;
  const { id, version, built } = await releaseModule({ dir: join(root, dir), registryDir: registry, channel });
  console.log(`${id} ${version} ${built ? 'is released' : 'was already released'}; ${channel} points to it.`);
}
