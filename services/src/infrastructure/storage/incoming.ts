import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const leftOverMs = 24 * 3_600_000;

/** Uploads that have arrived but are not examined yet: on this machine always, wherever files are kept in the end. */
export class Incoming {
  constructor(private readonly folder: string) {}

  /** Writes an upload to a file, hands its path to `work`, and removes it whatever happens. */
  async receive<T>(content: Readable, work: (path: string) => Promise<T>): Promise<T> {
    await mkdir(this.folder, { recursive: true });
    const path = join(this.folder, randomUUID());
    try {
      await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      return await work(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Removes what a process that was killed left behind. */
  async sweep(): Promise<void> {
    for (const name of await readdir(this.folder).catch(() => [])) {
      const path = join(this.folder, name);
      const { mtimeMs } = await stat(path);
      if (Date.now() - mtimeMs > leftOverMs) await rm(path, { force: true });
    }
  }
}
