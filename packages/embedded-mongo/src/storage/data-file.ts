import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { DataFolderError } from './data-lock.js';

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
  readonly isSynced: boolean;
  readonly systemStart: bigint;
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
  const current = systemStart();
  // The one between the two names the last transaction that was synced.
  const roots = [0, pageSize / 2, pageSize].map((position) => rootAt(head, position));
  const { lastPage } = roots.reduce((a, b) => chosen(a, b, current));
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

/**
 * Which of two transactions lmdb goes on from: the later one, unless a power cut may have lost parts of it because the system
 * has been started anew before it was synced.
 */
function chosen(a: Root, b: Root, current: bigint): Root {
  if (b.transaction === 0n) return a;
  const [earlier, later] = a.transaction >= b.transaction ? [b, a] : [a, b];
  return later.isSynced || (later.systemStart !== 0n && later.systemStart === current) ? later : earlier;
}

function isRootAt(head: Buffer, position: number): boolean {
  return head.length >= position + AT.end && head.readUInt32LE(position + AT.magic) === MAGIC;
}

function rootAt(head: Buffer, position: number): Root {
  const page = head.subarray(position);
  return {
    lastPage: Number(page.readBigUInt64LE(AT.lastPage)),
    transaction: page.readBigUInt64LE(AT.transaction),
    isSynced: (page.readUInt16LE(AT.flags) & UNSYNCED) === 0,
    systemStart: page.readBigInt64LE(AT.systemStart),
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
