import { execFile, spawn } from 'node:child_process';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Failure } from '../failure.mjs';
import { npmCi } from './install.mjs';
import { varDir } from '../paths.mjs';
import { withProcessLock } from '../processes/process-lock.mjs';
import { progressToStderr, step } from '../progress.mjs';
import { whenParentEnds } from '../processes/stop-signals.mjs';

/** @typedef {{ version: string, os?: string | string[], cpu?: string | string[] }} Entry */

/**
 * A manifest and a lock file with one package for each platform, apart from the root's: a `node` in the root's `node_modules/.bin`
 * would run every npm script, also while `npm ci` replaces it.
 */
const manifest = fileURLToPath(new URL('../../node-24/', import.meta.url));

/**
 * Finds the Node 24 that runs every command, and installs it from the package registry if it is missing.
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
  const remedy = 'Install Node 24 from https://nodejs.org and run the command with it.';
  if (!path || !entry) throw new Failure(`No package has Node 24 for ${process.platform} ${process.arch}. ${remedy}`);
  const node = join(folder, path, 'bin/node');
  const isInstalled = async () => (await versionOf(node)) === `v${entry.version}`;
  if (await isInstalled()) return node;
  await mkdir(folder, { recursive: true });
  await withProcessLock(join(folder, 'lock'), async () => {
    if (await isInstalled()) return;
    for (const file of ['package.json', 'package-lock.json']) await copyFile(join(manifest, file), join(folder, file));
    await step(`installing Node ${entry.version} into ${folder}`, () => npmCi(folder));
  });
  // The packages are optional, so npm succeeds without them.
  if (!(await isInstalled()))
    throw new Failure(
      `Node ${entry.version} could not be installed: check the connection to the package registry. ${remedy}`,
    );
  return node;
}

/** @param {string} node */
const versionOf = (node) =>
  promisify(execFile)(node, ['--version']).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );

/**
 * Runs this command again on Node 24, which is also first on the PATH of what it starts.
 * @param {string} script
 * @param {string[]} args
 * @param {string} [installed] the path of Node 24, if it is known
 * @returns {Promise<number>} the exit code; of a signal 128 and its number, as in a shell
 */
export async function rerunOnNode24(script, args, installed) {
  // The command's own output may be read by a program.
  progressToStderr();
  const node = installed ?? (await findNode24());
  const env = { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) };
  const child = spawn(node, [script, ...args], { stdio: 'inherit', env });
  // A terminal sends Ctrl-C to both processes; the command ignores a second signal within a second.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) whenParentEnds(() => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}
