import type { ClientSession } from 'mongodb';
import type { Schema } from 'mongoose';
import type { Mongo } from '../infrastructure/mongo/mongo.js';
import type { Row } from '../infrastructure/mongo/row.js';
import { type InSession, TenantRepository, type NewRow } from '../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';

const rowsAtOnce = 200;
/** Casting and validating thousands of rows takes half of the time. No field may be undefined. */
const unvalidated = { lean: true } as { session?: ClientSession };

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
    return this.insertMany(tenant, rows, { ...unvalidated, session });
  }

  /** Inserts the rows without a transaction, in commands of a bounded size. */
  async addInParts(tenant: Tenant, rows: readonly NewRow<T>[]): Promise<void> {
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      await this.insertMany(tenant, rows.slice(from, from + rowsAtOnce), unvalidated);
  }

  async clear(tenant: Tenant, session: ClientSession): Promise<void> {
    await this.remove(tenant, {}, { session });
  }

  async isEmpty(tenant: Tenant, options: InSession = {}): Promise<boolean> {
    return !(await this.exists(tenant, {}, options));
  }
}
