import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readChannels } from './channels.mjs';
import { inTurn } from './in-turn.mjs';
import { moveChannel } from './move-channel.mjs';
import { publish, refuseAltered, refuseOther } from './publish.mjs';
import { addReleases, isRecalled, readLog } from './registry-log.mjs';
import { removeAbandoned } from './registry.mjs';

/** In the log, the author of a package's moves begins with this. */
const byPackage = 'package ';

/**
 * A channel that the package leaves where it is.
 * @typedef {{ id: string, channel: string, present: string, version: string }} KeptChannel `version` is the package's
 */

/**
 * Adds the releases of a package to a registry. Versions that are there stay as they are; incomplete ones are completed. A channel moves
 * only if it points to what the last package set, so that a package that is published again undoes no rollback, promotion or upload; other
 * channels stay.
 *
 * @param {{ from: string, registryDir: string, release: string }} options `from` is the registry of the package, `release` its name
 * @returns {Promise<{ added: number, moved: number, kept: KeptChannel[] }>} `added` releases and `moved` channels
 */
export async function publishReleases({ from, registryDir, release }) {
  await removeAbandoned(registryDir);
  const kept = [];
  let [added, moved] = [0, 0];
  for (const id of (await readdir(from)).filter((name) => !name.startsWith('.')).sort()) {
    const moduleDir = path.join(registryDir, id);
    const versions = (await readdir(path.join(from, id))).filter((name) => /^\d/.test(name));
    for (const version of versions) if (await addVersion(path.join(from, id, version), moduleDir)) added += 1;
    const log = await readLog(path.join(from, id));
    const { present: wanted } = await readChannels(path.join(from, id));
    const { present: before } = await readChannels(moduleDir);
    await inTurn(moduleDir, () => addReleases(moduleDir, log));
    for (const [channel, version] of Object.entries(wanted)) {
      const present = await follow({ moduleDir, channel, version, by: byPackage + release });
      if (present !== undefined) kept.push({ id, channel, present, version });
      else if (before[channel] !== version) moved += 1;
    }
    await writePublished(moduleDir, wanted);
  }
  return { added, moved, kept };
}

/**
 * Copies a version that is missing. It appears whole, also when two processes copy it.
 * @returns {Promise<boolean>} whether it was missing
 */
async function addVersion(from, moduleDir) {
  const target = path.join(moduleDir, path.basename(from));
  if (await stat(target).catch(() => undefined)) {
    await completeVersion(from, target);
    return false;
  }
  await viaDraft(path.dirname(moduleDir), async (draft) => {
    // A registry without a log has the times of its folders.
    await cp(from, draft, { recursive: true, preserveTimestamps: true });
    await publish(draft, target);
  });
  return true;
}

/**
 * Copies the files of a version again that a killed `cp` left incomplete, one after the other, since processes serve the folder.
 * @throws {import('./publish.mjs').OtherContent} for a whole version with other content: a release never changes
 */
async function completeVersion(from, target) {
  const list = 'integrity.json';
  const isWhole = await refuseAltered(target).then(
    () => true,
    () => false,
  );
  if (isWhole)
    return refuseOther(target, await readJson(path.join(target, list)), await readJson(path.join(from, list)));
  const files = (await readdir(from, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(from, path.join(entry.parentPath, entry.name)));
  const registryDir = path.dirname(path.dirname(target));
  for (const file of files) await replaceFile(registryDir, path.join(from, file), path.join(target, file));
  await refuseAltered(target);
}

/** @returns {Promise<string | undefined>} where the channel points if it stays there */
async function follow({ moduleDir, channel, version, by }) {
  let kept;
  const confirm = async (log, before) => {
    if (before === undefined) return;
    const isOwn = before === (await readPublished(moduleDir))[channel] || wasSetByPackage(log, channel, before);
    if (isOwn && !isRecalled(log, version)) return;
    kept = before;
    throw new Error(`${channel} stays`);
  };
  await moveChannel({ moduleDir, channel, version, by, confirm }).catch((error) => {
    if (kept === undefined) throw error;
  });
  return kept;
}

const readJson = async (file) => JSON.parse(await readFile(file, 'utf8'));

/** Whether a package made the channel's last move; one that was killed afterwards has not written {@link publishedFile}. */
function wasSetByPackage(log, channel, version) {
  const last = log.findLast((entry) => entry.channel === channel);
  return last?.version === version && last.by?.startsWith(byPackage);
}

/** Channel → the version that the last package set, or would have set. */
const publishedFile = (moduleDir) => path.join(moduleDir, 'published.json');

const readPublished = (moduleDir) =>
  readJson(publishedFile(moduleDir))
    // Without a readable file every channel that is there stays.
    .catch(() => ({}));

const writePublished = (moduleDir, channels) =>
  viaDraft(path.dirname(moduleDir), async (draft) => {
    await writeFile(draft, JSON.stringify(channels, null, 2), { flush: true });
    await rename(draft, publishedFile(moduleDir));
  });

/**
 * Copies a shell. Processes serve the folder meanwhile: each file appears whole, and pages come last, since they name the others. Assets
 * of earlier shells stay for open windows.
 *
 * @param {{ from: string, shellDir: string }} options
 * @returns {Promise<number>} the assets that were missing
 */
export async function publishShell({ from, shellDir }) {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(from, path.join(entry.parentPath, entry.name)));
  const isAsset = (file) => file.startsWith(`assets${path.sep}`);
  await removeAbandoned(shellDir);
  let added = 0;
  for (const file of [...files.filter(isAsset), ...files.filter((each) => !isAsset(each))]) {
    const target = path.join(shellDir, file);
    // The name of an asset has the hash of its content.
    if (isAsset(file) && (await stat(target).catch(() => undefined))) continue;
    await replaceFile(shellDir, path.join(from, file), target);
    if (isAsset(file)) added += 1;
  }
  return added;
}

/** Copies a file below `dir`, where it appears whole. */
const replaceFile = (dir, from, target) =>
  viaDraft(dir, async (draft) => {
    await cp(from, draft);
    await mkdir(path.dirname(target), { recursive: true });
    await rename(draft, target);
  });

/**
 * Passes the name of a draft below `dir`, from where a rename stays within one file system. A later command removes that of a
 * killed one.
 */
async function viaDraft(dir, work) {
  const folder = path.join(dir, '.building', randomUUID());
  await mkdir(folder, { recursive: true });
  try {
    await work(path.join(folder, 'draft'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
