import { Injectable } from '@nestjs/common';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { newId } from '../../../infrastructure/mongo/row.js';
import { TenantRepository, type InSession, type NewRow } from '../../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';
import { passkeySchema, type PasskeyRow } from './passkey.schema.js';

@Injectable()
export class PasskeyRepository extends TenantRepository<PasskeyRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'passkeys', passkeySchema);
  }

  ofUser(tenant: Tenant, user: string): Promise<PasskeyRow[]> {
    return this.find(tenant, { user }, { sort: { created: 1 } });
  }

  byCredential(tenant: Tenant, credential: string): Promise<PasskeyRow | null> {
    return this.findOne(tenant, { credential });
  }

  add(tenant: Tenant, passkey: Omit<NewRow<PasskeyRow>, '_id'>, options: InSession): Promise<PasskeyRow> {
    return this.insert(tenant, { _id: newId(), ...passkey }, options);
  }

  /** Returns false when a concurrent call used or removed it. */
  async use(tenant: Tenant, { _id, counter }: PasskeyRow, newCounter: number): Promise<boolean> {
    const set = { counter: newCounter, last_used: new Date() };
    return (await this.change(tenant, { _id, counter }, { $set: set })) !== null;
  }

  async removeOne(tenant: Tenant, user: string, id: string, options: InSession): Promise<boolean> {
    return (await this.remove(tenant, { _id: id, user }, options)) > 0;
  }

  async forget(tenant: Tenant, user: string, options: InSession = {}): Promise<void> {
    await this.remove(tenant, { user }, options);
  }
}
