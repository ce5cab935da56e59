import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { startChild } from '../processes/children.mjs';
import { Failure } from '../failure.mjs';
import { step } from '../progress.mjs';

/**
 * @typedef {{ version?: string, integrity?: string, resolved?: string, link?: boolean, optional?: boolean }} Entry
 * @typedef {{ packages: Record<string, Entry> }} Lock
 */

/**
 * The entries of the lock file that are not installed. npm writes `node_modules/.package-lock.json` last, so comparing it detects an
 * interrupted installation as well as a changed lock file. Packages for other platforms are only in the lock file, as optional.
 * @param {Lock} expected
 * @param {Lock | undefined} installed
 * @returns {string[]} paths
 */
export function notInstalled(expected, installed) {
  return Object.entries(expected.packages).flatMap(([path, entry]) => {
    if (!path.includes('node_modules/')) return [];
    const found = installed?.packages[path];
    if (!found) return entry.optional ? [] : [path];
    const isSame = found.version === entry.version && found.integrity === entry.integrity && found.link === entry.link;
    return isSame ? [] : [path];
  });
}

/**
 * Runs `npm ci` if the installed packages differ from the lock file. Links alone, those of a new tab, are made without it.
 * @param {string} root
 */
export async function install(root) {
  const read = async (/** @type {string} */ file) => JSON.parse(await readFile(join(root, file), 'utf8'));
  /** @type {Lock} */
  const expected = await read('package-lock.json');
  /** @type {Lock | undefined} */
  const installed = await read(installedLock).catch(() => undefined);
  const paths = notInstalled(expected, installed);
  if (paths.length === 0) return;
  if (!installed || paths.some((path) => !expected.packages[path]?.link || installed.packages[path]))
    return step('installing packages (npm ci)', () => npmCi(root));
  for (const path of paths) {
    const { resolved = '' } = expected.packages[path] ?? {};
    await rm(join(root, path), { recursive: true, force: true });
    await symlink(relative(dirname(path), resolved), join(root, path), 'junction');
    Object.assign(installed.packages, { [resolved]: expected.packages[resolved], [path]: expected.packages[path] });
  }
  await writeFile(join(root, installedLock), JSON.stringify(installed, null, 2));
}

const installedLock = 'node_modules/.package-lock.json';

/**
 * The commands build, so they need the devDependencies in production too. npm retries an unreachable registry for minutes, package
 * by package. So this pings it once, and installs only from npm's cache if the registry does not respond.
 * @param {string} root
 */
export async function npmCi(root) {
  const ping = await npm(root, ['ping', '--fetch-retries=1', '--fetch-retry-mintimeout=1000']);
  const { ok, errors } = await npm(root, [
    'ci',
    '--include=dev',
    ...(unreachable.test(ping.errors) ? ['--offline'] : []),
  ]);
  if (!ok) throw new Failure(whyNpmFailed(errors));
}

/**
 * The npm that started this command, else the one on the PATH.
 * @returns {[command: string, firstArguments: string[]]}
 */
export function npmProgram() {
  const { npm_execpath: cli = '' } = process.env;
  return cli.endsWith('npm-cli.js') ? [process.execPath, [cli]] : ['npm', []];
}

/**
 * @param {string} root
 * @param {string[]} args
 */
export async function npm(root, args) {
  const [command, first] = npmProgram();
  const child = startChild('npm', command, [...first, ...args, '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.process.stderr?.setEncoding('utf8').on('data', (text) => (errors += text));
  await child.closed;
  return { ok: child.process.exitCode === 0, errors };
}

const unreachable =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET|EHOSTUNREACH|ENETUNREACH|ENOTCACHED/;

/** @param {string} errors npm's error output */
export function whyNpmFailed(errors) {
  if (/ENOSPC|EDQUOT|EFBIG/.test(errors)) return 'The disk is full: npm ci could not install the packages.';
  if (unreachable.test(errors))
    return 'The package registry is unreachable: check the connection, or set another registry with npm config set registry, and try again.';
  const [line = 'npm could not be started'] = errors
    .split('\n')
    .filter((text) => /npm error (?!code|A complete log)/.test(text));
  return `npm ci failed: ${line.replace('npm error ', '').trim()}`;
}
