import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { isAdminAnywhere } from '@paddock/contract/calls/users';
import type { Subscription } from 'rxjs';
import { UserRepository } from '../community/users/user.repository.js';
import { Outbox } from '../infrastructure/outbox/outbox.js';
import { Communities } from '../infrastructure/tenancy/communities.js';
import { CommunityJobs } from '../infrastructure/tenancy/community-jobs.js';
import { MemberBlocks } from './member-blocks.js';

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
    jobs: CommunityJobs,
  ) {
    // Its first run is at the start: a file may have changed while no process ran.
    this.run = jobs.add({
      ...{ name: 'people.returned-admins', everyMs: 3_600_000, failure: 'blocks against admins did not end' },
      run: async (tenant) => {
        const places = this.communities.find(tenant.community)?.workplaces ?? [];
        for (const { _id } of await this.users.admins(tenant, ['', ...places.map(({ id }) => id)]))
          await this.blocks.endAgainst(tenant, _id);
      },
    });
  }

  onModuleInit() {
    this.changes = this.communities.changes.subscribe(() => void this.run());
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
}
