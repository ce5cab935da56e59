import { Injectable } from '@nestjs/common';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { TenantRepository, type InSession } from '../../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';
import { credentialSchema, type CredentialRow } from './credential.schema.js';

@Injectable()
export class CredentialRepository extends TenantRepository<CredentialRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'credentials', credentialSchema);
  }

  async hashOf(tenant: Tenant, user: string): Promise<string | undefined> {
    return (await this.findOne(tenant, { _id: user }))?.password_hash;
  }

  async changedAt(tenant: Tenant, user: string): Promise<Date | undefined> {
    return (await this.findOne(tenant, { _id: user }))?.changed;
  }

  async forget(tenant: Tenant, user: string): Promise<void> {
    await this.remove(tenant, { _id: user });
  }

  async setHash(tenant: Tenant, user: string, passwordHash: string, options: InSession = {}): Promise<void> {
    const set = { password_hash: passwordHash, changed: new Date() };
    await this.change(tenant, { _id: user }, { $set: set }, { upsert: true, ...options });
  }
}
