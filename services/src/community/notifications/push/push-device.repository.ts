import { Injectable } from '@nestjs/common';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { TenantRepository, type InSession } from '../../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';
import {
  pushDeviceSchema,
  type PushDeviceRow,
  type PushSubscriptionFields,
  type Reachable,
} from './push-device.schema.js';

@Injectable()
export class PushDeviceRepository extends TenantRepository<PushDeviceRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'push_devices', pushDeviceSchema);
  }

  isRegistered(tenant: Tenant, session: string): Promise<boolean> {
    return this.exists(tenant, { _id: session });
  }

  /** Stores the subscription of a session, in place of its earlier one and of another session's with the same endpoint. */
  async register(
    tenant: Tenant,
    { _id, user, language, endpoint, p256dh, auth }: Omit<Reachable, 'community' | 'created'>,
    options: InSession,
  ): Promise<void> {
    await this.remove(tenant, { endpoint, _id: { $ne: _id } }, options);
    const fields = { user, language, endpoint, p256dh, auth, created: new Date() };
    await this.change(tenant, { _id }, { $set: fields }, { ...options, upsert: true });
  }

  ofUser(tenant: Tenant, user: string, options: InSession = {}): Promise<PushDeviceRow[]> {
    return this.find(tenant, { user }, { sort: { created: -1 }, ...options });
  }

  async reachable(tenant: Tenant, users: readonly string[], options: InSession): Promise<Reachable[]> {
    return (await this.find(tenant, { user: { $in: [...users] } }, options)).filter(isReachable);
  }

  async byIds(tenant: Tenant, ids: readonly string[]): Promise<Map<string, Reachable>> {
    const rows = await this.find(tenant, { _id: { $in: [...ids] } });
    return new Map(rows.filter(isReachable).map((row) => [row._id, row]));
  }

  /** Forgets an endpoint that the push service no longer knows; the session still wants messages. */
  async loseEndpoint(
    tenant: Tenant,
    id: string,
    { endpoint }: Pick<PushSubscriptionFields, 'endpoint'>,
  ): Promise<void> {
    await this.change(tenant, { _id: id, endpoint }, { $unset: { endpoint: 1, p256dh: 1, auth: 1 } } as object);
  }

  async end(tenant: Tenant, sessions: readonly string[], options: InSession = {}): Promise<void> {
    await this.remove(tenant, { _id: { $in: [...sessions] } }, options);
  }

  async endAll(tenant: Tenant, user: string): Promise<void> {
    await this.remove(tenant, { user });
  }
}

const isReachable = (row: PushDeviceRow): row is Reachable => row.endpoint !== undefined;
