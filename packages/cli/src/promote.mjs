import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { readOptions } from './options.mjs';
import { channelName, registryInUse, releasedModule } from './registry-options.mjs';

const usage = `npm run promote -- <mfe> [--from CHANNEL] [--to CHANNEL]    gives the release of one channel to another

  --from CHANNEL  default next
  --to CHANNEL    default stable`;

/** @param {string[]} args */
export async function run(args) {
  const { values, positionals } = readOptions(args, { from: { type: 'string' }, to: { type: 'string' } }, usage, true);
  const id = releasedModule(positionals);
  const from = channelName(values.from ?? 'next');
  const channel = channelName(values.to ?? 'stable');
  const { readChannels } = await import('@paddock/build/rspack/registry.mjs');
  const { moveChannel } = await import('@paddock/build/rspack/move-channel.mjs');
  const version = (await readChannels(registryInUse(), id))[from];
  if (!version) throw new Failure(`${id} has no channel '${from}'.`);
  await moveChannel({ moduleDir: join(registryInUse(), id), channel, version });
  console.log(`${channel} of ${id} points to ${version}, like ${from}.`);
}
