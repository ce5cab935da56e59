import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { asking, CardProvider, isMissing, type ProviderAccess } from '../../community/payments/card-provider.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { SubscriptionRepository } from './subscription.repository.js';
import type { SubscriptionRow } from './subscription.schema.js';
import { idOf } from './web-subscriptions.js';

/** Exports a member's subscriptions. Erasure cancels them at the provider first: a deleted member must not be charged (ADR 0018). */
@Injectable()
export class SubscriptionPersonalData implements OnModuleInit {
  constructor(
    private readonly rows: SubscriptionRepository,
    private readonly provider: CardProvider,
    private readonly communities: Communities,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('export', 'subscription', async (tenant, { _id: user }) => ({
      subscriptions: (await this.rows.ofMember(tenant, user, { ended: true })).map(
        ({ source, plan, state, until, next, created }) => ({ source, plan, state, until, next, created }),
      ),
    }));
    this.extensions.provide('forget', 'subscription', async (tenant, { _id: user }) => {
      await this.cancel(tenant, user);
      await this.rows.forget(tenant, user);
    });
  }

  private async cancel(tenant: Tenant, user: string): Promise<void> {
    const config = this.communities.find(tenant.community);
    if (!config || !this.provider.isOn(config)) return;
    // Ended ones too: an unpaid subscription begins again once its invoice is paid.
    const rows = (await this.rows.ofMember(tenant, user, { ended: true })).filter(({ source }) => source === 'web');
    const access = this.provider.of(config);
    for (const row of rows)
      await asking('WEB_SUBSCRIPTION_ERROR', () =>
        end(access, row).catch((error: unknown) => {
          // One of other keys charges nothing here.
          if (!isMissing(error)) throw error;
        }),
      );
  }
}

async function end({ stripe, options }: ProviderAccess, { ref, checkout }: SubscriptionRow): Promise<void> {
  let bought = ref.startsWith('checkout:') ? undefined : ref;
  if (bought === undefined && checkout !== undefined) {
    const { status, subscription } = await stripe.checkout.sessions.retrieve(checkout, {}, options);
    if (status === 'open') await stripe.checkout.sessions.expire(checkout, {}, options);
    // Bought in the last moment.
    if (subscription) bought = idOf(subscription);
  }
  if (bought === undefined) return;
  const { status } = await stripe.subscriptions.retrieve(bought, {}, options);
  if (status !== 'canceled') await stripe.subscriptions.cancel(bought, {}, options);
}
