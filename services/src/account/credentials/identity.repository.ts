import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { communitySchema } from '../../infrastructure/mongo/row-schema.js';
import { newId, type Row } from '../../infrastructure/mongo/row.js';
import { TenantRepository, type InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** Links a provider's account to a member. An address may change hands; issuer and subject never do. */
interface IdentityRow extends Row {
  issuer: string;
  subject: string;
  user: string;
  linked: Date;
}

const identitySchema = communitySchema<IdentityRow>({
  issuer: { type: String, required: true },
  subject: { type: String, required: true },
  user: { type: String, required: true },
  linked: { type: Date, required: true },
});
identitySchema.index({ community: 1, issuer: 1, subject: 1 }, { unique: true });
identitySchema.index({ community: 1, user: 1 });

@Injectable()
export class IdentityRepository extends TenantRepository<IdentityRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'third_party_identities', identitySchema);
  }

  async userOf(tenant: Tenant, issuer: string, subject: string): Promise<string | undefined> {
    return (await this.findOne(tenant, { issuer, subject }))?.user;
  }

  /** @throws a duplicate key error when a concurrent call linked it. */
  async link(tenant: Tenant, issuer: string, subject: string, user: string, options: InSession): Promise<void> {
    await this.insert(tenant, { _id: newId(), issuer, subject, user, linked: new Date() }, options);
  }

  ofUser(tenant: Tenant, user: string): Promise<IdentityRow[]> {
    return this.find(tenant, { user });
  }

  async forget(tenant: Tenant, user: string, options: InSession = {}): Promise<void> {
    await this.remove(tenant, { user }, options);
  }
}
