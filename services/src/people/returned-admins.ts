import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { isAdminAnywhere } from '@paddock/contract/calls/users';
import { hourMs } from '@paddock/contract/core/durations';
import { placesOf } from '@paddock/contract/core/workplaces';
import type { Subscription } from 'rxjs';
import { UserRepository } from '../community/users/user.repository.js';
import { LOGGER } from '../infrastructure/environment/logger-token.js';
import type { Logger } from '../infrastructure/logging/logger.js';
import { Outbox } from '../infrastructure/outbox/outbox.js';
import { Communities } from '../infrastructure/tenancy/communities.js';
import { CommunityJobs } from '../infrastructure/tenancy/community-jobs.js';
import { type Tenant, tenantOf } from '../infrastructure/tenancy/tenant.js';
import { MemberBlocks } from './member-blocks.js';

const failure = 'blocks against admins did not end';

/**
 * Ends blocks against admins whose rights had no effect for a time and return: with a workplace of the deployment, or with the member's
 * own (ADR 0072).
 */
@Injectable()
export class ReturnedAdmins implements OnModuleInit, OnApplicationShutdown {
  readonly run: (now?: Date) => Promise<void>;
  private changes: Subscription | undefined;

  constructor(
    private readonly communities: Communities,
    private readonly users: UserRepository,
    private readonly blocks: MemberBlocks,
    private readonly outbox: Outbox,
    @Inject(LOGGER) private readonly logger: Logger,
    jobs: CommunityJobs,
  ) {
    // Its first run is at the start: a file may have changed while no process ran.
    this.run = jobs.add({
      name: 'people.returned_admins',
      everyMs: hourMs,
      failure,
      run: (tenant) => this.endBlocks(tenant),
    });
  }

  onModuleInit() {
    this.changes = this.communities.changes.subscribe(({ community, config, previous }) => {
      if (!config || (previous && String(placesOf(config)) === String(placesOf(previous)))) return;
      this.endBlocks(tenantOf(community)).catch((err: unknown) =>
        this.logger.error({ module: 'people', community, err }, failure),
      );
    });
    this.outbox.subscribe({
      name: 'returned-admins',
      kinds: ['MemberChanged'],
      durable: true,
      handle: async ({ tenant, user }) => {
        const [row, config] = [await this.users.byId(tenant, user), this.communities.find(tenant.community)];
        if (row && config && isAdminAnywhere(row, config)) await this.blocks.endAgainst(tenant, user);
      },
    });
  }

  onApplicationShutdown() {
    this.changes?.unsubscribe();
  }

  private async endBlocks(tenant: Tenant): Promise<void> {
    const config = this.communities.find(tenant.community);
    if (!config) return;
    for (const { _id } of await this.users.admins(tenant, placesOf(config))) await this.blocks.endAgainst(tenant, _id);
  }
}
