import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { TenantRepository, type InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { emailPinSchema, type EmailPinRow } from './email-pin.schema.js';

@Injectable()
export class EmailPinRepository extends TenantRepository<EmailPinRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'email_pins', emailPinSchema);
  }

  of(tenant: Tenant, user: string, options: InSession = {}): Promise<EmailPinRow | null> {
    return this.findOne(tenant, { _id: user }, options);
  }

  async replace(tenant: Tenant, { _id, ...pin }: Omit<EmailPinRow, 'community'>, options: InSession): Promise<void> {
    await this.change(tenant, { _id }, { $set: pin }, { upsert: true, ...options });
  }

  /** Counts a try; null when there is no PIN, it has expired, or its tries are used up. */
  takeTry(tenant: Tenant, user: string, maxTries: number, now: Date): Promise<EmailPinRow | null> {
    return this.change(tenant, { _id: user, tries: { $lt: maxTries }, expires: { $gt: now } }, { $inc: { tries: 1 } });
  }

  async forget(tenant: Tenant, user: string, options: InSession = {}): Promise<void> {
    await this.remove(tenant, { _id: user }, options);
  }
}
