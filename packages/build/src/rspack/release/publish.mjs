import { mkdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { Refusal } from '../config/refusal.mjs';
import { alteredCopies } from '../module/compressed-copies.mjs';
import { integrityOf } from '../module/integrity.mjs';
import { fileNames } from './file-names.mjs';

/** A version of the registry has other files than a release that would take its place. */
export class OtherContent extends Refusal {}

/** @throws {OtherContent} that names the files which are not as they were released */
export async function refuseAltered(released) {
  const listed = await readFile(path.join(released, 'integrity.json'), 'utf8')
    .then(JSON.parse)
    .catch(() => {
      throw new OtherContent(
        `${nameOf(released)} is in the registry without a readable integrity.json: delete its folder, then release again.`,
      );
    });
  refuseOther(released, listed, await integrityOf(released), await alteredCopies(released));
}

/** @throws {OtherContent} that names the files whose integrity differs */
export function refuseOther(released, before, now, copies = []) {
  const files = [...new Set([...Object.keys(now), ...Object.keys(before)])];
  const differ = [...files.filter((file) => now[file] !== before[file]), ...copies];
  if (differ.length > 0)
    throw new OtherContent(
      `${nameOf(released)} is in the registry with other content, and a release never changes. Different files: ${fileNames(differ)}`,
    );
}

const nameOf = (released) => `${path.basename(path.dirname(released))} ${path.basename(released)}`;

/**
 * Moves a finished build to its target. An existing version stays unchanged: the same files are fine, others are refused.
 * @param {string} built
 * @param {string} target
 * @returns {Promise<boolean>} false if the version was there
 * @throws {OtherContent} that names the files that differ
 */
export async function publish(built, target) {
  await mkdir(path.dirname(target), { recursive: true });
  try {
    await rename(built, target);
    return true;
  } catch (error) {
    // Released before, or by a concurrent release of the same inputs.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    refuseOther(target, await integrityOf(target), await integrityOf(built));
    return false;
  }
}
