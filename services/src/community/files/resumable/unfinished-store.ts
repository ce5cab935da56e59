import { DataStore, Upload } from '@tus/server';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';
import type { UnfinishedRepository } from './unfinished.repository.js';

/** Where the bytes of an unfinished upload are. Its id comes from the database or from `newId`. */
export const unfinishedPath = (folder: string, id: string) => join(folder, id);

/** One member's unfinished uploads, as the tus server reads and writes them: records in the database, bytes in a folder. */
export class UnfinishedStore extends DataStore {
  // Without `expiration`, for which the library reads an upload again that is a file already.
  override extensions = ['creation', 'creation-with-upload', 'termination'];

  constructor(
    private readonly rows: UnfinishedRepository,
    private readonly folder: string,
    private readonly tenant: Tenant,
    private readonly owner: string,
  ) {
    super();
  }

  /** @throws TOO_MANY_FILES above the member's limits. */
  override async create(upload: Upload): Promise<Upload> {
    const { id, size = 0, metadata } = upload;
    const created = new Date();
    const row = { id, name: metadata?.['filename'] ?? '', place: this.tenant.workplace, size, created };
    if (!(await this.rows.add(this.tenant, this.owner, row))) throw new PaddockError('TOO_MANY_FILES');
    await mkdir(this.folder, { recursive: true });
    await writeFile(unfinishedPath(this.folder, id), '', { flag: 'wx', mode: 0o600 });
    return upload;
  }

  /** The offset is what the disk holds, so that it survives the process. */
  override async getUpload(id: string): Promise<Upload> {
    const row = await this.rows.byId(this.tenant, this.owner, id);
    const file = row && (await stat(unfinishedPath(this.folder, id)).catch(() => undefined));
    if (!file) throw new PaddockError('FILE_NOT_FOUND');
    return new Upload({ id, size: row.size, offset: file.size });
  }

  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const path = unfinishedPath(this.folder, id);
    await pipeline(content, createWriteStream(path, { flags: 'r+', start: offset }));
    return (await stat(path)).size;
  }

  override async remove(id: string): Promise<void> {
    const row = await this.rows.byId(this.tenant, this.owner, id);
    if (!row) throw new PaddockError('FILE_NOT_FOUND');
    await this.rows.delete(this.tenant, this.owner, row);
    await rm(unfinishedPath(this.folder, id), { force: true });
  }
}
