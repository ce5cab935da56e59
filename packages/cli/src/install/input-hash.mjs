import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Tests are not part of a build. */
const isTest = (/** @type {string} */ name) => /\.(spec|test)\.\w+$/.test(name);

/** @typedef {Iterable<[name: string, content: string | Buffer]>} Contents */

/**
 * One hash over the names and bytes of files and folders. It ignores times, so that a fresh clone and a copy have equal hashes.
 * @param {string} root
 * @param {string[] | (() => Promise<Contents>)} inputs files or folders below `root`, of which a missing one counts as empty; or names
 *   with contents
 */
export async function inputHash(root, inputs) {
  const hash = createHash('sha256').update(process.versions.node);
  if (typeof inputs === 'function') {
    for (const [name, content] of await inputs()) hash.update(`\0${name}\0`).update(content);
    return hash.digest('hex');
  }
  for (const input of inputs)
    for (const file of await filesBelow(join(root, input)))
      hash.update(`\0${relative(root, file)}\0`).update(await readFile(file));
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {Promise<string[]>}
 */
async function filesBelow(path) {
  const entries = await readdir(path, { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return undefined;
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (!entries) return [path];
  const found = await Promise.all(
    entries
      .filter(({ name }) => name !== 'node_modules' && name !== 'dist' && !isTest(name))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((entry) => filesBelow(join(path, entry.name))),
  );
  return found.flat();
}
