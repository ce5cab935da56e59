import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Stores files' contents by keys of {@link newFileKey}. The database holds names and types. */
export interface FileStorage {
  /** Resolves to the size when the content will survive a power failure; a failure leaves nothing of it. */
  put(key: string, content: Readable): Promise<number>;
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** The size; undefined for an unknown key. */
  stat(key: string): Promise<number | undefined>;
  /** Ignores an unknown key. */
  delete(key: string): Promise<void>;
  /** All keys of contents that were stored before this instant, some at a time. */
  olderThan(before: Date): AsyncGenerator<string[]>;
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

const partial = '.part';

/** Stores contents in a folder of this machine, spread over 256 subfolders. */
export class DiskStorage implements FileStorage {
  constructor(private readonly folder: string) {}

  async put(key: string, content: Readable): Promise<number> {
    const path = this.path(key);
    const unfinished = `${path}${partial}`;
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

  /** Removes what an ended process has left half written, too. */
  async *olderThan(before: Date): AsyncGenerator<string[]> {
    for (const folder of await readdir(this.folder).catch(() => [])) {
      const keys: string[] = [];
      for (const name of await readdir(join(this.folder, folder)).catch(() => [])) {
        const path = join(this.folder, folder, name);
        const file = await stat(path).catch(() => undefined);
        if (!file || file.mtime >= before) continue;
        if (keyForm.test(name)) keys.push(name);
        else if (name.endsWith(partial)) await rm(path, { force: true });
      }
      if (keys.length > 0) yield keys;
    }
  }

  /** Keys come from the database; a key that could leave the folder is refused nevertheless. */
  private path(key: string): string {
    if (!keyForm.test(key)) throw new Error('storage: not a key');
    return join(this.folder, key.slice(0, 2), key);
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
