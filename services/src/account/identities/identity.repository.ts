import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { communitySchema } from '../../infrastructure/mongo/row-schema.js';
import { newId, type Row } from '../../infrastructure/mongo/row.js';
import { TenantRepository, type InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** An account of a provider. An address may change hands; issuer and subject never do. */
export interface ProviderIdentity {
  issuer: string;
  subject: string;
}

/** Links a provider's account to a member. */
interface IdentityRow extends Row, ProviderIdentity {
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

  of(tenant: Tenant, { issuer, subject }: ProviderIdentity, options: InSession = {}): Promise<IdentityRow | null> {
    return this.findOne(tenant, { issuer, subject }, options);
  }

  isLinked(tenant: Tenant, user: string, id: string, options: InSession): Promise<boolean> {
    return this.exists(tenant, { _id: id, user }, options);
  }

  /** @throws a duplicate key error when a concurrent call linked it. */
  link(tenant: Tenant, identity: ProviderIdentity, user: string, options: InSession): Promise<IdentityRow> {
    return this.insert(tenant, { _id: newId(), ...identity, user, linked: new Date() }, options);
  }

  ofUser(tenant: Tenant, user: string): Promise<IdentityRow[]> {
    return this.find(tenant, { user }, { sort: { linked: 1 } });
  }

  async removeOne(tenant: Tenant, user: string, id: string, options: InSession): Promise<boolean> {
    return (await this.remove(tenant, { _id: id, user }, options)) > 0;
  }

  forget(tenant: Tenant, user: string, options: InSession = {}): Promise<number> {
    return this.remove(tenant, { user }, options);
  }
}
