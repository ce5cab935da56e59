import type { ClientSession } from 'mongodb';
import type { Schema } from 'mongoose';
import type { Mongo } from '../infrastructure/mongo/mongo.js';
import type { Row } from '../infrastructure/mongo/row.js';
import { TenantRepository, type NewRow } from '../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';

/**
 * Inserts many records at once: thousands of single writes would take longer than the whole start. It checks no rules; the rows must
 * equal those of the collection's own service, which `demo.spec.ts` checks over the API.
 */
export class BulkRepository<T extends Row> extends TenantRepository<T> {
  constructor(mongo: Mongo, collection: string, schema: Schema<T>) {
    super(mongo, collection, schema);
  }

  addAll(tenant: Tenant, rows: NewRow<T>[], session: ClientSession): Promise<void> {
    if (rows.length === 0) return Promise.resolve();
    // Unvalidated: casting and validating thousands of rows takes half of the time. No field may be undefined.
    const options = { session, lean: true };
    return this.insertMany(tenant, rows, options);
  }

  async isEmpty(tenant: Tenant): Promise<boolean> {
    return !(await this.exists(tenant, {}));
  }
}
