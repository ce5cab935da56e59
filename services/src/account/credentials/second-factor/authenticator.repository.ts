import { Injectable } from '@nestjs/common';
import { isDuplicateKey, Mongo } from '../../../infrastructure/mongo/mongo.js';
import { TenantRepository, type InSession } from '../../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';
import { authenticatorSchema, type AuthenticatorRow } from './authenticator.schema.js';

@Injectable()
export class AuthenticatorRepository extends TenantRepository<AuthenticatorRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'authenticators', authenticatorSchema);
  }

  ofUser(tenant: Tenant, user: string, options: InSession = {}): Promise<AuthenticatorRow | null> {
    return this.findOne(tenant, { _id: user }, options);
  }

  /** Stores a new secret, replacing an unconfirmed one; false when one is confirmed already. */
  async start(tenant: Tenant, user: string, sealed: string): Promise<boolean> {
    const set = { sealed, started: new Date(), last_step: 0, recovery: [] };
    try {
      await this.change(tenant, { _id: user, confirmed: false }, { $set: set }, { upsert: true });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Returns false when a concurrent call confirmed or replaced it. */
  async confirm(
    tenant: Tenant,
    { _id, sealed }: AuthenticatorRow,
    set: { last_step: number; recovery: string[] },
    options: InSession,
  ): Promise<boolean> {
    const filter = { _id, sealed, confirmed: false };
    return (await this.change(tenant, filter, { $set: { ...set, confirmed: true } }, options)) !== null;
  }

  /** Consumes the code of a 30-second step and of all earlier steps; false when it was consumed already. */
  async takeStep(tenant: Tenant, user: string, step: number): Promise<boolean> {
    const filter = { _id: user, confirmed: true, last_step: { $lt: step } };
    return (await this.change(tenant, filter, { $set: { last_step: step } })) !== null;
  }

  /** Consumes a recovery code; false when it is unknown or consumed already. */
  async takeRecovery(tenant: Tenant, user: string, fingerprint: string): Promise<boolean> {
    const filter = { _id: user, confirmed: true, recovery: fingerprint };
    return (await this.change(tenant, filter, { $pull: { recovery: fingerprint } })) !== null;
  }

  async forget(tenant: Tenant, user: string, options: InSession = {}): Promise<boolean> {
    return (await this.remove(tenant, { _id: user }, options)) > 0;
  }
}
