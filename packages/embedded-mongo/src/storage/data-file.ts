import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { DataFolderError } from './data-lock.js';

// Where lmdb keeps its numbers in the two pages at the beginning, of which the one with the later transaction counts.
const MAGIC = 0xbeefc0de;
const AT = { magic: 24, pageSize: 48, lastPage: 144, transaction: 152, end: 160 };

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
    const first = metaAt(file, 0);
    const second = first === undefined ? undefined : metaAt(file, first.pageSize);
    if (first === undefined || second === undefined) {
      throw new DataFolderError(`The data file ${path} is not readable: it is empty, damaged or not a data file.`);
    }
    const { lastPage, pageSize } = second.transaction > first.transaction ? second : first;
    const needed = (Number(lastPage) + 1) * pageSize;
    if (size < needed) {
      throw new DataFolderError(`The data file ${path} is cut short: it has ${size} bytes of at least ${needed}.`);
    }
  } finally {
    closeSync(file);
  }
}

function metaAt(file: number, position: number) {
  const page = Buffer.alloc(AT.end);
  if (readSync(file, page, 0, page.length, position) < page.length || page.readUInt32LE(AT.magic) !== MAGIC) {
    return undefined;
  }
  return {
    pageSize: page.readUInt32LE(AT.pageSize),
    lastPage: page.readBigUInt64LE(AT.lastPage),
    transaction: page.readBigUInt64LE(AT.transaction),
  };
}
