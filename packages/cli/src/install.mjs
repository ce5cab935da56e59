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

/**
 * npm retries an unreachable registry for minutes, package by package; so it is asked once, and without an answer only npm's
 * cache is tried.
 * @param {string} root
 */
async function npmCi(root) {
  const ping = await npm(root, ['ping', '--fetch-retries=1', '--fetch-retry-mintimeout=1000']);
  const { ok, said } = await npm(root, ['ci', ...(unreachable.test(ping.said) ? ['--offline'] : [])]);
  if (!ok) throw new Failure(whyNpmFailed(said));
}

/**
 * The npm that started this command, else the one on the PATH.
 * @param {string} root
 * @param {string[]} args
 */
async function npm(root, args) {
  const { npm_execpath: cli = '' } = process.env;
  const [command, first] = cli.endsWith('npm-cli.js') ? [process.execPath, [cli]] : ['npm', []];
  const child = startChild('npm', command, [...first, ...args, '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.process.stderr?.setEncoding('utf8').on('data', (text) => (said += text));
  await child.closed;
  return { ok: child.process.exitCode === 0, said };
}

const unreachable =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET|EHOSTUNREACH|ENETUNREACH|ENOTCACHED/;

/** @param {string} said npm's error output */
export function whyNpmFailed(said) {
  if (/ENOSPC|EDQUOT|EFBIG/.test(said)) return 'The disk is full: npm ci could not install the packages.';
  if (unreachable.test(said))
    return 'The package registry cannot be reached to install from: connect to it, or set another with npm config set registry, and try again.';
  const [line = 'npm could not be started'] = said
    .split('\n')
    .filter((text) => /npm error (?!code|A complete log)/.test(text));
  return `npm ci failed: ${line.replace('npm error ', '').trim()}`;
}
