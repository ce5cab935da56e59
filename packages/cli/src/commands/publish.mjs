import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Failure } from '../failure.mjs';
import { readOptions } from '../options.mjs';
import { registryDir, root, shellDir } from '../paths.mjs';

const usage = `paddock publish    copies the shell and the releases of this package to the folders that all processes read: SHELL_DIR, REGISTRY_DIR

Nothing is deleted, since open windows still load parts of earlier releases. An incomplete release is copied again. A
channel moves only if it points to what the last package set. With REGISTRY_S3_BUCKET it copies the shell only.`;

/** @param {string[]} args */
export async function run(args) {
  readOptions(args, {}, usage);
  const { REGISTRY_DIR: registry, REGISTRY_S3_BUCKET: bucket, SHELL_DIR: shell } = process.env;
  if (!shell || !registry)
    throw new Failure('Name the folders that all processes read, with SHELL_DIR and REGISTRY_DIR.');
  if (!existsSync(shellDir) || !existsSync(registryDir)) throw new Failure(`${root} has no shell or no releases.`);
  if (resolve(shell) === shellDir || resolve(registry) === registryDir)
    throw new Failure('SHELL_DIR and REGISTRY_DIR are folders of this package: it needs no publish.');
  const { publishReleases, publishShell } = await import('@paddock/build/rspack/release/publish-package.mjs');
  // The releases before the page that asks for them.
  if (bucket) console.log(`The releases of modules are in the bucket ${bucket}: npm run release adds to it.`);
  const releases = bucket ? '' : await publishInto(resolve(registry), publishReleases);
  const assets = await publishShell({ from: shellDir, shellDir: resolve(shell) });
  console.log(`${releases}New files of the shell: ${assets}.`);
}

/**
 * @param {string} target
 * @param {typeof import('@paddock/build/rspack/release/publish-package.mjs').publishReleases} publishReleases
 */
async function publishInto(target, publishReleases) {
  const { release, version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { added, moved, kept } = await publishReleases({
    from: registryDir,
    registryDir: target,
    release: release ?? version,
  });
  for (const { id, channel, present, version: own } of kept)
    console.log(
      `${channel} of ${id} stays at ${present}, where a rollback, promotion or release put it. paddock promote ${id} ${own} --to ${channel} moves it to the package's release.`,
    );
  return `New releases: ${added}. Moved channels: ${moved}. `;
}
