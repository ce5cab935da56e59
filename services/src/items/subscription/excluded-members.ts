import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hourMs } from '@paddock/contract/core/durations';
import { CardProvider } from '../../community/payments/card-provider.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { CommunityJobs } from '../../infrastructure/tenancy/community-jobs.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { PlanChanges } from './plan-changes.js';
import { SubscriptionRepository } from './subscription.repository.js';
import { WebCheckout } from './web-checkout.js';

/**
 * Ends the renewals of a member who was banned or refused: the plan on the web is cancelled at the end of its paid time, and a
 * purchase under way is given up. It also follows `SubscriptionChanged`, since a purchase can be paid in the moment of the ban.
 */
@Injectable()
export class ExcludedMembers implements OnModuleInit {
  readonly run: (now?: Date) => Promise<void>;

  constructor(
    private readonly rows: SubscriptionRepository,
    private readonly changes: PlanChanges,
    private readonly checkout: WebCheckout,
    private readonly provider: CardProvider,
    private readonly users: UserRepository,
    private readonly communities: Communities,
    private readonly outbox: Outbox,
    jobs: CommunityJobs,
  ) {
    // An event is given up after some minutes without the provider.
    this.run = jobs.add({
      ...{
        name: 'subscriptions.excluded',
        everyMs: hourMs,
        failure: 'renewals of members who are kept out did not end',
      },
      run: async ({ community }) => {
        const failures: unknown[] = [];
        for await (const user of this.rows.webMembers(tenantOf(community)))
          await this.endRenewals(community, user).catch((error: unknown) => failures.push(error));
        // The other members' renewals have ended all the same.
        if (failures.length > 0) throw failures[0];
      },
    });
  }

  onModuleInit() {
    this.outbox.subscribe({
      name: 'subscriptions-excluded-member',
      kinds: ['MemberChanged', 'SubscriptionChanged'],
      durable: true,
      handle: ({ tenant, user }) => this.endRenewals(tenant.community, user),
    });
  }

  private async endRenewals(community: string, id: string): Promise<void> {
    const tenant = tenantOf(community);
    const config = this.communities.find(community);
    const user = await this.users.byId(tenant, id);
    if (!config || !(user?.banned || user?.denied) || !this.provider.isOn(config)) return;
    const row = await this.rows.openWeb(tenant, id);
    if (row?.state === 'initiated') await this.checkout.giveUp(config, row);
    else if (row) await this.changes.endRenewals({ tenant, user, config });
  }
}
