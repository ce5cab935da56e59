import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { DataFolderError } from './data-lock.js';

const MAGIC = 0xbeefc0de;
/** Where lmdb keeps its numbers in each of the places that name a transaction. */
const AT = { magic: 24, pageSize: 48, flags: 52, lastPage: 144, transaction: 152, systemStart: 160, end: 168 };
/** The transaction was committed and not yet synced when this was written. */
const UNSYNCED = 0x1000;

interface Root {
  readonly pageSize: number;
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
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const first = rootAt(file, 0, true);
    const last = first && rootAt(file, first.pageSize, true);
    if (first === undefined || last === undefined) {
      throw new DataFolderError(`The data file ${path} is not readable: it is empty, damaged or not a data file.`);
    }
    const current = systemStart();
    // The one between the two names the last transaction that was synced.
    const roots = [rootAt(file, first.pageSize / 2, false), last].filter((root) => root !== undefined);
    const { lastPage } = roots.reduce((a, b) => chosen(a, b, current), first);
    const needed = (lastPage + 1) * first.pageSize;
    if (size < needed) {
      throw new DataFolderError(`The data file ${path} is cut short: it has ${size} bytes of at least ${needed}.`);
    }
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

function rootAt(file: number, position: number, withMagic: boolean): Root | undefined {
  const page = Buffer.alloc(AT.end);
  if (readSync(file, page, 0, page.length, position) < page.length) return undefined;
  if (withMagic && page.readUInt32LE(AT.magic) !== MAGIC) return undefined;
  return {
    pageSize: page.readUInt32LE(AT.pageSize),
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
