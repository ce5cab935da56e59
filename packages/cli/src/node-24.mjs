import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Failure } from './failure.mjs';
import { npmCi } from './install.mjs';
import { varDir } from './paths.mjs';
import { step } from './progress.mjs';

/** @typedef {{ version: string, os?: string | string[], cpu?: string | string[] }} Entry */

/** A manifest and a lock file with one package for each platform, apart from the root's: a `node` in the root's `node_modules/.bin` would run every npm script. */
const manifest = fileURLToPath(new URL('../node-24/', import.meta.url));

/**
 * Finds the Node 24 that `npm test` uses beside its own, and installs it from the package registry if it is missing.
 * @param {string} folder where it is installed
 * @returns {Promise<string>} its path, verified by starting it once
 */
export async function findNode24(folder = join(varDir, 'node-24')) {
  /** @type {{ packages: Record<string, Entry> }} */
  const { packages } = JSON.parse(await readFile(join(manifest, 'package-lock.json'), 'utf8'));
  const [path, entry] =
    Object.entries(packages).find(
      ([, { os, cpu }]) => [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch),
    ) ?? [];
  if (!path || !entry) throw new Failure(`No package has Node 24 for ${process.platform} ${process.arch}.`);
  const node = join(folder, path, 'bin/node');
  const isThere = async () => (await versionOf(node)) === `v${entry.version}`;
  if (await isThere()) return node;
  await mkdir(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) await copyFile(join(manifest, file), join(folder, file));
  await step(`installing Node ${entry.version} into ${folder}`, () => npmCi(folder));
  // The packages are optional, so npm succeeds without them.
  if (!(await isThere()))
    throw new Failure(`Node ${entry.version} could not be installed: check the connection to the package registry.`);
  return node;
}

/** @param {string} node */
const versionOf = (node) =>
  promisify(execFile)(node, ['--version']).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
