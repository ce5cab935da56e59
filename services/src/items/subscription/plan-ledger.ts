import { Injectable } from '@nestjs/common';
import type { Deployment } from '@paddock/contract/core/deployment';
import type { ClientSession } from 'mongodb';
import type Stripe from 'stripe';
import { asking, CardProvider } from '../../community/payments/card-provider.js';
import { Ledger } from '../../community/payments/ledger.js';
import { fromProviderAmount } from '../../community/payments/provider-amounts.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { SubscriptionRepository } from './subscription.repository.js';

/** The newest ones: an event is lost for some days at most. */
const invoicesRead = 10;

/** Enters what members paid for plans on the web in the ledger: each invoice once. */
@Injectable()
export class PlanLedger {
  constructor(
    private readonly ledger: Ledger,
    private readonly rows: SubscriptionRepository,
    private readonly provider: CardProvider,
    private readonly mongo: Mongo,
  ) {}

  async enter(
    tenant: Tenant,
    { user, plan }: { user: string; plan?: string | undefined },
    { id, amount_paid, currency, created }: Stripe.Invoice,
    session: ClientSession,
  ): Promise<void> {
    if (amount_paid === 0) return;
    const code = currency.toUpperCase();
    await this.ledger.add(session, tenant, {
      ...{ key: `invoice:${id}`, kind: 'charge', from: `member:${user}`, to: 'provider' },
      ...{ amount: fromProviderAmount(amount_paid, code), currency: code, at: new Date(created * 1000), user },
      ...(plan !== undefined && { plan }),
    });
  }

  /** Enters a member's invoices whose events were lost. @throws WEB_SUBSCRIPTION_ERROR */
  async catchUp(config: Deployment, user: string): Promise<void> {
    const tenant = tenantOf(config.id);
    const customer = await this.rows.customerOf(tenant, user);
    if (customer === undefined) return;
    const { stripe, options } = this.provider.of(config);
    const { data } = await asking('WEB_SUBSCRIPTION_ERROR', () =>
      stripe.invoices.list({ customer, status: 'paid', limit: invoicesRead }, options),
    );
    for (const invoice of data) {
      const { community, plan, user: payer } = invoice.parent?.subscription_details?.metadata ?? {};
      if (community === config.id && payer === user)
        await this.mongo.transaction((session) => this.enter(tenant, { user, plan }, invoice, session));
    }
  }
}
