import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { readOptions } from './options.mjs';
import { channelName, registryInUse, releasedModule } from './registry-options.mjs';

const usage = `npm run rollback -- <mfe> [--channel NAME] [--to VERSION]    recalls a channel's release

  --channel NAME  default stable
  --to VERSION    a released version; by default the one that the channel pointed to before`;

/** @param {string[]} args */
export async function run(args) {
  const options = /** @type {const} */ ({ channel: { type: 'string' }, to: { type: 'string' } });
  const { values, positionals } = readOptions(args, options, usage, true);
  const id = releasedModule(positionals);
  const channel = channelName(values.channel ?? 'stable');
  const moduleDir = join(registryInUse(), id);
  const { readChannels } = await import('@paddock/build/rspack/registry.mjs');
  const { moveChannel } = await import('@paddock/build/rspack/move-channel.mjs');
  const { previous = {}, [channel]: present } = await readChannels(registryInUse(), id);
  if (!present) throw new Failure(`${id} has no channel '${channel}'.`);
  const version = values.to ?? previous[channel];
  if (!version)
    throw new Failure(
      `${channel} of ${id} had no version before ${present}: name one of npm run list -- ${id} with --to.`,
    );
  if (!/^\d[\w.-]*$/.test(version) || !existsSync(join(moduleDir, version)))
    throw new Failure(`${id} ${version} is not in the registry; npm run list -- ${id} shows what is.`);
  await moveChannel({ moduleDir, channel, version, recall: true });
  console.log(`${channel} of ${id} points to ${version} again; ${present} is recalled.`);
}
