import { Injectable } from '@nestjs/common';
import { Mongo } from '../mongo/mongo.js';
import { TenantRepository, type InSession, type NewRow } from '../mongo/tenant-repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import { type Attachment, fileSchema, type FileRow } from './file.schema.js';

@Injectable()
export class FileRepository extends TenantRepository<FileRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'files', fileSchema);
  }

  byId(tenant: Tenant, id: string): Promise<FileRow | null> {
    return this.findOne(tenant, { _id: id });
  }

  byIds(tenant: Tenant, ids: readonly string[]): Promise<FileRow[]> {
    return this.find(tenant, { _id: { $in: [...ids] } });
  }

  create(tenant: Tenant, file: NewRow<FileRow>): Promise<FileRow> {
    return this.insert(tenant, file);
  }

  /** Attaches an own file that hangs on nothing else yet; null when there is no such file. */
  attach(tenant: Tenant, id: string, owner: string, attached: Attachment, options: InSession): Promise<FileRow | null> {
    return this.change(
      tenant,
      {
        _id: id,
        owner,
        audience: 'attachment',
        $or: [{ attached: { $exists: false } }, { 'attached.kind': attached.kind, 'attached.id': attached.id }],
      },
      { $set: { attached, place: tenant.workplace } },
      options,
    );
  }

  async delete(tenant: Tenant, id: string): Promise<void> {
    await this.remove(tenant, { _id: id });
  }
}
