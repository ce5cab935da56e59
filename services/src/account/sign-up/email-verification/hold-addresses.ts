import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { Communities } from '../../../infrastructure/tenancy/communities.js';
import { tenantOf } from '../../../infrastructure/tenancy/tenant.js';
import { AccountAddressRepository } from '../../../community/users/account-address.repository.js';

/** The former unique index on all addresses, verified or not. */
const formerIndex = 'community_1_email_1';
const step = 500;

/** Migrates members stored under earlier rules: only the account that verified an address holds it. */
@Injectable()
export class HoldAddresses implements OnApplicationBootstrap {
  constructor(
    private readonly addresses: AccountAddressRepository,
    private readonly communities: Communities,
    private readonly mongo: Mongo,
  ) {}

  async onApplicationBootstrap() {
    await this.mongo.dropFormerIndex('users', formerIndex);
    for (const { id } of this.communities.all()) {
      const tenant = tenantOf(id);
      await this.addresses.releaseUnproved(tenant);
      for (let rows = await this.addresses.provedUnheld(tenant, step); rows.length > 0;) {
        for (const row of rows) await this.addresses.holdEmail(tenant, row);
        rows = await this.addresses.provedUnheld(tenant, step);
      }
    }
  }
}
