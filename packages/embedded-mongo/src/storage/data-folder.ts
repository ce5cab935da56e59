import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  linkSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** The data folder cannot be used; the message is one plain sentence for a person. */
export class DataFolderError extends Error {}

/** Version of the layout of keys and values; written into the data folder. */
const FORMAT_VERSION = 2;

/** Writes which layout the folder has. */
export function writeFormat(dataDir: string): void {
  writeFileSync(join(dataDir, 'format'), `${FORMAT_VERSION}\n`);
}

/** @throws DataFolderError when the folder's format is none that can be read */
export function checkFormat(dataDir: string): void {
  const format = readFileSync(join(dataDir, 'format'), 'utf8').trim();
  if (format === String(FORMAT_VERSION)) return;
  const writer = Number(format) > FORMAT_VERSION ? 'a newer version' : 'another version';
  throw new DataFolderError(
    `The data folder ${dataDir} was written by ${writer} (format ${format}); this one reads format ${FORMAT_VERSION}.`,
  );
}

/** When a process started, from /proc, so that a new process with an old one's id is not taken for it. */
function startOf(pid: number | string): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The 22nd field; the second one (the name) may hold spaces, so count from its closing parenthesis.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

/** The process of a lock; undefined when there is no such file or its process is gone. */
function livingHolder(path: string): string | undefined {
  let pid = '';
  let start: string | undefined;
  try {
    [pid = '', start] = readFileSync(path, 'utf8').split('\n');
    process.kill(Number(pid), 0);
  } catch (error) {
    // Another user's process may not be signalled, but is there.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined;
  }
  const actual = startOf(pid);
  return actual === undefined || start === '' || actual === start ? pid : undefined;
}

/** Gives a file a second name, in one step with its content. @returns false when that name is taken */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock of a process that is gone. */
function removeStale(path: string, aside: string): void {
  try {
    // Of two processes that find the same stale lock only one moves it.
    renameSync(path, aside);
  } catch {
    return;
  }
  // What was moved may be a fresh lock that came in between: it is put back.
  if (livingHolder(aside) !== undefined) linked(aside, path);
  rmSync(aside);
}

/**
 * Takes the lock of a data folder.
 *
 * @returns a function that gives it back
 * @throws DataFolderError while another living process, or another server of this process, holds it
 */
export function lockDataFolder(dataDir: string): () => void {
  const path = join(dataDir, 'lock');
  const own = `${path}.${process.pid}.${randomUUID()}`;
  writeFileSync(own, `${process.pid}\n${startOf(process.pid) ?? ''}\n`);
  try {
    for (let attempt = 0; attempt < 20; attempt++) {
      if (linked(own, path)) return () => rmSync(path, { force: true });
      const holder = livingHolder(path);
      if (holder !== undefined) {
        throw new DataFolderError(`The data folder ${dataDir} is in use by another process (pid ${holder}).`);
      }
      removeStale(path, `${own}.stale`);
    }
    throw new DataFolderError(`The data folder ${dataDir} is being opened by other processes.`);
  } finally {
    rmSync(own, { force: true });
  }
}

const MAGIC = 0xbeefc0de;
/** Two of lmdb's largest pages: each names a transaction. */
const HEAD_BYTES = 2 * 65_536;
/** Where lmdb keeps its numbers in each of the places that name a transaction. */
const AT = { magic: 24, pageSize: 48, flags: 52, lastPage: 144, transaction: 152, systemStart: 160, end: 168 };
/** The transaction was committed and not yet synced when this was written. */
const UNSYNCED = 0x1000;

interface Root {
  readonly lastPage: number;
  readonly transaction: bigint;
  /** No power cut can have lost parts of it: it is synced, or the system has not been started anew since. */
  readonly isWhole: boolean;
}

/**
 * Looks whether a data file is one, and whole: lmdb maps it into memory, and reading past a shortened file's end would kill
 * the process.
 *
 * @throws DataFolderError saying what is wrong; nothing is written
 */
export function checkDataFile(path: string): void {
  if (!existsSync(path)) return;
  const head = headOf(path);
  const pageSize = isRootAt(head, 0) ? head.readUInt32LE(AT.pageSize) : 0;
  if (pageSize === 0 || !isRootAt(head, pageSize)) {
    throw new DataFolderError(`The data file ${path} is not readable: it is empty, damaged or not a data file.`);
  }
  // The one between the two names the last transaction that was synced.
  const roots = [0, pageSize / 2, pageSize].map((position) => rootAt(head, position));
  const { lastPage } = roots.reduce(chosen);
  const { size } = statSync(path);
  const needed = (lastPage + 1) * pageSize;
  if (size < needed) {
    throw new DataFolderError(`The data file ${path} is cut short: it has ${size} bytes of at least ${needed}.`);
  }
}

function headOf(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

/** Which of two transactions lmdb goes on from: the later one, if it is whole. */
function chosen(a: Root, b: Root): Root {
  if (b.transaction === 0n) return a;
  const [earlier, later] = a.transaction >= b.transaction ? [b, a] : [a, b];
  return later.isWhole ? later : earlier;
}

function isRootAt(head: Buffer, position: number): boolean {
  return head.length >= position + AT.end && head.readUInt32LE(position + AT.magic) === MAGIC;
}

function rootAt(head: Buffer, position: number): Root {
  const page = head.subarray(position);
  const writtenIn = page.readBigInt64LE(AT.systemStart);
  return {
    lastPage: Number(page.readBigUInt64LE(AT.lastPage)),
    transaction: page.readBigUInt64LE(AT.transaction),
    isWhole: (page.readUInt16LE(AT.flags) & UNSYNCED) === 0 || (writtenIn !== 0n && writtenIn === systemStart()),
  };
}

/** What lmdb tells the system's starts apart by; 0 where there is nothing. */
function systemStart(): bigint {
  try {
    return BigInt(`0x${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').split('-', 1)[0]}`);
  } catch {
    return 0n;
  }
}
