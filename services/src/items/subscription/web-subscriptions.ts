import { Injectable } from '@nestjs/common';
import type { Deployment } from '@paddock/contract/core/deployment';
import type { ClientSession } from 'mongodb';
import type Stripe from 'stripe';
import { asking, CardProvider, isMissing } from '../../community/payments/card-provider.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { EffectivePlan } from './effective-plan.js';
import { SubscriptionChanges } from './subscription-changes.js';
import { type SubscriptionChange, SubscriptionRepository } from './subscription.repository.js';
import type { StoredState } from './subscription.schema.js';

const maxAttempts = 5;

/** What the provider said of a subscription, and the version of its row when it was asked. */
export interface ReadSubscription {
  remote: Stripe.Subscription;
  version: number | undefined;
}

/**
 * Takes over the state of subscriptions from the provider. Its events come in any order and more than once, so none of them is
 * believed: each is a reason to read the present state.
 */
@Injectable()
export class WebSubscriptions {
  constructor(
    private readonly rows: SubscriptionRepository,
    private readonly effective: EffectivePlan,
    private readonly provider: CardProvider,
    private readonly mongo: Mongo,
    private readonly changes: SubscriptionChanges,
  ) {}

  isOn(config: Deployment): boolean {
    return this.provider.isOn(config);
  }

  /** @throws WEB_SUBSCRIPTION_ERROR */
  read(config: Deployment, ref: string): Promise<ReadSubscription> {
    return asking('WEB_SUBSCRIPTION_ERROR', () => this.ask(config, ref));
  }

  private async ask(config: Deployment, ref: string): Promise<ReadSubscription> {
    const row = await this.rows.byRef(tenantOf(config.id), ref);
    const { stripe, options } = this.provider.of(config);
    const remote = await stripe.subscriptions.retrieve(ref, {}, options);
    return { remote, version: row?.version };
  }

  /**
   * A subscription of other keys, as those of the test mode, ends with its paid time: nothing renews it.
   *
   * @throws the error for any other subscription
   */
  private async endForgotten(config: Deployment, ref: string, error: unknown): Promise<undefined> {
    const tenant = tenantOf(config.id);
    const isEnded = await this.mongo.transaction(async (session) => {
      const row = await this.rows.byRef(tenant, ref, { session });
      if (!isMissing(error) || !row?.until || row.until > new Date()) return false;
      const after = await this.rows.update(tenant, row, { plan: row.plan, state: 'ended' }, { session });
      if (!after) return false;
      await this.effective.apply(tenant, row.user, session);
      await this.changes.announce(tenant, row.state, after, session);
      return true;
    });
    if (!isEnded) await asking('WEB_SUBSCRIPTION_ERROR', () => Promise.reject(error as Error));
  }

  /** Reads a subscription and stores its state. @throws WEB_SUBSCRIPTION_ERROR; SERVICE_UNAVAILABLE while others store it all the time */
  async sync(config: Deployment, ref: string): Promise<void> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const read = await this.ask(config, ref).catch((error: unknown) => this.endForgotten(config, ref, error));
      if (!read) return;
      if (await this.mongo.transaction((session) => this.store(config, read, session))) return;
    }
    throw new PaddockError('SERVICE_UNAVAILABLE');
  }

  /** False if the row has changed since it was read: what was read may be older. */
  async store(config: Deployment, { remote, version }: ReadSubscription, session: ClientSession): Promise<boolean> {
    const tenant = tenantOf(config.id);
    const { user } = remote.metadata;
    if (user === undefined || remote.metadata['community'] !== config.id) return true;
    const row = await this.rows.byRef(tenant, remote.id, { session });
    if (row?.version !== version) return false;
    await this.effective.keepFormer(tenant, user, session);
    const before = row ?? (await this.purchaseOf(tenant, remote, session));
    const change = { ref: remote.id, customer: idOf(remote.customer), ...stateOf(remote) };
    const after = before
      ? await this.rows.update(tenant, before, change, { session })
      : await this.rows.add(tenant, { user, source: 'web', ...present(change) }, { session });
    if (!after) return false;
    await this.effective.apply(tenant, user, session);
    await this.changes.announce(tenant, before?.state, after, session);
    return true;
  }

  private async purchaseOf(tenant: Tenant, { metadata }: Stripe.Subscription, session: ClientSession) {
    const open = await this.rows.openWeb(tenant, metadata['user']!, { session });
    return open?.state === 'initiated' ? open : undefined;
  }
}

/** The state of a row from that of the provider's subscription. */
function stateOf({ status, items, metadata, cancel_at_period_end: ends }: Stripe.Subscription): SubscriptionChange {
  const period = items.data[0];
  const [from, until] = [period?.current_period_start ?? 0, period?.current_period_end];
  // A downgrade is due at the end of the time that was paid at the higher price.
  const { plan = '', next = '', next_from = '' } = metadata;
  const isDue = next !== '' && from >= Number(next_from);
  const state: StoredState =
    status === 'active' || status === 'trialing' ? (ends ? 'cancelled' : 'active') : (states[status] ?? 'ended');
  return {
    plan: isDue ? next : plan,
    next: next !== '' && !isDue ? next : undefined,
    state,
    until: until === undefined ? undefined : new Date(until * 1000),
    checkout: undefined,
  };
}

const states: Partial<Record<Stripe.Subscription.Status, StoredState>> = { past_due: 'grace', incomplete: 'initiated' };

export const idOf = (of: string | { id: string }): string => (typeof of === 'string' ? of : of.id);

function present(change: SubscriptionChange & { ref: string; customer: string }) {
  const { plan, state, ref, customer, until, next } = change;
  return { plan, state, ref, customer, ...(until && { until }), ...(next && { next }) };
}
