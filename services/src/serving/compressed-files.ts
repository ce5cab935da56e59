import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

/** Room for the shell and the modules of some releases. */
const maxBytes = 16 * 1024 * 1024;
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
const compress = promisify(brotliCompress);

/** Brotli-compressed files: compressed once, at a quality too slow for each response. */
export class CompressedFiles {
  private readonly cache = new Map<string, Buffer | null>();
  private bytes = 0;

  /** Returns the compressed file; the first call returns undefined and starts the compression. */
  of(path: string, { mtimeMs, size }: { mtimeMs: number; size: number }): Buffer | undefined {
    const key = `${path} ${mtimeMs} ${size}`;
    const cached = this.cache.get(key);
    if (cached === undefined) void this.compress(key, path);
    return cached ?? undefined;
  }

  private async compress(key: string, path: string): Promise<void> {
    this.cache.set(key, null);
    try {
      const bytes = await compress(await readFile(path), options);
      this.cache.set(key, bytes);
      this.bytes += bytes.length;
    } catch {
      this.cache.delete(key);
    }
    for (const [old, bytes] of this.cache) {
      if (this.bytes <= maxBytes) break;
      this.cache.delete(old);
      this.bytes -= bytes?.length ?? 0;
    }
  }
}
