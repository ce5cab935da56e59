import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { dayMs } from '@paddock/contract/core/durations';

const leftOverMs = dayMs;

/** Received uploads that are not examined yet: always on this machine, wherever files are stored later. */
export class Incoming {
  constructor(private readonly folder: string) {}

  /** Writes an upload to a file, passes its path to `work`, and removes it in any case. */
  async receive<T>(content: Readable, work: (path: string) => Promise<T>): Promise<T> {
    await mkdir(this.folder, { recursive: true });
    const path = join(this.folder, randomUUID());
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    try {
      await pipeline(content, file);
      return await work(path);
    } finally {
      // An upload can break off while the file is being opened: it then appears after the failure.
      if (!file.closed) await new Promise<void>((resolve) => void file.once('close', () => resolve()));
      await rm(path, { force: true });
    }
  }

  /** Removes the uploads of a killed process. */
  async sweep(): Promise<void> {
    for (const name of await readdir(this.folder).catch(() => [])) {
      const path = join(this.folder, name);
      const { mtimeMs } = await stat(path);
      if (Date.now() - mtimeMs > leftOverMs) await rm(path, { force: true });
    }
  }
}
