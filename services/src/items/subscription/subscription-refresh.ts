import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Deployment } from '@paddock/contract/core/deployment';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { PlanLedger } from './plan-ledger.js';
import { PlanOffers } from './plan-offers.js';
import { StorePurchases } from './stores/store-purchases.js';
import { SubscriptionRepository } from './subscription.repository.js';
import type { SubscriptionRow } from './subscription.schema.js';
import { WebCheckout } from './web-checkout.js';
import { WebSubscriptions } from './web-subscriptions.js';

/** Reads a member's purchases again where they were made. */
@Injectable()
export class SubscriptionRefresh implements OnModuleInit {
  constructor(
    private readonly rows: SubscriptionRepository,
    private readonly offers: PlanOffers,
    private readonly web: WebSubscriptions,
    private readonly checkout: WebCheckout,
    private readonly ledger: PlanLedger,
    private readonly purchases: StorePurchases,
    private readonly communities: Communities,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('verify_subscription', 'items', async (tenant, user) => {
      const config = this.communities.find(tenant.community);
      if (config) await this.update(config, tenantOf(tenant.community), user);
    });
  }

  /** @throws WEB_SUBSCRIPTION_ERROR, SERVICE_UNAVAILABLE */
  async refresh(caller: SignedInCaller) {
    await this.update(caller.config, tenantOf(caller.tenant.community), caller.user._id);
    return this.offers.read(caller);
  }

  /** Reads one purchase where it was made, unless the process has no keys for that. */
  async readAgain(config: Deployment, row: SubscriptionRow): Promise<void> {
    const { source, state, ref } = row;
    if (source === 'ios' || source === 'android') {
      if (this.purchases.isOn(config.id, ref)) await this.purchases.sync(config, ref);
    } else if (source === 'web' && this.web.isOn(config)) {
      await (state === 'initiated' ? this.checkout.settle(config, row) : this.web.sync(config, ref));
      await this.ledger.catchUp(config, row.user);
    }
  }

  private async update(config: Deployment, tenant: Tenant, user: string): Promise<void> {
    const failures: unknown[] = [];
    for (const row of await this.rows.ofMember(tenant, user))
      await this.readAgain(config, row).catch((error: unknown) => failures.push(error));
    // The other purchases were read all the same.
    if (failures.length > 0) throw failures[0];
  }
}
