import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Loop } from '../../infrastructure/outbox/loop.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { AccountAddressRepository } from '../../community/users/account-address.repository.js';
import { DeletionService } from './deletion.service.js';

const everyMs = 10 * 60_000;
const dayMs = 24 * 3_600_000;
const step = 100;

/**
 * Deletes accounts whose address is unverified `UNPROVED_DAYS` after the sign-up. The stored accounts show what is due, so the next
 * run continues an interrupted one; each account is deleted in its own transaction.
 */
@Injectable()
export class UnprovedAccounts implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new Loop(() => this.run(), everyMs);

  constructor(
    private readonly addresses: AccountAddressRepository,
    private readonly deletion: DeletionService,
    private readonly communities: Communities,
    private readonly mongo: Mongo,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.loop.wake();
  }

  beforeApplicationShutdown() {
    return this.loop.stop();
  }

  async run(now = new Date()): Promise<void> {
    const before = new Date(now.getTime() - this.environment.unprovedDays * dayMs);
    for (const { id } of this.communities.all())
      try {
        await this.deleteAll(tenantOf(id), before);
      } catch (err) {
        this.logger.error({ module: 'account', community: id, err }, 'could not delete unverified accounts');
      }
  }

  private async deleteAll(tenant: Tenant, before: Date): Promise<void> {
    let ids = await this.addresses.unprovedBefore(tenant, before, '', step);
    while (ids.length > 0) {
      for (const id of ids)
        await this.mongo.transaction((session) => this.deletion.deleteUnverified(tenant, id, session));
      ids = await this.addresses.unprovedBefore(tenant, before, ids.at(-1)!, step);
    }
  }
}
