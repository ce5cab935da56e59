import { join } from 'node:path';
import { Failure } from '../failure.mjs';
import { readOptions } from '../options.mjs';
import { dataFolder } from '../paths.mjs';
import { dataOption, dataUsage, lastProven, provenReleases } from './proven-releases.mjs';
import { channelName } from '../channel-name.mjs';
import { registryInUse, releasedModule, versionOfChannel } from './registry-options.mjs';

const usage = `npm run rollback -- <mfe> [--channel NAME] [--to VERSION] [--data DIR]    recalls a channel's release

  --channel NAME  default stable
  --to VERSION    a released version; by default the last one before it that members' windows have shown, and without any report the
                  one that the channel pointed to before
  ${dataUsage}`;

/** @param {string[]} args */
export async function run(args) {
  const options = /** @type {const} */ ({ ...dataOption, channel: { type: 'string' }, to: { type: 'string' } });
  const { values, positionals } = readOptions(args, options, usage, true);
  const id = releasedModule(positionals);
  const channel = channelName(values.channel ?? 'stable');
  const moduleDir = join(registryInUse(), id);
  const { readChannels } = await import('@paddock/build/rspack/release/channels.mjs');
  const { releasesOf } = await import('@paddock/build/rspack/release/registry.mjs');
  const { isRecalled, readLog } = await import('@paddock/build/rspack/release/registry-log.mjs');
  const { moveChannel } = await import('@paddock/build/rspack/release/move-channel.mjs');
  const channels = await readChannels(moduleDir);
  const present = versionOfChannel(channels, id, channel);
  const releases = (await releasesOf(registryInUse())).releases.filter((release) => release.id === id);
  const log = await readLog(moduleDir);
  const module = { id, present, releases, isRecalled: (/** @type {string} */ version) => isRecalled(log, version) };
  const proven = lastProven((await provenReleases(dataFolder(values.data))) ?? [], module);
  const version = values.to ?? proven ?? channels.previous[channel];
  const list = `npm run list -- ${id}`;
  if (!version)
    throw new Failure(
      `No release of ${id} worked before ${present}, and ${channel} had none: name one of ${list} with --to.`,
    );
  if (!releases.some((release) => release.version === version))
    throw new Failure(`${id} ${version} is not in the registry: ${list} shows the releases.`);
  if (version === present) throw new Failure(`${channel} of ${id} points to ${version} already.`);
  await moveChannel({ moduleDir, channel, version, recall: true });
  const doubt = version === proven || values.to ? '' : ' No window has reported that it works.';
  console.log(`${channel} of ${id} points to ${version} again; ${present} is recalled.${doubt}`);
}
