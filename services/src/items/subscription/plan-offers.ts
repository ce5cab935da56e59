import { Injectable } from '@nestjs/common';
import type { CallReply } from '@paddock/contract/core/call';
import type { Deployment } from '@paddock/contract/core/deployment';
import { payLabel } from '@paddock/contract/core/money';
import type { CurrentSubscription, Plan, readSubscription } from '@paddock/contract/calls/subscription';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { CardProvider } from '../../community/payments/card-provider.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { sha256 } from '../../infrastructure/sha256.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { ItemRepository } from '../item.repository.js';
import type { ItemRow } from '../item.schema.js';
import { EffectivePlan } from './effective-plan.js';
import { SubscriptionRepository } from './subscription.repository.js';
import type { SubscriptionRow } from './subscription.schema.js';

/** A plan that is sold on the web. */
export type SoldPlan = ItemRow & { amount: number; currency: string };

/** Which plans a member can have, and how. */
@Injectable()
export class PlanOffers {
  constructor(
    private readonly items: ItemRepository,
    private readonly rows: SubscriptionRepository,
    private readonly effective: EffectivePlan,
    private readonly provider: CardProvider,
  ) {}

  async read({
    tenant,
    user,
    config,
  }: Pick<SignedInCaller, 'tenant' | 'user' | 'config'>): Promise<CallReply<typeof readSubscription>> {
    const place = tenantOf(tenant.community);
    const [plans, rows, held] = await Promise.all([
      this.items.ofType(place, 'subscription'),
      this.rows.ofMember(place, user._id),
      this.effective.held(place, user._id),
    ]);
    const initiated = rows.find(({ state }) => state === 'initiated');
    const others = rows.filter(({ _id, state }) => state !== 'initiated' && _id !== held?.row._id);
    const current = held?.row.plan ?? user.subscription;
    const own = new Set([current, ...others.map(({ plan }) => plan)]);
    const shown = plans.filter(({ _id, hidden }) => !hidden || own.has(_id));
    shown.sort((a, b) => (a.amount ?? 0) - (b.amount ?? 0));
    return {
      plans: shown.map((row) => this.view(row, config, { current, initiated: initiated?.plan })),
      subscription: currentOf(held?.row ?? initiated, user.subscription),
      others: others.flatMap((row) => currentOf(row, undefined) ?? []),
      store_account: storeAccount(place, user._id),
    };
  }

  /** @throws NOT_FOUND for a plan that does not exist, is hidden or is assigned by admins only; NO_NAVIGATOR_STORE for one of the stores */
  async sold(tenant: Tenant, config: Deployment, id: string): Promise<SoldPlan> {
    const row = await this.items.byId(tenant, id);
    const ways = row?.type === 'subscription' ? this.waysTo(row, config) : [];
    if (ways.includes('store') && !ways.includes('web')) throw new PaddockError('NO_NAVIGATOR_STORE');
    if (!ways.includes('web')) throw new PaddockError('NOT_FOUND');
    return row as SoldPlan;
  }

  /** Whether the plan costs more than the assigned one; a purchase of any other plan would not change what the member may use. */
  async isBetter(tenant: Tenant, plan: SoldPlan, assigned: string | undefined): Promise<boolean> {
    const row = assigned === undefined ? null : await this.items.byId(tenant, assigned);
    return plan.amount > (row?.amount ?? 0);
  }

  private view(
    row: ItemRow,
    config: Deployment,
    { current, initiated }: { current?: string; initiated?: string },
  ): Plan {
    const { _id: id, title, description, amount = 0, currency, interval = 'month', additional_id } = row;
    return {
      ...{ id, title, description, amount, currency, interval, additional_id },
      priceText: currency === undefined ? '' : payLabel(amount, currency),
      sold: this.waysTo(row, config),
      current: id === current,
      ...(id === initiated && { state: 'initiated' as const }),
    };
  }

  /** '0' is managed outside the stores (A §3): admins assign it. */
  private waysTo({ additional_id: product, amount = 0, currency, hidden }: ItemRow, config: Deployment): Plan['sold'] {
    if (hidden || product === '0' || amount === 0 || currency === undefined) return [];
    const { web_subscriptions, in_app_subscriptions } = config.flags;
    return [
      ...(web_subscriptions && this.provider.isOn(config) ? (['web'] as const) : []),
      ...(in_app_subscriptions && product ? (['store'] as const) : []),
    ];
  }
}

/** A plan without a row was assigned before subscriptions were stored. */
function currentOf(row: SubscriptionRow | undefined, assigned: string | undefined): CurrentSubscription | undefined {
  if (!row) return assigned === undefined ? undefined : { plan: assigned, source: 'internal', state: 'active' };
  const { plan, source, state, until, next } = row;
  if (state === 'ended') return undefined;
  return { plan, source, state, ...(until && { until: until.toISOString() }), ...(next && { next }) };
}

/** A UUID that the stores keep with a purchase; it says nothing about the member. */
export function storeAccount({ community }: Tenant, user: string): string {
  const hex = sha256(`store ${community} ${user}`);
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
