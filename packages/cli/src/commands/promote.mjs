import { join } from 'node:path';
import { readOptions } from '../options.mjs';
import { channelName } from '../channel-name.mjs';
import { registryInUse, releasedModule, versionOfChannel } from './registry-options.mjs';

const usage = `npm run promote -- <mfe> [--from CHANNEL] [--to CHANNEL]    gives the release of one channel to another

  --from CHANNEL  default next
  --to CHANNEL    default stable`;

/** @param {string[]} args */
export async function run(args) {
  const { values, positionals } = readOptions(args, { from: { type: 'string' }, to: { type: 'string' } }, usage, true);
  const id = releasedModule(positionals);
  const from = channelName(values.from ?? 'next');
  const channel = channelName(values.to ?? 'stable');
  const moduleDir = join(registryInUse(), id);
  const { readChannels } = await import('@paddock/build/rspack/release/channels.mjs');
  const { moveChannel } = await import('@paddock/build/rspack/release/move-channel.mjs');
  const version = versionOfChannel(await readChannels(moduleDir), id, from);
  await moveChannel({ moduleDir, channel, version });
  console.log(`${channel} of ${id} points to ${version}, like ${from}.`);
}
