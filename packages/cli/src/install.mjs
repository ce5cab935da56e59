import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startChild } from './children.mjs';
import { Failure } from './failure.mjs';
import { step } from './progress.mjs';

/** @typedef {{ packages: Record<string, { version?: string, integrity?: string, link?: boolean, optional?: boolean }> }} Lock */

/**
 * npm writes what it installed into `node_modules/.package-lock.json`, last of all; so an interrupted installation and a
 * changed lock file both show here. Packages for other platforms are in the lock only, as optional.
 * @param {Lock} wanted
 * @param {Lock | undefined} installed
 */
export function installIsNeeded(wanted, installed) {
  if (!installed) return true;
  return Object.entries(wanted.packages).some(([path, entry]) => {
    if (!path.includes('node_modules/')) return false;
    const have = installed.packages[path];
    if (!have) return !entry.optional;
    return have.version !== entry.version || have.integrity !== entry.integrity || have.link !== entry.link;
  });
}

/**
 * `npm ci`, only when the lock file and what is installed differ.
 * @param {string} root
 */
export async function install(root) {
  const read = async (/** @type {string} */ file) => JSON.parse(await readFile(join(root, file), 'utf8'));
  const wanted = await read('package-lock.json');
  if (!installIsNeeded(wanted, await read('node_modules/.package-lock.json').catch(() => undefined))) return;
  await step('installing packages (npm ci)', () => npmCi(root));
}

/** @param {string} root */
async function npmCi(root) {
  // Under `npm start` the same npm that was called; its retries are made short, so that "no registry" is said in seconds.
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const args = [...first, 'ci', '--loglevel=error', '--fetch-retry-mintimeout=1000', '--fetch-retries=3'];
  const child = startChild('npm', command, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.process.stderr?.setEncoding('utf8').on('data', (text) => (said += text));
  await child.ended;
  if (child.process.exitCode !== 0) throw new Failure(whyNpmFailed(said));
}

/** @param {string} said npm's error output */
export function whyNpmFailed(said) {
  if (/ENOSPC|EDQUOT|EFBIG/.test(said)) return 'The disk is full: npm ci could not install the packages.';
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET|EHOSTUNREACH|ENETUNREACH|ENOTCACHED/.test(said))
    return 'The package registry cannot be reached to install from: connect to it, or set another with npm config set registry, and try again.';
  const [line = 'npm could not be started'] = said
    .split('\n')
    .filter((text) => /npm error (?!code|A complete log)/.test(text));
  return `npm ci failed: ${line.replace('npm error ', '').trim()}`;
}
