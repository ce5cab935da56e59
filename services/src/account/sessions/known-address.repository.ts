import { Inject, Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { dayMs } from '@paddock/contract/core/durations';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { communitySchema } from '../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../infrastructure/mongo/row.js';
import { TenantRepository } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** Records that a member signed in from an IP address. The id is a keyed hash of both: neither can be read from it. */
interface KnownAddressRow extends Row {
  expires: Date;
}

const schema = communitySchema<KnownAddressRow>({ expires: { type: Date, required: true } });
schema.index({ expires: 1 }, { expireAfterSeconds: 0 });

const lifetimeMs = 90 * dayMs;

/** IP addresses of members' recent sign-ins: while others guess a member's password, the member can still sign in from these. */
@Injectable()
export class KnownAddressRepository extends TenantRepository<KnownAddressRow> {
  constructor(
    mongo: Mongo,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {
    super(mongo, 'known_addresses', schema);
  }

  async has(tenant: Tenant, user: string, address: string): Promise<boolean> {
    const row = await this.findOne(tenant, { _id: this.idOf(tenant, user, address) });
    return row !== null && row.expires > new Date();
  }

  async note(tenant: Tenant, user: string, address: string): Promise<void> {
    const expires = new Date(Date.now() + lifetimeMs);
    await this.change(tenant, { _id: this.idOf(tenant, user, address) }, { $set: { expires } }, { upsert: true });
  }

  private idOf({ community }: Tenant, user: string, address: string): string {
    const key = JSON.stringify(['known address', community, user, address]);
    return createHmac('sha256', this.environment.secret).update(key).digest('base64url');
  }
}
