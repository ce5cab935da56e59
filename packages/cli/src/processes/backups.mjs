import { execFile } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, realpath, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { Failure } from '../failure.mjs';
import { root } from '../paths.mjs';
import { takeProcessLock } from './process-lock.mjs';

/** Written last: a folder without it is no whole backup. */
const summaryName = 'backup.json';
/** What a process makes again, and the database, which only embedded-mongo copies while it runs. */
const notCopied = new Set([
  ...['database', 'logs', 'mail', 'incoming', 'resumable', 'registry-copies'],
  ...['paddock.lock', 'paddock.children', 'running.json', 'running.json.new'],
  ...['last-backup.json', 'last-backup.json.new'],
]);
/** A content that is being written; the database does not name it yet. */
const unfinished = '.part';

/**
 * Copies a data folder whole, also while Paddock runs on it: first one snapshot of the database, then the files, so that each file that
 * the snapshot names is copied unless a member deletes it meanwhile.
 * @param {string} dataDir
 * @param {string} to an empty or missing folder; it appears when it is complete
 */
export async function backUp(dataDir, to) {
  if (existsSync(join(dataDir, 'mongod')))
    throw new Failure(`The database in ${dataDir} is one of mongod: docs/how-to/back-up.md says how to copy it.`);
  if (!existsSync(join(dataDir, 'database')))
    throw new Failure(`${dataDir} has no database: name the data folder of Paddock with --data DIR.`);
  await requireOutside(to, dataDir);
  const summary = await inStaging(to, async (staging) => {
    await embeddedMongo('backup', '--data', join(dataDir, 'database'), '--to', join(staging, 'database'));
    await copyFolder(dataDir, staging, (name) => !notCopied.has(name));
    const made = { made: new Date().toISOString(), ...(await measure(staging)) };
    await writeFile(join(staging, summaryName), `${JSON.stringify(made)}\n`);
    return made;
  });
  await markBackup(dataDir, summary);
  return { ...summary, hasSecret: existsSync(join(to, 'secret')), hasFiles: existsSync(join(to, 'files')) };
}

/**
 * Leaves the time and size of a complete backup in the data folder, where the services find them for the status page.
 * @param {string} dataDir
 * @param {{ made: string, files: number, bytes: number }} summary
 */
async function markBackup(dataDir, summary) {
  const file = join(dataDir, 'last-backup.json');
  await writeFile(`${file}.new`, `${JSON.stringify(summary)}\n`);
  await rename(`${file}.new`, file);
}

/**
 * Makes a data folder from a backup.
 * @param {string} from
 * @param {string} dataDir an empty or missing folder; it appears when it is complete
 */
export async function restoreBackup(from, dataDir) {
  const text = await readFile(join(from, summaryName), 'utf8').catch(() => undefined);
  if (text === undefined) throw new Failure(`${from} is no backup of npm run backup, or an unfinished one.`);
  const summary = parsed(text);
  if (!summary) throw new Failure(`${from} is damaged: ${summaryName} cannot be read.`);
  return inStaging(dataDir, async (staging) => {
    await copyFolder(from, staging, (name) => name !== summaryName);
    const copied = await measure(staging);
    if (copied.files !== summary.files || copied.bytes !== summary.bytes)
      throw new Failure(
        `${from} is damaged: it had ${summary.files} files of ${summary.bytes} bytes, and has ${copied.files} of ${copied.bytes}.`,
      );
    return summary;
  });
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A copy inside of what is copied would have no end.
 * @param {string} to
 * @param {string} dataDir
 */
async function requireOutside(to, dataDir) {
  let present = to;
  while (!existsSync(present)) present = dirname(present);
  const real = await realpath(present);
  for (const copied of [dataDir, join(dataDir, 'files')].filter((each) => existsSync(each)))
    if (isWithin(to, copied) || isWithin(real, await realpath(copied)))
      throw new Failure(`${to} is in the data folder: name a folder outside.`);
}

/**
 * @param {string} path
 * @param {string} folder
 */
const isWithin = (path, folder) => `${path}${sep}`.startsWith(`${folder}${sep}`);

/**
 * Removes an empty folder, so that another can take its place.
 * @param {string} folder
 */
async function removeEmpty(folder) {
  await rmdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return;
    if (error.code === 'ENOTDIR') throw new Failure(`${folder} is no folder; nothing was written.`);
    if (error.code === 'ENOTEMPTY') throw new Failure(`The folder ${folder} is not empty; nothing was written.`);
    if (error.code !== 'EBUSY') throw error;
    throw new Failure(`${folder} is where a file system is mounted: name a folder in it, such as ${folder}/paddock.`);
  });
}

/**
 * Fills a folder beside its place, and moves it there when it is complete. The move fails if something was written there meanwhile.
 * @template T
 * @param {string} place an empty or missing folder
 * @param {(staging: string) => Promise<T>} fill
 */
async function inStaging(place, fill) {
  await removeEmpty(place);
  const staging = `${place}.unfinished`;
  const lock = await takeProcessLock(`${staging}.lock`);
  if ('heldBy' in lock) throw new Failure(`Process ${lock.heldBy} is filling ${place} already.`);
  try {
    // Left by a command that was killed.
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging, { recursive: true, mode: 0o700 });
    const result = await fill(staging);
    await rename(staging, place);
    return result;
  } finally {
    await rm(staging, { recursive: true, force: true });
    await lock.release();
  }
}

/**
 * @param {string} from
 * @param {string} to
 * @param {(name: string) => boolean} isCopied decides about the names at the top
 */
async function copyFolder(from, to, isCopied = () => true) {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!isCopied(entry.name) || entry.name.endsWith(unfinished)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    // The files or the secret may be kept elsewhere.
    const kind = entry.isSymbolicLink() ? await stat(source).catch(() => leadsNowhere(source)) : entry;
    if (kind.isDirectory()) await copyFolder(source, target);
    // A file that a member deletes meanwhile is not missing. Sockets are not files.
    else if (kind.isFile()) await copyFile(source, target, constants.COPYFILE_FICLONE).catch(unlessGone);
  }
}

/**
 * @param {string} link
 * @returns {never}
 */
function leadsNowhere(link) {
  throw new Failure(`The link ${link} leads nowhere: mount what it names, so that the backup has it.`);
}

/** @param {NodeJS.ErrnoException} error */
function unlessGone(error) {
  if (error.code !== 'ENOENT') throw error;
}

/** @param {string} folder */
async function measure(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let [files, bytes] = [0, 0];
  for (const entry of entries.filter((each) => each.isFile())) {
    files++;
    bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return { files, bytes };
}

/** @param {string[]} args */
async function embeddedMongo(...args) {
  const cli = join(root, 'packages/embedded-mongo/dist/cli.js');
  if (!existsSync(cli)) throw new Failure('The database is not built: run npm run build first.');
  await promisify(execFile)(process.execPath, [cli, ...args]).catch((error) => {
    throw new Failure(String(error.stderr).trim() || error.message);
  });
}
