import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';

const compressible = /\.(css|html|m?js|json|svg)$/;
/** Smaller files fit in one packet. */
const minBytes = 1024;

/** By the ending that the server looks for, in the order of its preference. */
const codings = {
  '.br': {
    pack: (/** @type {Buffer} */ bytes) =>
      promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    unpack: promisify(brotliDecompress),
  },
  '.gz': {
    pack: (/** @type {Buffer} */ bytes) => promisify(gzip)(bytes, { level: 9 }),
    unpack: promisify(gunzip),
  },
};

/** Tests whether a file is a compressed copy of the one beside it. */
export const isCopy = (/** @type {string} */ file) => path.extname(file) in codings;

/**
 * Writes a Brotli and a gzip copy beside each text file of a build, at qualities too slow for a response.
 * @param {string} dir
 */
export async function writeCopies(dir) {
  const files = (await filesOf(dir)).filter((file) => compressible.test(file));
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      if (bytes.length < minBytes) return;
      for (const [ending, { pack }] of Object.entries(codings)) await writeFile(file + ending, await pack(bytes));
    }),
  );
}

/**
 * Finds copies that unpack to other bytes than their file has.
 * @param {string} dir
 * @returns {Promise<string[]>} paths below the folder
 */
export async function alteredCopies(dir) {
  const copies = (await filesOf(dir)).filter(isCopy);
  const altered = await Promise.all(
    copies.map(async (file) => {
      const { dir: folder, name, ext } = path.parse(file);
      const [copy, original] = await Promise.all([file, path.join(folder, name)].map((each) => readFile(each))).catch(
        () => [],
      );
      // Some hundred bytes could unpack to gigabytes.
      const bytes =
        original && (await codings[ext].unpack(copy, { maxOutputLength: original.length || 1 }).catch(() => undefined));
      return bytes?.equals(original) ? [] : [path.relative(dir, file)];
    }),
  );
  return altered.flat().sort();
}

const filesOf = async (/** @type {string} */ dir) =>
  (await readdir(dir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
