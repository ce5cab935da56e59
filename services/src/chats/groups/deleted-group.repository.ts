import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';
import { TenantRepository, type InSession, type NewRow } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** A deleted group whose shouts are not erased yet. Its id is the group's. */
interface DeletedGroupRow extends WorkplaceRow {
  title: string;
  /** The file of its picture. */
  image?: string;
  deleted: Date;
}

const schema = workplaceSchema<DeletedGroupRow>({
  title: { type: String, default: '' },
  image: String,
  deleted: { type: Date, required: true },
});
schema.index({ community: 1, workplace: 1, deleted: 1 });

@Injectable()
export class DeletedGroupRepository extends TenantRepository<DeletedGroupRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'deleted_groups', schema);
  }

  async add(tenant: Tenant, row: NewRow<DeletedGroupRow>, options: InSession): Promise<void> {
    await this.insert(tenant, row, options);
  }

  /** Groups of the community that were deleted before this instant, each with its tenant. */
  async before(tenant: Tenant, instant: Date): Promise<[Tenant, DeletedGroupRow][]> {
    const options = { sort: { deleted: 1 }, limit: 100 } as const;
    const found = await this.findByTenant(tenant, { deleted: { $lt: instant } }, options);
    return found.flatMap(({ place, rows }) => rows.map((row): [Tenant, DeletedGroupRow] => [place, row]));
  }

  /** False if another process was first. */
  async take(tenant: Tenant, id: string, options: InSession): Promise<boolean> {
    return (await this.remove(tenant, { _id: id }, options)) > 0;
  }
}
