import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where files' contents are kept, by keys that {@link newFileKey} makes. Names and types are the database's business. */
export interface FileStorage {
  /** Resolves to the size when the content will survive a power cut; after a failure nothing of it is left. */
  put(key: string, content: Readable): Promise<number>;
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** The size, or undefined when there is no such content. */
  stat(key: string): Promise<number | undefined>;
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>;
}

/** Nothing of a file's name or owner stands in its key. */
export const newFileKey = () => randomBytes(16).toString('hex');

/** Contents in a folder of this machine, spread over 256 subfolders. */
export class DiskStorage implements FileStorage {
  constructor(private readonly folder: string) {}

  async put(key: string, content: Readable): Promise<number> {
    const path = this.path(key);
    const unfinished = `${path}.part`;
    await mkdir(dirname(path), { recursive: true });
    try {
      await pipeline(content, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }));
      const { size } = await stat(unfinished);
      await rename(unfinished, path);
      await syncFolder(dirname(path));
      return size;
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const handle = await open(this.path(key), 'r');
    return createReadStream('', { fd: handle, ...range });
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

  /** Keys come from the database; one that could lead out of the folder is refused all the same. */
  private path(key: string): string {
    if (!/^[0-9a-f]{32}$/.test(key)) throw new Error('storage: not a key');
    return join(this.folder, key.slice(0, 2), key);
  }
}

/** A rename is only kept by a power cut once its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
