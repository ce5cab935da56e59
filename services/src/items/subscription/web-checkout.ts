import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { beginCheckout, openBillingPortal } from '@paddock/contract/calls/subscription';
import type Stripe from 'stripe';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { asking, CardProvider, isMissing } from '../../community/payments/card-provider.js';
import { toProviderAmount } from '../../community/payments/provider-amounts.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { CommunityAddress } from '../../infrastructure/links/community-address.js';
import { isDuplicateKey, Mongo } from '../../infrastructure/mongo/mongo.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { digestOf } from './digest.js';
import { EffectivePlan } from './effective-plan.js';
import { PlanOffers, type SoldPlan } from './plan-offers.js';
import { SubscriptionRepository } from './subscription.repository.js';
import type { SubscriptionRow } from './subscription.schema.js';
import { idOf, WebSubscriptions } from './web-subscriptions.js';

/** Where the provider's pages lead back to. */
const backTo = { required: '/#/subscription_required', settings: '/#/main/settings/subscription' } as const;

/** Longer than the provider takes to make a purchase; an older one without a page is of a process that ended. */
const makingMs = 60_000;

/** Purchases of plans on the provider's own page. A member has one at a time; an index of the rows holds it. */
@Injectable()
export class WebCheckout {
  constructor(
    private readonly offers: PlanOffers,
    private readonly rows: SubscriptionRepository,
    private readonly effective: EffectivePlan,
    private readonly web: WebSubscriptions,
    private readonly provider: CardProvider,
    private readonly address: CommunityAddress,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  /** @throws NOT_FOUND, NO_NAVIGATOR_STORE, CONFLICT, WEB_SUBSCRIPTION_ERROR */
  async begin(
    caller: SignedInCaller,
    { plan: id, back }: CallArguments<typeof beginCheckout>,
  ): Promise<CallReply<typeof beginCheckout>> {
    const tenant = tenantOf(caller.tenant.community);
    const plan = await this.offers.sold(tenant, caller.config, id);
    const rows = await this.rows.ofMember(tenant, caller.user._id);
    if (rows.some(({ source, state }) => source !== 'internal' && state !== 'initiated'))
      throw new PaddockError('CONFLICT');
    // The assigned plan would go on counting: the member would pay for nothing.
    if (!(await this.offers.isBetter(tenant, plan, caller.user.subscription))) throw new PaddockError('CONFLICT');
    const open = await this.rows.openWeb(tenant, caller.user._id);
    const known = open && (await this.continued(caller, tenant, open, plan));
    if (known) return { url: known };
    const row = await this.reserve(tenant, caller.user._id, id);
    try {
      const { url, id: checkout, customer } = await this.session(caller, row, plan, back);
      const stored = await this.mongo.transaction(async (session) => {
        const { user, plan, state } = row;
        const change = { plan, state, checkout, customer: customer === null ? undefined : idOf(customer) };
        // The member may have been banned while the provider made the page.
        await this.outbox.add(session, { kind: 'SubscriptionChanged', tenant, user, plan });
        return this.rows.update(tenant, row, change, { session });
      });
      if (stored) return { url: url! };
      // It took so long that another window gave the purchase up: a second page would sell the plan twice.
      await this.expire(caller.config, checkout);
      throw new PaddockError('CONFLICT');
    } catch (error) {
      await this.end(tenant, row);
      throw error;
    }
  }

  /** The page for cards and invoices. @throws NOT_FOUND without a subscription on the web */
  async portal({ tenant, user, config }: SignedInCaller): Promise<CallReply<typeof openBillingPortal>> {
    const customer = await this.rows.customerOf(tenantOf(tenant.community), user._id);
    if (customer === undefined) throw new PaddockError('NOT_FOUND');
    const { stripe, options } = this.provider.of(config);
    const return_url = this.address.page(tenant.community, backTo.settings);
    const { url } = await asking('WEB_SUBSCRIPTION_ERROR', () =>
      stripe.billingPortal.sessions.create({ customer, return_url }, options),
    );
    return { url };
  }

  /** Closes the page of a purchase that is under way. */
  async giveUp(config: SignedInCaller['config'], row: SubscriptionRow): Promise<void> {
    if ((await this.sessionOf(config, row))?.status === 'open') await this.expire(config, row.checkout!);
    await this.settle(config, row);
  }

  /** Takes over what became of a purchase; false while its page is open or is being made. */
  async settle(config: SignedInCaller['config'], row: SubscriptionRow): Promise<boolean> {
    const tenant = tenantOf(config.id);
    if (isBeingMade(row)) return false;
    const session = await this.sessionOf(config, row);
    if (session?.status === 'open') return false;
    if (session?.status === 'complete' && session.subscription) await this.web.sync(config, idOf(session.subscription));
    else await this.end(tenant, row);
    return true;
  }

  /** The address of a purchase of the same plan that is under way. Another one is given up, and one at a former price. */
  private async continued(caller: SignedInCaller, tenant: Tenant, open: SubscriptionRow, plan: SoldPlan) {
    if (isBeingMade(open)) throw new PaddockError('CONFLICT');
    const session = await this.sessionOf(caller.config, open);
    const isSame = open.plan === plan._id && session?.currency === plan.currency.toLowerCase();
    if (session?.status === 'open' && isSame && session.amount_total === toProviderAmount(plan.amount, plan.currency))
      return session.url ?? undefined;
    if (session?.status === 'open') {
      await this.expire(caller.config, session.id);
      await this.end(tenant, open);
      return undefined;
    }
    await this.settle(caller.config, open);
    if (session?.status === 'complete') throw new PaddockError('CONFLICT');
    return undefined;
  }

  private async sessionOf(config: SignedInCaller['config'], { checkout }: SubscriptionRow) {
    if (checkout === undefined) return undefined;
    const { stripe, options } = this.provider.of(config);
    return asking('WEB_SUBSCRIPTION_ERROR', () => stripe.checkout.sessions.retrieve(checkout, {}, options));
  }

  private async expire(config: SignedInCaller['config'], checkout: string): Promise<void> {
    const { stripe, options } = this.provider.of(config);
    await asking('WEB_SUBSCRIPTION_ERROR', () => stripe.checkout.sessions.expire(checkout, {}, options));
  }

  private async reserve(tenant: Tenant, user: string, plan: string): Promise<SubscriptionRow> {
    try {
      return await this.mongo.transaction(async (session) => {
        await this.effective.keepFormer(tenant, user, session);
        const ref = `checkout:${crypto.randomUUID()}`;
        const row = await this.rows.add(tenant, { user, source: 'web', plan, state: 'initiated', ref }, { session });
        await this.outbox.add(session, { kind: 'SubscriptionChanged', tenant, user, plan });
        return row;
      });
    } catch (error) {
      // Another window began at the same time.
      throw isDuplicateKey(error) ? new PaddockError('CONFLICT') : error;
    }
  }

  private async end(tenant: Tenant, row: SubscriptionRow): Promise<void> {
    const { user, plan } = row;
    await this.mongo.transaction(async (session) => {
      const now = await this.rows.byRef(tenant, row.ref, { session });
      if (now?.state !== 'initiated') return;
      await this.rows.update(tenant, now, { plan, state: 'ended' }, { session });
      await this.outbox.add(session, { kind: 'SubscriptionChanged', tenant, user, plan });
    });
  }

  /** A repeated request of the same purchase returns the same session: the row's id is its key. */
  private async session(
    { config, user }: SignedInCaller,
    row: SubscriptionRow,
    { _id, title, amount, currency, interval = 'month' }: SoldPlan,
    back: keyof typeof backTo,
  ): Promise<Stripe.Checkout.Session> {
    const { stripe, options } = this.provider.of(config);
    const metadata = { kind: 'plan', community: config.id, user: user._id, plan: _id };
    const customer = await this.customer({ config, user });
    const price_data = {
      currency: currency.toLowerCase(),
      unit_amount: toProviderAmount(amount, currency),
      recurring: { interval },
      product_data: { name: title },
    };
    const origin = this.address.origin(config.id);
    return asking('WEB_SUBSCRIPTION_ERROR', () =>
      stripe.checkout.sessions.create(
        {
          ...{ mode: 'subscription', customer, client_reference_id: user._id, metadata },
          line_items: [{ quantity: 1, price_data }],
          subscription_data: { metadata },
          success_url: `${origin}${backTo[back]}`,
          cancel_url: `${origin}${backTo[back]}`,
        },
        { ...options, idempotencyKey: `checkout-${row._id}` },
      ),
    );
  }

  /** False for a customer who was deleted at the provider, or made with other keys, as those of the test mode. */
  private isKnown(config: SignedInCaller['config'], customer: string): Promise<boolean> {
    const { stripe, options } = this.provider.of(config);
    return asking('WEB_SUBSCRIPTION_ERROR', async () => {
      try {
        return !(await stripe.customers.retrieve(customer, {}, options)).deleted;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    });
  }

  private async customer({ config, user }: Pick<SignedInCaller, 'config' | 'user'>): Promise<string> {
    const { stripe, options } = this.provider.of(config);
    const known = await this.rows.customerOf(tenantOf(config.id), user._id);
    if (known !== undefined && (await this.isKnown(config, known))) return known;
    const metadata = { community: config.id, user: user._id };
    const { id } = await asking('WEB_SUBSCRIPTION_ERROR', () =>
      stripe.customers.create(
        { email: user.email, metadata },
        { ...options, idempotencyKey: `customer-${config.id}-${user._id}-${digestOf(user.email)}` },
      ),
    );
    return id;
  }
}

/** Another window has begun it, and the provider has not answered yet. */
const isBeingMade = ({ state, ref, checkout, created }: SubscriptionRow): boolean =>
  state === 'initiated' && ref.startsWith('checkout:') && checkout === undefined && +created > Date.now() - makingMs;
