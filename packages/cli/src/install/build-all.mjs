import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../failure.mjs';
import { inputHash } from './input-hash.mjs';
import { root, stampDir } from '../paths.mjs';
import { withProcessLock } from '../processes/process-lock.mjs';
import { step } from '../progress.mjs';

/** @typedef {import('./build-units.mjs').Unit} Unit */

/**
 * Builds the changed units one after another (each build uses all cores). Concurrent commands take turns.
 * @param {Unit[]} units
 * @returns {Promise<string[]>} names of the units that were built
 */
export async function buildAll(units) {
  await mkdir(stampDir, { recursive: true });
  const stale = [];
  for (const unit of units) if (!(await isFresh(unit))) stale.push(unit);
  if (stale.length === 0) return [];
  return withProcessLock(join(stampDir, 'lock'), async () => {
    const built = [];
    for (const unit of units) {
      const result = await build(unit);
      if (result) built.push({ unit, ...result });
    }
    // After the last build: if one fails, members keep the releases that they have of all modules.
    for (const { unit, result, hash } of built) {
      await unit.use?.(result);
      await writeFile(stampFile(unit), hash);
    }
    return built.map(({ unit }) => unit.name);
  });
}

/** @param {Unit} unit */
async function isFresh(unit) {
  return (await readStamp(unit)) === (await inputHash(root, unit.inputs)) && (await allExist(unit.outputs));
}

/**
 * Takes the hash before the build, so that a file saved during the build is built next time. The stamp of a unit that is taken into use
 * is written after that.
 * @param {Unit} unit
 */
async function build(unit) {
  if (await isFresh(unit)) return undefined;
  const hash = await inputHash(root, unit.inputs);
  const result = await step(`building ${unit.name}`, unit.build).catch((error) => {
    if (/ENOSPC|No space left|EFBIG|File too large/.test(error.message))
      throw new Failure(`The disk is full: ${unit.name} could not be built.`);
    throw error.code ? error : new Failure(`Building ${unit.name} failed:\n${error.message}`);
  });
  if (!unit.use) await writeFile(stampFile(unit), hash);
  return { result, hash };
}

/** @param {Unit} unit */
const stampFile = (unit) => join(stampDir, unit.name);
/** @param {Unit} unit */
const readStamp = (unit) => readFile(stampFile(unit), 'utf8').catch(() => undefined);
/** @param {string[]} paths */
const allExist = (paths) =>
  Promise.all(paths.map((path) => access(path))).then(
    () => true,
    () => false,
  );
