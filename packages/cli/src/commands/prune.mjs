import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Failure } from '../failure.mjs';
import { readOptions } from '../options.mjs';
import { dataFolder, deploymentsDir as ownDeployments } from '../paths.mjs';
import { dataOption, dataUsage, provenReleases } from './proven-releases.mjs';
import { registryInUse, reportSpoilt } from './registry-options.mjs';

const usage = `npm run prune -- [--days N] [--data DIR] [--dry-run]    removes old releases from the registry

  --days N    the age of what it removes (default 30): open windows still load parts of younger releases
  ${dataUsage}
  --dry-run   only says what it would remove

It keeps what a deployment names, what a channel points to, pointed to before or rolls out, and what a community used last with success.`;

/** @param {string[]} args */
export async function run(args) {
  const options = /** @type {const} */ ({
    ...dataOption,
    days: { type: 'string' },
    'dry-run': { type: 'boolean' },
  });
  const { values } = readOptions(args, options, usage);
  const days = Number(values.days ?? 30);
  // `Number` takes an empty text, such as an unset variable of a script, as 0.
  if (!/^\d+(\.\d+)?$/.test(values.days ?? '30'))
    throw new Failure(`--days takes a number of days, not '${values.days}'.`);
  const { releasesOf, removeAbandoned, removeReleases } = await import('@paddock/build/rspack/release/registry.mjs');
  const used = await versionsInUse(dataFolder(values.data));
  const { releases, spoilt } = await releasesOf(registryInUse());
  reportSpoilt(spoilt);
  const before = Date.now() - days * 86_400_000;
  const old = releases.filter(
    ({ id, version, released, channels, former, rollouts }) =>
      // What a spoilt table pointed to is not known for certain.
      !spoilt.some((table) => table.id === id) &&
      channels.length + former.length + Object.keys(rollouts).length === 0 &&
      released.getTime() < before &&
      !used.has(`${id}/${version}`),
  );
  if (!values['dry-run']) {
    await removeReleases(registryInUse(), old);
    await removeAbandoned(registryInUse());
  }
  for (const { id, version } of old) console.log(`  ${id} ${version}`);
  console.log(`${old.length} of ${releases.length} releases ${values['dry-run'] ? 'would be' : 'are'} removed.`);
}

/**
 * The versions that deployments name, those in their last good states, and the last two that worked in each community: a module falls
 * back from one to the other.
 * @param {string} dataDir
 * @returns {Promise<Set<string>>} `mfe-chats/1.0.0-…`
 */
async function versionsInUse(dataDir) {
  const lastGoodFile = join(dataDir, 'deployed/last-good.json');
  if (!existsSync(lastGoodFile))
    throw new Failure(`${lastGoodFile} is missing: name the data folder of the running system with --data.`);
  const deploymentsDir = resolve(process.env.DEPLOYMENTS_DIR ?? ownDeployments);
  const files = (await readdir(deploymentsDir)).filter((name) => name.endsWith('.json'));
  // A file with a mistake must not make its versions look unused.
  const named = (await Promise.all(files.map((name) => json(join(deploymentsDir, name))))).flatMap(({ modules = {} }) =>
    Object.entries(modules),
  );
  const { communities, channels } = await json(lastGoodFile);
  const proven = (await provenReleases(dataDir)) ?? [];
  const lastGood = [
    ...communities.flatMap(({ modules }) => modules),
    ...channels.map(([channel, versions]) => ({ id: channel.split('/', 1)[0], ...versions })),
  ];
  return new Set([
    ...named.map(([id, version]) => `${id}/${version}`),
    ...lastGood.flatMap(({ id, version, fallback }) => [`${id}/${version}`, `${id}/${fallback}`]),
    ...proven.flatMap(({ module, versions }) => versions.slice(-2).map((version) => `${module}/${version}`)),
  ]);
}

/** @returns {Promise<any>} */
async function json(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    throw new Failure(`${file} cannot be read: nothing is removed.`);
  }
}
