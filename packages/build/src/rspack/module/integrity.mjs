import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isCopy } from './compressed-copies.mjs';

/** The value of the `integrity` attribute for these bytes. */
export const sha384 = (bytes) => integrity('sha384', bytes);
/** The same of the shell's chunks, which the bundler's runtime requests with shorter hashes. */
export const sha256 = (bytes) => integrity('sha256', bytes);

const integrity = (hash, bytes) => `${hash}-${createHash(hash).update(bytes).digest('base64')}`;

/**
 * The integrity of every file below a folder, keyed by its path with forward slashes, without compressed copies: a browser
 * checks the unpacked bytes. `integrity.json` cannot contain itself.
 * @param {string} dir
 * @returns {Promise<Record<string, string>>}
 */
export async function integrityOf(dir) {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => file !== 'integrity.json' && !isCopy(file))
    .sort();
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, sha384(await readFile(path.join(dir, file)))])),
  );
}
