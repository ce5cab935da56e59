import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type Stripe from 'stripe';
import { ProviderEvents } from '../../community/payments/provider-events.js';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { CommunityJobs } from '../../infrastructure/tenancy/community-jobs.js';
import { PlanLedger } from './plan-ledger.js';
import { SubscriptionRefresh } from './subscription-refresh.js';
import { SubscriptionRepository } from './subscription.repository.js';
import { idOf, WebSubscriptions } from './web-subscriptions.js';

const everyMs = 60_000;
const failure = 'subscriptions could not be compared with the provider';
/** Purchases and renewals that are older are read from the provider: their event was lost, or the process ended before it noted them. */
const patienceMs = 5 * 60_000;

/** Follows the provider's events about subscriptions, and reads what they missed. */
@Injectable()
export class SubscriptionEvents implements OnModuleInit {
  /** Runs it for all communities. */
  reconcile: (now?: Date) => Promise<void> = () => Promise.resolve();

  constructor(
    private readonly events: ProviderEvents,
    private readonly web: WebSubscriptions,
    private readonly rows: SubscriptionRepository,
    private readonly ledger: PlanLedger,
    private readonly communities: Communities,
    private readonly jobs: CommunityJobs,
    private readonly refreshing: SubscriptionRefresh,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit() {
    this.events.handle('plan', {
      prepare: async (event, { community }) => {
        const [ref, config] = [subscriptionOf(event), this.communities.find(community)];
        if (ref && config) await this.web.sync(config, ref);
      },
      apply: async (event, { community, user, plan }, _, session) => {
        if (event.type === 'invoice.paid')
          await this.ledger.enter(tenantOf(community), { user, plan }, event.data.object, session);
      },
    });
    this.reconcile = this.jobs.add({
      name: 'subscriptions.reconcile',
      everyMs,
      failure,
      run: async ({ community }, now) => {
        const config = this.communities.find(community);
        if (!config) return;
        for (const row of await this.rows.unsettled(tenantOf(community), new Date(+now - patienceMs)))
          await this.refreshing
            .readAgain(config, row)
            .catch((err: unknown) => this.logger.warn({ module: 'subscriptions', community, err }, failure));
      },
    });
  }
}

/** The subscription that an event is about. */
function subscriptionOf({ type, data: { object } }: Stripe.Event): string | undefined {
  if (type.startsWith('customer.subscription.')) return (object as Stripe.Subscription).id;
  if (type.startsWith('checkout.session.')) {
    const { subscription } = object as Stripe.Checkout.Session;
    return subscription ? idOf(subscription) : undefined;
  }
  if (!type.startsWith('invoice.')) return undefined;
  const of = (object as Stripe.Invoice).parent?.subscription_details?.subscription;
  return of ? idOf(of) : undefined;
}
