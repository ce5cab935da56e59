import { Injectable } from '@nestjs/common';
import { isDuplicateKey, Mongo } from '../../../infrastructure/mongo/mongo.js';
import { communitySchema } from '../../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../../infrastructure/mongo/row.js';
import { TenantRepository } from '../../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';

/** An upload in parts that is not complete or not examined yet. */
export interface UnfinishedUpload {
  /** The id of the file that it becomes. */
  readonly id: string;
  /** As given by the client. */
  readonly name: string;
  /** The workplace that it was begun in. */
  readonly place: string;
  /** Bytes, as announced. */
  readonly size: number;
  readonly created: Date;
}

/** All unfinished uploads of one member: one record, so that its limits hold under parallel requests. */
interface UnfinishedRow extends Row {
  owner: string;
  count: number;
  bytes: number;
  uploads: UnfinishedUpload[];
}

/** Limits for each member. A post of 7 files of the maximum size fits. */
export const unfinishedLimits = { count: 20, bytes: 2_000_000_000 } as const;

const schema = communitySchema<UnfinishedRow>({
  owner: { type: String, required: true },
  count: { type: Number, required: true },
  bytes: { type: Number, required: true },
  uploads: [{ _id: false, id: String, name: String, place: String, size: Number, created: Date }],
});
schema.index({ community: 1, owner: 1 }, { unique: true });
schema.index({ community: 1, 'uploads.created': 1 });

@Injectable()
export class UnfinishedRepository extends TenantRepository<UnfinishedRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'unfinished_uploads', schema);
  }

  /** False if the member's limits are reached. */
  async add(tenant: Tenant, owner: string, upload: UnfinishedUpload): Promise<boolean> {
    const { size } = upload;
    const filter = {
      owner,
      count: { $lt: unfinishedLimits.count },
      bytes: { $lte: unfinishedLimits.bytes - size },
    };
    const update = { $push: { uploads: upload }, $inc: { count: 1, bytes: size } };
    if (await this.change(tenant, filter, update)) return true;
    try {
      return (await this.change(tenant, filter, update, { upsert: true })) !== null;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // The record is full, or a parallel request has created it.
      return (await this.change(tenant, filter, update)) !== null;
    }
  }

  async byId(tenant: Tenant, owner: string, id: string): Promise<UnfinishedUpload | undefined> {
    return (await this.ofOwner(tenant, owner)).find((upload) => upload.id === id);
  }

  async ofOwner(tenant: Tenant, owner: string): Promise<readonly UnfinishedUpload[]> {
    return (await this.findOne(tenant, { owner }))?.uploads ?? [];
  }

  async delete(tenant: Tenant, owner: string, { id, size }: UnfinishedUpload): Promise<void> {
    await this.change(
      tenant,
      { owner, 'uploads.id': id },
      { $pull: { uploads: { id } }, $inc: { count: -1, bytes: -size } },
    );
  }

  /** Members with an upload that was begun before this instant. */
  begunBefore(tenant: Tenant, before: Date): Promise<UnfinishedRow[]> {
    return this.find(tenant, { 'uploads.created': { $lt: before } }, { limit: 500 });
  }

  async deleteOfOwner(tenant: Tenant, owner: string): Promise<void> {
    await this.remove(tenant, { owner });
  }
}
