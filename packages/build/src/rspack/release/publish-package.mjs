import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readChannels } from './channels.mjs';
import { inTurn } from './in-turn.mjs';
import { moveChannel } from './move-channel.mjs';
import { publish } from './publish.mjs';
import { addReleases, isRecalled, readLog } from './registry-log.mjs';
import { removeAbandoned } from './registry.mjs';

/**
 * A channel that the package leaves where it is.
 * @typedef {{ id: string, channel: string, present: string, version: string }} KeptChannel `version` is the package's
 */

/**
 * Adds the releases of a package to a registry. Versions that are there stay as they are. A channel moves only if it points to what the last
 * package set, so that a package that is published again undoes no rollback, promotion or upload; other channels stay.
 *
 * @param {{ from: string, registryDir: string, by: string }} options `from` is the registry of the package
 * @returns {Promise<KeptChannel[]>}
 */
export async function publishReleases({ from, registryDir, by }) {
  await removeAbandoned(registryDir);
  const kept = [];
  for (const id of (await readdir(from)).filter((name) => !name.startsWith('.')).sort()) {
    const moduleDir = path.join(registryDir, id);
    const versions = (await readdir(path.join(from, id))).filter((name) => /^\d/.test(name));
    for (const version of versions) await addVersion(path.join(from, id, version), moduleDir);
    const log = await readLog(path.join(from, id));
    const { present: wanted } = await readChannels(path.join(from, id));
    await inTurn(moduleDir, () => addReleases(moduleDir, log));
    for (const [channel, version] of Object.entries(wanted)) {
      const present = await follow({ moduleDir, channel, version, by });
      if (present !== undefined) kept.push({ id, channel, present, version });
    }
    await writePublished(moduleDir, wanted);
  }
  return kept;
}

/** Copies a version that is missing. It appears whole, also when two processes copy it. */
async function addVersion(from, moduleDir) {
  const target = path.join(moduleDir, path.basename(from));
  if (await stat(target).catch(() => undefined)) return;
  await viaDraft(path.dirname(moduleDir), async (draft) => {
    // A registry without a log has the times of its folders.
    await cp(from, draft, { recursive: true, preserveTimestamps: true });
    await publish(draft, target);
  });
}

/** @returns {Promise<string | undefined>} where the channel points if it stays there */
async function follow({ moduleDir, channel, version, by }) {
  let kept;
  const confirm = async (log, before) => {
    if (before === undefined) return;
    if (before === (await readPublished(moduleDir))[channel] && !isRecalled(log, version)) return;
    kept = before;
    throw new Error(`${channel} stays`);
  };
  await moveChannel({ moduleDir, channel, version, by, confirm }).catch((error) => {
    if (kept === undefined) throw error;
  });
  return kept;
}

/** Channel → the version that the last package set, or would have set. */
const publishedFile = (moduleDir) => path.join(moduleDir, 'published.json');

const readPublished = (moduleDir) =>
  readFile(publishedFile(moduleDir), 'utf8')
    .then(JSON.parse)
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
 */
export async function publishShell({ from, shellDir }) {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(from, path.join(entry.parentPath, entry.name)));
  const isAsset = (file) => file.startsWith(`assets${path.sep}`);
  await removeAbandoned(shellDir);
  for (const file of [...files.filter(isAsset), ...files.filter((each) => !isAsset(each))]) {
    const target = path.join(shellDir, file);
    // The name of an asset has the hash of its content.
    if (isAsset(file) && (await stat(target).catch(() => undefined))) continue;
    await viaDraft(shellDir, async (draft) => {
      await cp(path.join(from, file), draft);
      await mkdir(path.dirname(target), { recursive: true });
      await rename(draft, target);
    });
  }
}

/** Passes the name of a draft below `dir`, from where a rename stays within one file system. A later command removes that of a killed one. */
async function viaDraft(dir, work) {
  const folder = path.join(dir, '.building', randomUUID());
  await mkdir(folder, { recursive: true });
  try {
    await work(path.join(folder, 'draft'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
