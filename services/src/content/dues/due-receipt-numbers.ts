import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { communitySchema } from '../../infrastructure/mongo/row-schema.js';
import { newId, type Row } from '../../infrastructure/mongo/row.js';
import { type InSession, TenantRepository } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

interface ReceiptCounterRow extends Row {
  series: string;
  last: number;
}

const schema = communitySchema<ReceiptCounterRow>({
  series: { type: String, required: true },
  last: { type: Number, required: true },
});
schema.index({ community: 1, series: 1 }, { unique: true });

/** Numbers of a community's receipts, from 1: drawn in the transaction of the payment, so that none is left out or used twice. */
@Injectable()
export class DueReceiptNumbers extends TenantRepository<ReceiptCounterRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'receipt_counters', schema);
  }

  async next(tenant: Tenant, options: InSession): Promise<number> {
    return this.draw(tenant, 1, options);
  }

  /** Draws several; returns the first. */
  async draw(tenant: Tenant, count: number, options: InSession): Promise<number> {
    const update = { $inc: { last: count }, $setOnInsert: { _id: newId() } } as never;
    const row = await this.change(tenant, { series: 'dues' }, update, { ...options, upsert: true });
    return row!.last - count + 1;
  }
}
