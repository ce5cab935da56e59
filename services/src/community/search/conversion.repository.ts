import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';
import { TenantRepository } from '../../infrastructure/mongo/tenant-repository.js';
import { tenantKey, type Tenant } from '../../infrastructure/tenancy/tenant.js';

/** How far a conversion has come in a workplace; its id names both. */
interface ConversionRow extends WorkplaceRow {
  /** The place in the conversion's own order behind which records are left. */
  after: string;
  done: boolean;
}

const conversionSchema = workplaceSchema<ConversionRow>({
  after: { type: String, default: '' },
  done: { type: Boolean, default: false },
});

@Injectable()
export class ConversionRepository extends TenantRepository<ConversionRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'conversions', conversionSchema);
  }

  of(tenant: Tenant, name: string): Promise<ConversionRow | null> {
    return this.findOne(tenant, { _id: tenantKey(tenant, name) });
  }

  async store(tenant: Tenant, name: string, progress: Pick<ConversionRow, 'after' | 'done'>): Promise<void> {
    await this.change(tenant, { _id: tenantKey(tenant, name) }, { $set: progress }, { upsert: true });
  }
}
