import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Failure } from '../failure.mjs';
import { channelName } from '../channel-name.mjs';
import { readOptions } from '../options.mjs';
import { moduleFolder } from './module-folder.mjs';
import { isAddress, releaseKey, upload, uploadAddress } from './upload.mjs';

const usage = `npm run release -- [mfe] [options]    checks and builds a module and releases it to a registry

  [mfe]            its folder, if the repository has several
  --to PLACE       the address of a Paddock that takes uploads (https://club.example), or the folder of a registry (default: REGISTRY_DIR)
  --key-file FILE  for an address: the file with the team's release key (default: PADDOCK_RELEASE_KEY)
  --channel NAME   the channel that then points to the release (in a folder stable by default, at an address none)`;

/** @param {string[]} args */
export async function run(args) {
  const text = /** @type {const} */ ({ type: 'string' });
  const { values, positionals } = readOptions(args, { to: text, 'key-file': text, channel: text }, usage, true);
  const { folder, dir } = await moduleFolder(positionals);
  const channel = values.channel === undefined ? undefined : channelName(values.channel);
  const place = values.to ?? process.env.REGISTRY_DIR;
  if (!place) throw new Failure('Name the registry: --to ADDRESS, --to FOLDER, or REGISTRY_DIR.');
  if (isAddress(place)) {
    const target = { ...uploadAddress(place), key: await releaseKey(values['key-file']), channel };
    await refuseFaults(folder, dir);
    return releaseTo(target, dir);
  }
  if (process.env.REGISTRY_S3_BUCKET)
    throw new Failure('A registry in a bucket takes uploads only: name the address of its services with --to.');
  await refuseFaults(folder, dir);
  const { releaseModule } = await import('@paddock/build/rspack/release/release-module.mjs');
  const registryDir = resolve(place);
  const { id, version, built } = await releaseModule({ dir, registryDir, channel: channel ?? 'stable' });
  const result = built ? 'is released' : 'was already released';
  console.log(`${id} ${version} ${result}; ${channel ?? 'stable'} points to it.`);
}

async function refuseFaults(folder, dir) {
  const { releaseFaults } = await import('@paddock/build/rspack/release/release-checks.mjs');
  const faults = await releaseFaults(dir);
  if (faults.length > 0) throw new Failure(`${folder} is not released:\n${faults.join('\n')}`);
}

/** Builds the release in a registry of its own, from which it is sent. */
async function releaseTo({ origin, name, key, channel }, dir) {
  const { addRelease } = await import('@paddock/build/rspack/release/release-module.mjs');
  const { commitOf } = await import('@paddock/build/rspack/release/registry-log.mjs');
  const registryDir = await mkdtemp(join(tmpdir(), 'paddock-upload-'));
  try {
    const { id, version } = await addRelease({ dir, registryDir });
    const built = join(registryDir, id, version);
    const commit = await commitOf(dir);
    const reply = await upload({ dir: built, origin, name, key, id, version, channel, commit });
    console.log(`${id} ${version} ${reply.is_new ? 'is released to' : 'was already released to'} ${name}.`);
    if (reply.missing_calls.length > 0)
      console.log(`It is shown when the services have these calls: ${reply.missing_calls.join(', ')}.`);
    console.log(
      channel
        ? `${channel} points to it.`
        : `No channel points to it by this: a super admin can show it to their own session on #/main/admin/deployment, and npm run ` +
            `promote -- ${id} ${version} of the deployment's team gives it to members.`,
    );
  } finally {
    await rm(registryDir, { recursive: true, force: true });
  }
}
