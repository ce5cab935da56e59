import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { communitySchema } from '../../infrastructure/mongo/row-schema.js';
import { newId, type Row } from '../../infrastructure/mongo/row.js';
import { TenantRepository, type InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** The provider repeats an event for 3 days, and its staff can repeat it for 30. */
const retentionSeconds = 60 * 24 * 3600;

export interface PaymentEventRow extends Row {
  /** The provider's id. */
  event: string;
  type: string;
  at: Date;
}

const schema = communitySchema<PaymentEventRow>({
  event: { type: String, required: true },
  type: { type: String, required: true },
  at: { type: Date, required: true },
});
schema.index({ community: 1, event: 1 }, { unique: true });
schema.index({ at: 1 }, { expireAfterSeconds: retentionSeconds });

/** Events of providers that have taken effect. */
@Injectable()
export class PaymentEventRepository extends TenantRepository<PaymentEventRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'payment_events', schema);
  }

  has(tenant: Tenant, event: string): Promise<boolean> {
    return this.exists(tenant, { event });
  }

  /** Two transactions with the same event conflict, and the second finds the first one's row. False if it is there. */
  async record(tenant: Tenant, event: Pick<PaymentEventRow, 'event' | 'type'>, options: InSession): Promise<boolean> {
    if (await this.findOne(tenant, { event: event.event }, options)) return false;
    await this.insert(tenant, { _id: newId(), ...event, at: new Date() }, options);
    return true;
  }
}
