import { Injectable } from '@nestjs/common';
import type { CallReply } from '@paddock/contract/core/call';
import { payLabel } from '@paddock/contract/core/money';
import type { previewPlanChange } from '@paddock/contract/calls/subscription';
import type Stripe from 'stripe';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { asking, CardProvider } from '../../community/payments/card-provider.js';
import { fromProviderAmount, toProviderAmount } from '../../community/payments/provider-amounts.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { ItemRepository } from '../item.repository.js';
import { digestOf } from './digest.js';
import { PlanOffers, type SoldPlan } from './plan-offers.js';
import { SubscriptionRepository } from './subscription.repository.js';
import type { SubscriptionRow } from './subscription.schema.js';
import { WebSubscriptions } from './web-subscriptions.js';

type Update = Stripe.SubscriptionUpdateParams;
type Subscriber = Pick<SignedInCaller, 'tenant' | 'user' | 'config'>;

/** Another plan for a subscription. */
interface Wish {
  row: SubscriptionRow;
  remote: Stripe.Subscription;
  plan: SoldPlan;
  /** Now, with what it costs; else at the end of the paid time. */
  isAtOnce: boolean;
}

/** Changes of a subscription on the web. An upgrade and a change between month and year are charged and
 * take effect at once, a downgrade at the end of the paid time. */
@Injectable()
export class PlanChanges {
  constructor(
    private readonly offers: PlanOffers,
    private readonly items: ItemRepository,
    private readonly rows: SubscriptionRepository,
    private readonly web: WebSubscriptions,
    private readonly provider: CardProvider,
  ) {}

  /** @throws as {@link change} */
  async preview(caller: SignedInCaller, id: string): Promise<CallReply<typeof previewPlanChange>> {
    const { row, remote, plan, isAtOnce } = await this.wish(caller, id);
    const currency = plan.currency;
    if (!isAtOnce)
      return { due_now: 0, due_now_text: payLabel(0, currency), from: (row.until ?? new Date()).toISOString() };
    const asked = await this.costOf(caller, row, await this.itemsOf(caller, remote, plan));
    // The downgrade to come has changed the price already; what was paid is the present plan.
    const known =
      row.next === undefined ? 0 : await this.costOf(caller, row, await this.paidItems(caller, row, remote));
    const due_now = Math.max(0, fromProviderAmount(asked - known, currency));
    return { due_now, due_now_text: payLabel(due_now, currency), from: new Date().toISOString() };
  }

  /**
   * @throws NOT_FOUND, NO_NAVIGATOR_STORE; CONFLICT without a subscription on the web, for its own plan, or while a renewal is
   * unpaid; WEB_SUBSCRIPTION_ERROR
   */
  async change(caller: SignedInCaller, id: string): Promise<void> {
    const wish = await this.wish(caller, id);
    const { next } = wish.row;
    if (!wish.isAtOnce) return this.downgrade(caller, wish, id);
    if (next === undefined) return this.upgrade(caller, wish, id);
    // First the price that was paid, or the provider would credit the lower one.
    await this.update(caller, wish.row, await this.withoutNext(caller, wish.row, wish.remote));
    try {
      await this.upgrade(caller, await this.wish(caller, id), id);
    } catch (error) {
      await this.downgrade(caller, await this.wish(caller, next), next);
      throw error;
    }
  }

  /** At the end of the paid time. */
  async cancel(caller: Subscriber): Promise<void> {
    const row = await this.own(caller);
    if (row.state !== 'cancelled') await this.update(caller, row, { cancel_at_period_end: true });
  }

  /**
   * Ends the renewals of a member who may not use the community: at the end of the paid time, or at once while a renewal is unpaid,
   * since its payment would renew the plan.
   */
  async endRenewals(caller: Subscriber): Promise<void> {
    const row = await this.own(caller);
    if (row.state !== 'grace') return this.cancel(caller);
    const { stripe, options } = this.provider.of(caller.config);
    await asking('WEB_SUBSCRIPTION_ERROR', () => stripe.subscriptions.cancel(row.ref, {}, options));
    await this.web.sync(caller.config, row.ref);
  }

  /** Takes back a cancellation, and a downgrade to come. */
  async resume(caller: SignedInCaller): Promise<void> {
    const row = await this.own(caller);
    if (row.state !== 'cancelled' && row.next === undefined) return;
    const former =
      row.next === undefined
        ? {}
        : await this.withoutNext(caller, row, (await this.web.read(caller.config, row.ref)).remote);
    await this.update(caller, row, { cancel_at_period_end: false, ...former });
  }

  private async upgrade(caller: SignedInCaller, { row, remote, plan }: Wish, id: string): Promise<void> {
    await this.update(caller, row, {
      items: await this.itemsOf(caller, remote, plan),
      ...{ cancel_at_period_end: false, proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' },
      metadata: { plan: id, next: '', next_from: '' },
    });
  }

  private async downgrade(caller: SignedInCaller, { row, remote, plan }: Wish, id: string): Promise<void> {
    await this.update(caller, row, {
      items: await this.itemsOf(caller, remote, plan),
      ...{ cancel_at_period_end: false, proration_behavior: 'none' },
      metadata: { next: id, next_from: String(remote.items.data[0]!.current_period_end) },
    });
  }

  /** Takes back a downgrade to come. */
  private async withoutNext(
    caller: SignedInCaller,
    row: SubscriptionRow,
    remote: Stripe.Subscription,
  ): Promise<Update> {
    const items = await this.paidItems(caller, row, remote);
    return { items, proration_behavior: 'none', metadata: { next: '', next_from: '' } };
  }

  private async paidItems(caller: SignedInCaller, row: SubscriptionRow, remote: Stripe.Subscription) {
    const plan = await this.items.byId(tenantOf(caller.tenant.community), row.plan);
    if (!plan) throw new PaddockError('NOT_FOUND');
    return this.itemsOf(caller, remote, plan as SoldPlan);
  }

  /** What a change of price costs now, in the provider's unit. */
  private async costOf(
    { config }: SignedInCaller,
    { ref: subscription }: SubscriptionRow,
    items: NonNullable<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails['items']>,
  ): Promise<number> {
    const { stripe, options } = this.provider.of(config);
    const subscription_details = { items, proration_behavior: 'always_invoice' as const };
    const { amount_due } = await asking('WEB_SUBSCRIPTION_ERROR', () =>
      stripe.invoices.createPreview({ subscription, subscription_details }, options),
    );
    return amount_due;
  }

  private async wish(caller: SignedInCaller, id: string): Promise<Wish> {
    const tenant = tenantOf(caller.tenant.community);
    const [row, plan] = [await this.own(caller), await this.offers.sold(tenant, caller.config, id)];
    if (row.plan === id || row.next === id) throw new PaddockError('CONFLICT');
    const before = await this.items.byId(tenant, row.plan);
    if (before?.currency !== undefined && before.currency !== plan.currency) throw new PaddockError('CONFLICT');
    const { remote } = await this.web.read(caller.config, row.ref);
    // Paying the difference would make it active again, without the renewal that is unpaid.
    if (remote.status === 'past_due' || remote.status === 'unpaid') throw new PaddockError('CONFLICT');
    // The provider begins a new period when the interval changes: a later change would charge now and lose the rest of the paid time.
    const isOtherInterval = (plan.interval ?? 'month') !== (before?.interval ?? 'month');
    return { row, plan, remote, isAtOnce: isOtherInterval || plan.amount > (before?.amount ?? 0) };
  }

  private async own({ tenant, user }: Subscriber): Promise<SubscriptionRow> {
    const row = await this.rows.openWeb(tenantOf(tenant.community), user._id);
    if (!row || row.state === 'initiated') throw new PaddockError('CONFLICT');
    return row;
  }

  private async update(caller: Subscriber, { ref, version }: SubscriptionRow, params: Update): Promise<void> {
    const { stripe, options } = this.provider.of(caller.config);
    const key = { ...options, idempotencyKey: `${ref}-${version}-${digestOf(params)}` };
    await asking('WEB_SUBSCRIPTION_ERROR', () => stripe.subscriptions.update(ref, params, key));
    await this.web.sync(caller.config, ref);
  }

  /** The provider has a product for each plan, made at its first use. */
  private async itemsOf(
    { config }: SignedInCaller,
    remote: Stripe.Subscription,
    { _id, title, amount, currency, interval = 'month' }: SoldPlan,
  ): Promise<NonNullable<Update['items']>> {
    const { stripe, options } = this.provider.of(config);
    const product = await asking('WEB_SUBSCRIPTION_ERROR', () =>
      stripe.products.create(
        { name: title },
        { ...options, idempotencyKey: `product-${config.id}-${_id}-${digestOf(title)}` },
      ),
    );
    const unit_amount = toProviderAmount(amount, currency);
    const price_data = { currency: currency.toLowerCase(), product: product.id, unit_amount, recurring: { interval } };
    return [{ id: remote.items.data[0]!.id, price_data }];
  }
}
