import { join } from 'node:path';
import { Failure } from '../failure.mjs';
import { readOptions } from '../options.mjs';
import { channelName } from '../channel-name.mjs';
import { dataFolder } from '../paths.mjs';
import { dataOption, dataUsage } from './proven-releases.mjs';
import { rolloutFigures, rolloutText } from './rollout-figures.mjs';
import { registryInUse, releasedModule, versionOfChannel } from './registry-options.mjs';

const usage = `npm run promote -- <mfe> [version] [--from CHANNEL] [--to CHANNEL] [--percent N] [--force] [--data DIR]    gives a release to a channel

  version         a released version; by default that of --from
  --from CHANNEL  default next
  --to CHANNEL    default stable
  --percent N     gives it to N percent of the members only, always the same ones; 100 moves the channel, 0 takes it back
  --force         moves the channel also to a release from whose rollout a community returned
  ${dataUsage}

A community returns by itself from a release that fails clearly more often than the channel's.`;

/** @param {string[]} args */
export async function run(args) {
  const channelOption = /** @type {const} */ ({ type: 'string' });
  const force = /** @type {const} */ ({ type: 'boolean' });
  const options = { ...dataOption, from: channelOption, to: channelOption, percent: channelOption, force };
  const { values, positionals } = readOptions(args, options, usage, true);
  const [first, named, ...more] = positionals;
  const id = releasedModule(first === undefined ? [] : [first, ...more]);
  if (named !== undefined && values.from !== undefined) throw new Failure('Name a version or --from, not both.');
  if (named !== undefined && !/^\d[\w.+-]*$/.test(named))
    throw new Failure(`A version begins with a digit, not '${named}'; a channel is named with --from.`);
  const percent = percentOf(values.percent ?? '100');
  const from = channelName(values.from ?? 'next');
  const channel = channelName(values.to ?? 'stable');
  const moduleDir = join(registryInUse(), id);
  const { readChannels } = await import('@paddock/build/rspack/release/channels.mjs');
  const version = named ?? versionOfChannel(await readChannels(moduleDir), id, from);
  const like = named === undefined ? `, like ${from}` : '';
  if (percent === 100 && !values.force) await checkNotReturned(values.data, { id, version });
  if (percent === 100) {
    const { moveChannel } = await import('@paddock/build/rspack/release/move-channel.mjs');
    await moveChannel({ moduleDir, channel, version });
    console.log(`${channel} of ${id} points to ${version}${like}.`);
    return;
  }
  const { setRollout } = await import('@paddock/build/rspack/release/rollouts.mjs');
  await setRollout({ moduleDir, channel, version, percent });
  console.log(
    percent === 0
      ? `The rollout of ${id} ${version} is ended: all members of ${channel} get its release.`
      : `${percent} % of the members of ${channel} get ${id} ${version}${like}.`,
  );
}

/**
 * @param {string | undefined} data the option
 * @param {{ id: string, version: string }} release
 * @throws {Failure} if a community returned from the release
 */
async function checkNotReturned(data, { id, version }) {
  const figures = await rolloutFigures(dataFolder(data));
  const places = figures
    .filter((one) => one.module === id && one.version === version && one.returned)
    .map((one) => `  ${one.community}: ${rolloutText(one)}`);
  if (places.length === 0) return;
  throw new Failure(
    `Communities returned from ${id} ${version}:\n${places.join('\n')}\n--force gives it to all members anyway.`,
  );
}

/** @param {string} text */
function percentOf(text) {
  if (!/^\d{1,3}$/.test(text) || Number(text) > 100)
    throw new Failure(`--percent takes a whole number from 0 to 100, not '${text}'.`);
  return Number(text);
}
