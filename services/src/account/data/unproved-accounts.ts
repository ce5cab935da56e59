import { Inject, Injectable } from '@nestjs/common';
import { dayMs } from '@paddock/contract/core/durations';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { CommunityJobs } from '../../infrastructure/tenancy/community-jobs.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { AccountAddressRepository } from '../../community/users/account-address.repository.js';
import { AccountRemoval } from './account-removal.js';

const everyMs = 10 * 60_000;
const step = 100;

/**
 * Deletes accounts whose address is unverified `UNPROVED_DAYS` after the sign-up. The stored accounts show what is due, so the next
 * run continues an interrupted one; each account is deleted in its own transaction.
 */
@Injectable()
export class UnprovedAccounts {
  readonly run: (now?: Date) => Promise<void>;

  constructor(
    private readonly addresses: AccountAddressRepository,
    private readonly removal: AccountRemoval,
    private readonly mongo: Mongo,
    @Inject(ENVIRONMENT) { unprovedDays }: Environment,
    jobs: CommunityJobs,
  ) {
    this.run = jobs.add({
      name: 'account.delete_unverified',
      everyMs,
      failure: 'could not delete unverified accounts',
      run: (tenant, now) => this.deleteAll(tenant, new Date(now.getTime() - unprovedDays * dayMs)),
    });
  }

  private async deleteAll(tenant: Tenant, before: Date): Promise<void> {
    let ids = await this.addresses.unprovedBefore(tenant, before, '', step);
    while (ids.length > 0) {
      for (const id of ids)
        await this.mongo.transaction((session) => this.removal.deleteUnverified(tenant, id, session));
      ids = await this.addresses.unprovedBefore(tenant, before, ids.at(-1)!, step);
    }
  }
}
