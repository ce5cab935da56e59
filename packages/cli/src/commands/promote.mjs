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
  --force         moves the channel also to a release from whose rollout a community returned, or changes the percentage in the others
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
  const { readRollouts, setRollout } = await import('@paddock/build/rspack/release/rollouts.mjs');
  const { [channel]: running } = await readRollouts(moduleDir);
  const returned = (percent === 0 ? [] : await returnedFrom(values.data, { id, version })).filter(
    // A rollout that was ended and begins again goes to these communities, too.
    ({ started }) => percent === 100 || started === running?.started,
  );
  if (returned.length > 0 && !values.force) {
    const places = returned.map((one) => `  ${one.community}: ${rolloutText(one)}`).join('\n');
    throw new Failure(`Communities returned from ${id} ${version}:\n${places}\n${remedyOf(percent)}`);
  }
  const { isRecalled, readLog } = await import('@paddock/build/rspack/release/registry-log.mjs');
  const note = percent > 0 && isRecalled(await readLog(moduleDir), version) ? ' It was recalled before.' : '';
  if (percent === 100) {
    const { moveChannel } = await import('@paddock/build/rspack/release/move-channel.mjs');
    await moveChannel({ moduleDir, channel, version });
    console.log(`${channel} of ${id} points to ${version}${like}.${note}`);
    return;
  }
  await setRollout({ moduleDir, channel, version, percent });
  console.log(
    percent === 0
      ? `The rollout of ${id} ${version} is ended: all members of ${channel} get its release.`
      : `${percent} % of the members of ${channel} get ${id} ${version}${like}${except(returned)}.${note}`,
  );
}

/**
 * The figures of the communities that returned from a release.
 * @param {string | undefined} data the option
 * @param {{ id: string, version: string }} release
 */
async function returnedFrom(data, { id, version }) {
  const figures = await rolloutFigures(dataFolder(data));
  return figures.filter((one) => one.module === id && one.version === version && one.returned);
}

/** @param {number} percent */
const remedyOf = (percent) =>
  percent === 100
    ? '--force gives it to all members anyway.'
    : '--percent 0 ends the rollout, so that it can begin again there; --force changes the percentage in the other communities.';

/** @param {readonly { community: string }[]} returned */
const except = (returned) =>
  returned.length > 0 ? `, except in ${returned.map(({ community }) => community).join(', ')}` : '';

/** @param {string} text */
function percentOf(text) {
  if (!/^\d{1,3}$/.test(text) || Number(text) > 100)
    throw new Failure(`--percent takes a whole number from 0 to 100, not '${text}'.`);
  return Number(text);
}
