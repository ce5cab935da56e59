import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { ExtensionPoints } from '../extension-points/extension-points.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { CommunityJobs } from '../../infrastructure/tenancy/community-jobs.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { FileAddresses } from './file-address.js';
import { downloadOnly } from '../../infrastructure/storage/file-types.js';
import { FileRepository } from './file.repository.js';
import type { FileRow } from './file.schema.js';
import { FilesService } from './files.service.js';
import { FILE_STORAGE, type FileStorage, newFileKey } from '../../infrastructure/storage/storage.js';

const sweepEveryMs = 10 * 60_000;

/** A member's uploads, for the data export and the erasure; and temporary files for one member. */
@Injectable()
export class FilesPersonalData implements OnModuleInit {
  /** Removes expired files. */
  readonly sweep: (now?: Date) => Promise<void>;

  constructor(
    private readonly rows: FileRepository,
    private readonly files: FilesService,
    private readonly addresses: FileAddresses,
    private readonly extensions: ExtensionPoints,
    @Inject(FILE_STORAGE) private readonly storage: FileStorage,
    jobs: CommunityJobs,
  ) {
    this.sweep = jobs.add({
      name: 'files.expiry',
      everyMs: sweepEveryMs,
      failure: 'expired files could not be swept',
      run: async (tenant, now) => {
        for (const { _id } of await this.rows.expired(tenant, now)) await this.files.delete(tenant, _id);
      },
    });
  }

  onModuleInit() {
    this.extensions.provide('export', 'files', async (tenant, user) => ({ uploads: this.described(tenant, user._id) }));
    this.extensions.provide('forget', 'files', (tenant, { _id }) => this.forget(tenant, _id));
  }

  /** A member's uploads, oldest first, without files generated for them. */
  async *uploads(tenant: Tenant, owner: string): AsyncGenerator<FileRow> {
    for await (const row of this.rows.ofOwner(tenant, owner)) if (row.audience !== 'own') yield row;
  }

  content({ key }: FileRow): Promise<Readable> {
    return this.storage.get(key);
  }

  /** Stores a download for its owner only; returns its address, which is valid for `seconds`. */
  async keepFor(tenant: Tenant, owner: string, name: string, content: Readable, seconds: number): Promise<string> {
    const key = newFileKey();
    const measure = await this.storage.put(key, content);
    const created = new Date();
    const expires = new Date(created.getTime() + seconds * 1000);
    const what = { name, type: downloadOnly, ...measure, key, audience: 'own' } as const;
    try {
      const { _id } = await this.rows.create(tenant, { _id: newId(), place: '', owner, ...what, created, expires });
      return this.addresses.until(tenant, owner, _id, 'original', Math.floor(expires.getTime() / 1000));
    } catch (error) {
      await this.storage.delete(key);
      throw error;
    }
  }

  /** Files attached to records of others stay with them. */
  private async forget(tenant: Tenant, owner: string): Promise<void> {
    for await (const row of this.rows.ofOwner(tenant, owner))
      if (!row.attached) await this.files.delete(tenant, row._id);
  }

  private async *described(tenant: Tenant, owner: string) {
    for await (const row of this.uploads(tenant, owner)) {
      const { _id, name, type, size, attached, created } = row;
      yield { file: fileNameOf(row), id: _id, name, type, size, attached, created };
    }
  }
}

/** An upload's file name in the export, made unique by its id. */
export function fileNameOf({ _id, name }: Pick<FileRow, '_id' | 'name'>): string {
  return `files/${_id}-${name}`;
}
