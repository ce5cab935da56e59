import { Inject, Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { Deployment } from '@paddock/contract/core/deployment';
import type { readOldPurchase, recordPurchase, restorePurchases } from '@paddock/contract/calls/subscription';
import type { ClientSession } from 'mongodb';
import type { SignedInCaller } from '../../../community/calls/caller.js';
import { LOGGER } from '../../../infrastructure/environment/logger-token.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import type { Logger } from '../../../infrastructure/logging/logger.js';
import { isDuplicateKey, Mongo } from '../../../infrastructure/mongo/mongo.js';
import { tenantOf, type Tenant } from '../../../infrastructure/tenancy/tenant.js';
import { ItemRepository } from '../../item.repository.js';
import { EffectivePlan } from '../effective-plan.js';
import { storeAccount } from '../plan-offers.js';
import { SubscriptionChanges } from '../subscription-changes.js';
import { SubscriptionRepository } from '../subscription.repository.js';
import type { SubscriptionRow } from '../subscription.schema.js';
import { AppleStore } from './apple-store.js';
import { GoogleStore } from './google-store.js';
import type { StoreState } from './store-state.js';

const maxAttempts = 5;
type Receipt = Pick<CallArguments<typeof recordPurchase>, 'store' | 'product' | 'receipt'>;

/** Purchases of the native stores. A device only names them; the store says what they give, and for how long. */
@Injectable()
export class StorePurchases {
  constructor(
    private readonly apple: AppleStore,
    private readonly google: GoogleStore,
    private readonly rows: SubscriptionRepository,
    private readonly items: ItemRepository,
    private readonly effective: EffectivePlan,
    private readonly changes: SubscriptionChanges,
    private readonly mongo: Mongo,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws UNKNOWN_SUBSCRIPTION, OLD_PURCHASE_TOKEN_NOT_FOUND, PURCHASE_INVALID, CONFLICT, SERVICE_UNAVAILABLE */
  async record({ config, user }: SignedInCaller, input: CallArguments<typeof recordPurchase>): Promise<void> {
    const { store, old_product: old } = input;
    const tenant = tenantOf(config.id);
    if (store === 'android' && old !== undefined && !(await this.hasBought(tenant, user._id, old)))
      throw new PaddockError('OLD_PURCHASE_TOKEN_NOT_FOUND');
    await this.takeOver(config, user._id, input);
  }

  /** What the store no longer gives is skipped. @throws as {@link record}, if none of the purchases can be restored */
  async restore(
    { config, user }: SignedInCaller,
    { purchases }: CallArguments<typeof restorePurchases>,
  ): Promise<void> {
    const results = [];
    for (const purchase of purchases)
      results.push(await this.takeOver(config, user._id, purchase).catch((error: unknown) => ({ error })));
    const failed = results.find((result) => result !== undefined);
    if (failed && results.every((result) => result !== undefined)) throw failed.error;
  }

  /** @throws OLD_PURCHASE_TOKEN_NOT_FOUND */
  async old({ config, user }: SignedInCaller): Promise<CallReply<typeof readOldPurchase>> {
    const tenant = tenantOf(config.id);
    const row = (await this.rows.ofMember(tenant, user._id)).find(({ source }) => source === 'android');
    const product = row && (await this.items.byId(tenant, row.plan))?.additional_id;
    if (!row || product === undefined) throw new PaddockError('OLD_PURCHASE_TOKEN_NOT_FOUND');
    return { product, token: row.ref.slice('android:'.length) };
  }

  /** Reads a known subscription from its store. @throws PURCHASE_INVALID, SERVICE_UNAVAILABLE */
  async sync(config: Deployment, ref: string): Promise<void> {
    const tenant = tenantOf(config.id);
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const before = await this.rows.byRef(tenant, ref);
      const state = await this.read(config.id, ref).catch((error: unknown) => endedOf(before, error));
      const row = await this.known(tenant, state);
      if (!row) return;
      if (await this.store(tenant, row.user, state, before?.version)) return this.acknowledge(config.id, state);
    }
  }

  /** Whether the community's settings say how to ask the store. */
  isOn(community: string, ref: string): boolean {
    return (ref.startsWith('ios:') ? this.apple : this.google).isOn(community);
  }

  private async takeOver(config: Deployment, user: string, receipt: Receipt): Promise<undefined> {
    const tenant = tenantOf(config.id);
    const ref = await this.refOf(config.id, receipt);
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const row = await this.rows.byRef(tenant, ref);
      const state = await this.read(config.id, ref);
      if (receipt.store === 'android' && state.product !== receipt.product) throw new PaddockError('PURCHASE_INVALID');
      const owner = storeAccount(tenant, user);
      if ((row && row.user !== user) || (state.account ?? owner).toLowerCase() !== owner)
        throw new PaddockError('CONFLICT');
      if (!row && state.state === 'ended') throw new PaddockError('PURCHASE_INVALID');
      if (!(await this.planOf(tenant, state.product))) throw new PaddockError('UNKNOWN_SUBSCRIPTION');
      if (await this.store(tenant, user, state, row?.version)) {
        await this.acknowledge(config.id, state);
        return;
      }
    }
    throw new PaddockError('SERVICE_UNAVAILABLE');
  }

  private async refOf(community: string, { store, product, receipt }: Receipt): Promise<string> {
    if (store === 'android') return `android:${receipt}`;
    const checked = await this.apple.check(community, receipt);
    if (checked.product !== product) throw new PaddockError('PURCHASE_INVALID');
    return checked.ref;
  }

  private read(community: string, ref: string): Promise<StoreState> {
    return ref.startsWith('ios:') ? this.apple.read(community, ref) : this.google.read(community, ref);
  }

  /** Its row, or that of the purchase which it replaces: Google gives a new token at each change. */
  private async known(tenant: Tenant, { ref, replaces }: StoreState): Promise<SubscriptionRow | null> {
    return (await this.rows.byRef(tenant, ref)) ?? (replaces ? this.rows.byRef(tenant, replaces) : null);
  }

  /** False if the row has changed since it was read: what was read may be older. */
  private async store(tenant: Tenant, user: string, state: StoreState, version: number | undefined): Promise<boolean> {
    const [plan, next] = await Promise.all([this.planOf(tenant, state.product), this.planOf(tenant, state.next)]);
    try {
      return await this.mongo.transaction(async (session) => {
        const row = await this.rows.byRef(tenant, state.ref, { session });
        if (row?.version !== version) return false;
        if (row && row.user !== user) throw new PaddockError('CONFLICT');
        const given = plan ?? row?.plan;
        if (given === undefined) return true;
        await this.effective.keepFormer(tenant, user, session);
        const { ref, state: now, until } = state;
        const source = ref.startsWith('ios:') ? ('ios' as const) : ('android' as const);
        const fields = { plan: given, state: now, ...(until && { until }) };
        const after = row
          ? await this.rows.update(tenant, row, { ...fields, until, next }, { session })
          : await this.rows.add(tenant, { user, source, ref, ...fields, ...(next && { next }) }, { session });
        if (!after) return false;
        await this.endReplaced(tenant, user, state, session);
        await this.effective.apply(tenant, user, session);
        await this.changes.announce(tenant, row?.state, after, session);
        return true;
      });
    } catch (error) {
      // Another window recorded the same purchase.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  private async endReplaced(
    tenant: Tenant,
    user: string,
    { replaces, state }: StoreState,
    session: ClientSession,
  ): Promise<void> {
    const old = replaces && state !== 'initiated' ? await this.rows.byRef(tenant, replaces, { session }) : null;
    if (old?.user === user && old.state !== 'ended')
      await this.rows.update(tenant, old, { plan: old.plan, state: 'ended' }, { session });
  }

  private async planOf(tenant: Tenant, product: string | undefined): Promise<string | undefined> {
    if (product === undefined || product === '0') return undefined;
    const plans = await this.items.ofType(tenant, 'subscription');
    return plans.find(({ additional_id }) => additional_id === product)?._id;
  }

  private async hasBought(tenant: Tenant, user: string, product: string): Promise<boolean> {
    const plan = await this.planOf(tenant, product);
    const rows = await this.rows.ofMember(tenant, user, { ended: true });
    return rows.some((row) => row.source === 'android' && row.plan === plan);
  }

  /** A failure is repeated by the store's next notification, and at the next reading. */
  private async acknowledge(community: string, state: StoreState): Promise<void> {
    if (!state.isUnacknowledged || state.state === 'initiated') return;
    await this.google.acknowledge(community, state).catch((error: unknown) => {
      this.logger.warn({ module: 'subscriptions', err: error }, 'a purchase could not be acknowledged');
    });
  }
}

/** A store forgets a subscription some time after its end: what it does not know then has ended. @throws the error for any other */
function endedOf(row: SubscriptionRow | null, error: unknown): StoreState {
  const isUnknown = error instanceof PaddockError && error.code === 'PURCHASE_INVALID';
  if (!row || !isUnknown || row.until === undefined || row.until > new Date()) throw error;
  return { ref: row.ref, product: '0', state: 'ended', until: row.until };
}
