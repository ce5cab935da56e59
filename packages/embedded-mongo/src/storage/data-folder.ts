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

/** The data folder cannot be used; the message is one plain sentence for the operator. */
export class DataFolderError extends Error {}

/** Layout version of keys and values, stored in the data folder. */
const FORMAT_VERSION = 2;

/** Writes the layout version. */
export function writeFormat(dataDir: string): void {
  writeFileSync(join(dataDir, 'format'), `${FORMAT_VERSION}\n`);
}

/** @throws DataFolderError when this version cannot read the folder's format */
export function checkFormat(dataDir: string): void {
  const format = readFileSync(join(dataDir, 'format'), 'utf8').trim();
  if (format === String(FORMAT_VERSION)) return;
  const writer = Number(format) > FORMAT_VERSION ? 'a newer version' : 'another version';
  throw new DataFolderError(
    `The data folder ${dataDir} was written by ${writer} (format ${format}); this version reads format ${FORMAT_VERSION}.`,
  );
}

/** A process's start time from /proc. It distinguishes a process from a later one with the same id. */
function processStartTime(pid: number | string): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Field 22; field 2 (the name) may contain spaces, so count from its closing parenthesis.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

/** The live process that holds a lock; undefined when the file is missing or its process has ended. */
function liveLockHolder(path: string): string | undefined {
  let pid = '';
  let start: string | undefined;
  try {
    [pid = '', start] = readFileSync(path, 'utf8').split('\n');
    process.kill(Number(pid), 0);
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined;
  }
  const actual = processStartTime(pid);
  return actual === undefined || start === '' || actual === start ? pid : undefined;
}

/** Hard-links a file, so the name and its content appear atomically. @returns false when the name is taken */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock of a process that has ended. */
function removeStaleLock(path: string, aside: string): void {
  try {
    // When two processes find the same stale lock, only one rename succeeds.
    renameSync(path, aside);
  } catch {
    return;
  }
  // A new process may have replaced the stale lock before the rename: restore its lock.
  if (liveLockHolder(aside) !== undefined) tryLink(aside, path);
  rmSync(aside);
}

/**
 * Locks a data folder.
 *
 * @returns the unlock function
 * @throws DataFolderError while another live process, or another server in this process, holds the lock
 */
export function lockDataFolder(dataDir: string): () => void {
  const path = join(dataDir, 'lock');
  const own = `${path}.${process.pid}.${randomUUID()}`;
  writeFileSync(own, `${process.pid}\n${processStartTime(process.pid) ?? ''}\n`);
  try {
    for (let attempt = 0; attempt < 20; attempt++) {
      if (tryLink(own, path)) return () => rmSync(path, { force: true });
      const holder = liveLockHolder(path);
      if (holder !== undefined) {
        throw new DataFolderError(`The data folder ${dataDir} is in use by another process (pid ${holder}).`);
      }
      removeStaleLock(path, `${own}.stale`);
    }
    throw new DataFolderError(`The data folder ${dataDir} is being opened by other processes.`);
  } finally {
    rmSync(own, { force: true });
  }
}

const MAGIC = 0xbeefc0de;
/** The two meta pages at lmdb's largest page size. */
const HEAD_BYTES = 2 * 65_536;
/** Byte offsets of lmdb's fields within a meta page. */
const OFFSETS = { magic: 24, pageSize: 48, flags: 52, lastPage: 144, transaction: 152, bootId: 160, end: 168 };
/** Flag: the transaction was committed but not synced when the page was written. */
const UNSYNCED = 0x1000;

interface MetaPage {
  readonly lastPage: number;
  readonly transaction: bigint;
  /** Whether its data survived any power cut: it was synced, or the system has not rebooted since. */
  readonly isDurable: boolean;
}

/**
 * Checks that a data file is valid and complete. lmdb maps the file into memory, and reading past the end of a
 * truncated one would kill the process.
 *
 * @throws DataFolderError naming the fault; nothing is written
 */
export function checkDataFile(path: string): void {
  if (!existsSync(path)) return;
  const head = readHead(path);
  const pageSize = isMetaPageAt(head, 0) ? head.readUInt32LE(OFFSETS.pageSize) : 0;
  if (pageSize === 0 || !isMetaPageAt(head, pageSize)) {
    throw new DataFolderError(`The data file ${path} is not readable: it is empty, damaged or not a data file.`);
  }
  // The one at half a page describes the last synced transaction.
  const pages = [0, pageSize / 2, pageSize].map((position) => readMetaPage(head, position));
  const { lastPage } = pages.reduce(recoveryPage);
  const { size } = statSync(path);
  const needed = (lastPage + 1) * pageSize;
  if (size < needed) {
    throw new DataFolderError(`The data file ${path} is cut short: it has ${size} bytes of at least ${needed}.`);
  }
}

function readHead(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

/** The meta page that lmdb recovers from: the later one, if it is durable. */
function recoveryPage(a: MetaPage, b: MetaPage): MetaPage {
  if (b.transaction === 0n) return a;
  const [earlier, later] = a.transaction >= b.transaction ? [b, a] : [a, b];
  return later.isDurable ? later : earlier;
}

function isMetaPageAt(head: Buffer, position: number): boolean {
  return head.length >= position + OFFSETS.end && head.readUInt32LE(position + OFFSETS.magic) === MAGIC;
}

function readMetaPage(head: Buffer, position: number): MetaPage {
  const page = head.subarray(position);
  const bootId = page.readBigInt64LE(OFFSETS.bootId);
  return {
    lastPage: Number(page.readBigUInt64LE(OFFSETS.lastPage)),
    transaction: page.readBigUInt64LE(OFFSETS.transaction),
    isDurable: (page.readUInt16LE(OFFSETS.flags) & UNSYNCED) === 0 || (bootId !== 0n && bootId === currentBootId()),
  };
}

/** lmdb's boot id, by which it detects a reboot; 0 when unavailable. */
function currentBootId(): bigint {
  try {
    return BigInt(`0x${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').split('-', 1)[0]}`);
  } catch {
    return 0n;
  }
}
