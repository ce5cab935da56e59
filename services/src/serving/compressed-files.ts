import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

/** Bytes kept: shell and modules of some releases. */
const MOST = 16 * 1024 * 1024;
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
const compress = promisify(brotliCompress);

/** Files as they are sent to browsers that read Brotli: compressed once, better than there is time for in each answer. */
export class CompressedFiles {
  private readonly made = new Map<string, Buffer | null>();
  private bytes = 0;

  /** The compressed file; undefined the first time, when it is only begun. */
  of(path: string, { mtimeMs, size }: { mtimeMs: number; size: number }): Buffer | undefined {
    const key = `${path} ${mtimeMs} ${size}`;
    const made = this.made.get(key);
    if (made === undefined) void this.make(key, path);
    return made ?? undefined;
  }

  private async make(key: string, path: string): Promise<void> {
    this.made.set(key, null);
    try {
      const bytes = await compress(await readFile(path), options);
      this.made.set(key, bytes);
      this.bytes += bytes.length;
    } catch {
      this.made.delete(key);
    }
    for (const [old, bytes] of this.made) {
      if (this.bytes <= MOST) break;
      this.made.delete(old);
      this.bytes -= bytes?.length ?? 0;
    }
  }
}
