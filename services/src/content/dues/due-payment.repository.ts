import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { type InSession, type TenantFilter, TenantRepository } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { type DuePaymentRow, duePaymentSchema } from './due-payment.schema.js';

/** A member's side of a due. */
export interface DueMemberKey {
  due: string;
  user: string;
}
/** Rows that one run of a job asks about in each workplace. */
const maxChecked = 1000;
type Stored = Omit<DuePaymentRow, '_id' | 'community' | 'workplace'>;

@Injectable()
export class DuePaymentRepository extends TenantRepository<DuePaymentRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'due_payments', duePaymentSchema);
  }

  of(tenant: Tenant, { due, user }: DueMemberKey, options: InSession = {}): Promise<DuePaymentRow | null> {
    return this.findOne(tenant, { due, user }, options);
  }

  /** A member's rows in the workplace. */
  ofUser(tenant: Tenant, user: string): Promise<DuePaymentRow[]> {
    return this.find(tenant, { user });
  }

  /** Of these members. */
  ofUsers(tenant: Tenant, due: string, users: readonly string[]): Promise<DuePaymentRow[]> {
    return this.find(tenant, { due, user: { $in: [...users] } });
  }

  /** The members who no longer owe it openly, with their states: from the index alone. */
  settled(tenant: Tenant, due: string): Promise<Pick<DuePaymentRow, 'user' | 'state'>[]> {
    const state = { $in: ['paid', 'processing', 'refunded'] as DuePaymentRow['state'][] };
    return this.findParts(tenant, { due, state }, ['user', 'state']);
  }

  /** Rows whose member may have begun to pay by card. */
  begun(tenant: Tenant, due: string): Promise<DuePaymentRow[]> {
    return this.find(tenant, { due, intent: { $exists: true }, state: { $in: ['open', 'processing'] } });
  }

  /** Rows in the whole community that the provider may know more about, changed in a time. */
  async unsettled(tenant: Tenant, from: Date, to: Date): Promise<{ place: Tenant; rows: DuePaymentRow[] }[]> {
    const filter: TenantFilter<DuePaymentRow> = {
      intent: { $exists: true },
      changed: { $gte: from, $lte: to },
      $or: [{ state: { $in: ['open', 'processing'] } }, { 'orders.0': { $exists: true } }],
    };
    return this.findByTenant(tenant, filter, { limit: maxChecked });
  }

  async noteChecked(tenant: Tenant, { due, user }: DueMemberKey, checked: Date): Promise<void> {
    await this.change(tenant, { due, user }, { $set: { checked } });
  }

  /** Stores a member's side, whole. */
  async store(tenant: Tenant, { due, user }: DueMemberKey, row: Stored, options: InSession): Promise<DuePaymentRow> {
    const entries = Object.entries(row);
    const $set = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    const $unset = Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [[name, 1]] : [])));
    const update = { $set, $unset, $setOnInsert: { _id: newId() } };
    return (await this.change(tenant, { due, user }, update as never, { ...options, upsert: true }))!;
  }

  /** Notes that members were reminded. */
  async noteReminded(
    tenant: Tenant,
    due: string,
    users: readonly string[],
    { at, day }: { at: Date; day: string },
    options: InSession,
  ): Promise<void> {
    const added = { state: 'open', attempts: 0, paid_amount: 0, refunded_amount: 0, orders: [], refunds: [] } as const;
    await this.changeEach(
      tenant,
      users.map((user) => ({
        filter: { due, user },
        update: {
          $set: { reminded: at, reminded_day: day },
          $setOnInsert: { ...added, _id: newId(), changed: at } as never,
        },
        upsert: true,
      })),
      options,
    );
  }

  /** Members who were reminded on a day. */
  async remindedOn(tenant: Tenant, due: string, day: string, options: InSession): Promise<Set<string>> {
    const rows = await this.find(tenant, { due, reminded_day: day }, options);
    return new Set(rows.map(({ user }) => user));
  }

  /** Removes what is left of a deleted due: what was paid stays, for its refunds and receipts. */
  async removeUnpaid(tenant: Tenant, due: string, options: InSession): Promise<void> {
    await this.remove(tenant, { due, paid_amount: 0 }, options);
  }

  /** A member's rows in all workplaces. */
  async ofMember(tenant: Tenant, user: string): Promise<{ place: Tenant; rows: DuePaymentRow[] }[]> {
    return this.findByTenant(tenant, { user });
  }

  async removeById(tenant: Tenant, id: string, options: InSession): Promise<void> {
    await this.remove(tenant, { _id: id }, options);
  }

  async addAll(tenant: Tenant, rows: readonly Omit<DuePaymentRow, 'community' | 'workplace'>[]): Promise<void> {
    if (rows.length > 0) await this.insertAll(tenant, rows, {});
  }
}
