import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Measure, Meter } from './checksum.js';

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Stores files' contents by keys of {@link newFileKey}. The database holds names and types. */
export interface FileStorage {
  /** Resolves when the content will survive a power failure; a failure leaves nothing of it. */
  put(key: string, content: Readable): Promise<Measure>;
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** The size; undefined for an unknown key. */
  stat(key: string): Promise<number | undefined>;
  /** Ignores an unknown key. */
  delete(key: string): Promise<void>;
  /** All keys of contents that were stored before this instant, some at a time. Removes what was left half written before it. */
  olderThan(before: Date): AsyncGenerator<string[]>;
  /** The mark of the database whose contents these are; undefined while there is none. */
  readMark(): Promise<string | undefined>;
  writeMark(mark: string): Promise<void>;
}

/** Injection token of the {@link FileStorage}. */
export const FILE_STORAGE = Symbol('file storage');

/** A key reveals neither a file's name nor its owner. */
export const newFileKey = () => randomBytes(16).toString('hex');

const renditions = ['thumb', 'feed', 'poster'] as const;
/** The key of a picture that was made of a content. */
export const renditionKey = (key: string, of: (typeof renditions)[number]) => `${key}-${of}`;
/** The key of the content that a rendition was made of; a content's own key. */
export const contentOfKey = (key: string) => key.slice(0, 32);
const keyForm = new RegExp(`^[0-9a-f]{32}(-(${renditions.join('|')}))?$`);
export const isFileKey = (name: string) => keyForm.test(name);
/** Keys come from the database; one that could name something else is refused nevertheless. */
export function expectFileKey(key: string): string {
  if (!isFileKey(key)) throw new Error('storage: not a key');
  return key;
}

const partial = '.part';
/** Bytes of one read: in Node's own steps of 64 KB a download takes about a third more of the processor. */
const readSize = 128 * 1024;

/** Stores contents in a folder of this machine, spread over 256 subfolders. */
export class DiskStorage implements FileStorage {
  constructor(private readonly folder: string) {}

  async put(key: string, content: Readable): Promise<Measure> {
    const path = this.path(key);
    const unfinished = `${path}${partial}`;
    await mkdir(dirname(path), { recursive: true });
    try {
      const meter = new Meter();
      await pipeline(content, meter, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }));
      await rename(unfinished, path);
      await syncFolder(dirname(path));
      return meter.measure;
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const content = createReadStream(this.path(key), { highWaterMark: readSize, ...range });
    await once(content, 'open');
    return content;
  }

  async stat(key: string): Promise<number | undefined> {
    return stat(this.path(key)).then(
      ({ size }) => size,
      () => undefined,
    );
  }

  async delete(key: string): Promise<void> {
    await rm(this.path(key), { force: true });
  }

  async *olderThan(before: Date): AsyncGenerator<string[]> {
    for (const folder of await readdir(this.folder).catch(() => [])) {
      const keys: string[] = [];
      for (const name of await readdir(join(this.folder, folder)).catch(() => [])) {
        const path = join(this.folder, folder, name);
        const file = await stat(path).catch(() => undefined);
        if (!file || file.mtime >= before) continue;
        if (isFileKey(name)) keys.push(name);
        else if (name.endsWith(partial)) await rm(path, { force: true });
      }
      if (keys.length > 0) yield keys;
    }
  }

  async readMark(): Promise<string | undefined> {
    return readFile(this.markPath(), 'utf8').catch(() => undefined);
  }

  async writeMark(mark: string): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await writeFile(this.markPath(), mark, { mode: 0o600 });
  }

  private markPath = () => join(this.folder, 'mark');

  private path(key: string): string {
    return join(this.folder, expectFileKey(key).slice(0, 2), key);
  }
}

/** A rename survives a power failure only once its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
