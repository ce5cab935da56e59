import { Injectable } from '@nestjs/common';
import type { PlanSource } from '@paddock/contract/calls/subscription';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { type InSession, type NewRow, TenantRepository } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { subscriptionSchema, type SubscriptionRow } from './subscription.schema.js';

/** What a change sets; `undefined` removes a field. */
export type SubscriptionChange = Pick<SubscriptionRow, 'plan' | 'state'> & {
  [K in 'ref' | 'until' | 'next' | 'customer' | 'checkout']?: SubscriptionRow[K] | undefined;
};

const sold: readonly PlanSource[] = ['web', 'ios', 'android'];
const maxRows = 100;

@Injectable()
export class SubscriptionRepository extends TenantRepository<SubscriptionRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'subscriptions', subscriptionSchema);
  }

  byRef(tenant: Tenant, ref: string, options: InSession = {}): Promise<SubscriptionRow | null> {
    return this.findOne(tenant, { ref }, options);
  }

  /** Newest first; ended ones only in the export. */
  ofMember(tenant: Tenant, user: string, options: InSession & { ended?: true } = {}): Promise<SubscriptionRow[]> {
    const { ended, ...rest } = options;
    const state = ended ? {} : { state: { $ne: 'ended' as const } };
    return this.find(tenant, { user, ...state }, { sort: { _id: -1 }, limit: maxRows, ...rest });
  }

  /** Writes what {@link ofMember} reads: two transactions that end one of a member's subscriptions each would both see the other one. */
  async lockOfMember(tenant: Tenant, user: string, options: InSession): Promise<void> {
    await this.changeAll(tenant, { user, state: { $ne: 'ended' } }, { $inc: { derived: 1 } }, options);
  }

  /** The member's subscription on the web, or the purchase of one. */
  openWeb(tenant: Tenant, user: string, options: InSession = {}): Promise<SubscriptionRow | null> {
    return this.findOne(tenant, { user, open: 'web' }, options);
  }

  /** Members whose subscription on the web renews, or is being bought. */
  async *webMembers(tenant: Tenant): AsyncGenerator<string> {
    for await (const { user, state } of this.each(tenant, { open: 'web' }, '_id'))
      if (state !== 'cancelled') yield user;
  }

  /** The provider's customer of a member, also of an earlier subscription. */
  async customerOf(tenant: Tenant, user: string): Promise<string | undefined> {
    const [row] = await this.find(tenant, { user, customer: { $exists: true } }, { sort: { _id: -1 }, limit: 1 });
    return row?.customer;
  }

  async isSold(tenant: Tenant, plan: string, options: InSession): Promise<boolean> {
    const filter = { $or: [{ plan }, { next: plan }], state: { $ne: 'ended' as const }, source: { $in: [...sold] } };
    return (await this.findOne(tenant, filter, options)) !== null;
  }

  async endAssigned(tenant: Tenant, plan: string, options: InSession): Promise<void> {
    await this.changeAll(tenant, { plan, source: 'internal' }, { $set: { state: 'ended' } }, options);
  }

  /** Purchases without an end that began before `since`, and subscriptions whose paid time ended before: some of each source. */
  async unsettled(tenant: Tenant, since: Date): Promise<SubscriptionRow[]> {
    const filter = {
      $or: [
        { state: 'initiated' as const, created: { $lt: since } },
        { state: { $in: ['active' as const, 'cancelled' as const, 'grace' as const] }, until: { $lt: since } },
      ],
    };
    const options = { sort: { _id: 1 }, limit: maxRows } as const;
    // A store that does not answer leaves its rows unsettled, and would fill a common page with them.
    return (await Promise.all(sold.map((source) => this.find(tenant, { ...filter, source }, options)))).flat();
  }

  async add(
    tenant: Tenant,
    row: Omit<NewRow<SubscriptionRow>, '_id' | 'version' | 'created' | 'open'>,
    options: InSession,
  ): Promise<SubscriptionRow> {
    // A second purchase fails. A second subscription that the provider has is stored: it may be the one that is paid.
    const isOpen = row.state === 'initiated' || (await this.isFree(tenant, row, options));
    const open = row.source === 'web' && row.state !== 'ended' && isOpen ? { open: 'web' } : {};
    return this.insert(tenant, { _id: newId(), version: 1, created: new Date(), ...open, ...row }, options);
  }

  /** Null if the row has changed since it was read. */
  async update(tenant: Tenant, row: SubscriptionRow, change: SubscriptionChange, options: InSession) {
    const entries = Object.entries(change);
    // Ended ones begin again: the provider ends an unpaid subscription for us, and its member pays later.
    const begins = row.state === 'ended' && change.state !== 'ended' && (await this.isFree(tenant, row, options));
    const $set = {
      ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
      ...(begins && { open: 'web' }),
    };
    const gone = entries.flatMap(([name, value]) => (value === undefined ? [name] : []));
    const $unset = Object.fromEntries(
      [...gone, ...(change.state === 'ended' ? ['open'] : [])].map((name) => [name, 1]),
    );
    const { _id, version } = row;
    return this.change(tenant, { _id, version }, { $set, $unset, $inc: { version: 1 } } as never, options);
  }

  private async isFree(tenant: Tenant, { user, source }: Pick<SubscriptionRow, 'user' | 'source'>, options: InSession) {
    return source === 'web' && !(await this.openWeb(tenant, user, options));
  }

  async forget(tenant: Tenant, user: string): Promise<void> {
    await this.remove(tenant, { user });
  }
}
