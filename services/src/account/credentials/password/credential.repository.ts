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

  has(tenant: Tenant, user: string): Promise<boolean> {
    return this.exists(tenant, { _id: user });
  }

  async forget(tenant: Tenant, user: string, options: InSession = {}): Promise<void> {
    await this.remove(tenant, { _id: user }, options);
  }

  /**
   * Notes that a provider's account is linked.
   *
   * @param changed the link was begun with the password of this time
   * @returns null for a member without a password, or with a later one.
   */
  noteLink(
    tenant: Tenant,
    user: string,
    { changed, ...options }: Required<InSession> & { changed?: Date },
  ): Promise<CredentialRow | null> {
    const filter = { _id: user, ...(changed && { changed }) };
    return this.change(tenant, filter, { $set: { linked: new Date() } }, options);
  }

  /** From now on, provider's accounts are linked after the password only. */
  async requireForLinks(tenant: Tenant, user: string, options: InSession): Promise<void> {
    await this.change(tenant, { _id: user }, { $set: { links_need_password: true } }, options);
  }

  async setHash(tenant: Tenant, user: string, passwordHash: string, options: InSession = {}): Promise<void> {
    const set = { password_hash: passwordHash, changed: new Date() };
    await this.change(tenant, { _id: user }, { $set: set }, { upsert: true, ...options });
  }
}
