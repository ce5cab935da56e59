import { randomUUID } from 'node:crypto';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Points a channel at a version atomically: readers see the old or the new table. The channel's former version is
 * stored under `previous`, for the fall-back in the page and for rollback; a recalled one is not.
 *
 * @param {{ moduleDir: string, channel: string, version: string, recall?: boolean }} options
 */
export async function moveChannel({ moduleDir, channel, version, recall = false }) {
  if (!(await exists(path.join(moduleDir, version))))
    throw new Error(`${path.basename(moduleDir)} ${version} is not in the registry`);
  const file = path.join(moduleDir, 'channels.json');
  const table = JSON.parse((await exists(file)) ? await readFile(file, 'utf8') : '{}');
  if (table[channel] === version) return;
  // JSON leaves out what is undefined.
  const previous = { ...table.previous, [channel]: recall ? undefined : table[channel] };
  const next = { ...table, [channel]: version, previous };
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(next, null, 2));
  await rename(draft, file);
}

const exists = (file) =>
  stat(file).then(
    () => true,
    () => false,
  );
