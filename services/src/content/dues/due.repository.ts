import { Injectable } from '@nestjs/common';
import { maxDues } from '@paddock/contract/calls/dues';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { type InSession, type NewRow, TenantRepository } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { type DueRow, dueSchema, type DueSums, noSums, type ReminderAnswer } from './due.schema.js';

/** The editable fields of a due. */
export type DueFields = Pick<DueRow, 'title' | 'desc' | 'amount' | 'currency' | 'users' | 'groups' | 'reminders'> & {
  payable_until: string | undefined;
};
type NewDue = Pick<NewRow<DueRow>, '_id' | 'author' | 'client_id'>;

/** Answers that are kept for resends. */
const maxAnswers = 20;

@Injectable()
export class DueRepository extends TenantRepository<DueRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'dues', dueSchema);
  }

  /** The oldest first. */
  all(tenant: Tenant): Promise<DueRow[]> {
    return this.find(tenant, {}, { sort: { _id: 1 }, limit: maxDues });
  }

  byId(tenant: Tenant, id: string, options: InSession = {}): Promise<DueRow | null> {
    return this.findOne(tenant, { _id: id }, options);
  }

  byClientId(tenant: Tenant, author: string, clientId: string, options: InSession = {}): Promise<DueRow | null> {
    return this.findOne(tenant, { author, client_id: clientId }, options);
  }

  async isFull(tenant: Tenant): Promise<boolean> {
    return (await this.count(tenant, {}, { limit: maxDues })) >= maxDues;
  }

  add(tenant: Tenant, { payable_until, ...fields }: DueFields & NewDue, options: InSession): Promise<DueRow> {
    const own = { reminder_answers: [], version: 0, begun: 0, sums: noSums, changes: 0, created: new Date() };
    return this.insert(tenant, { ...fields, ...(payable_until && { payable_until }), ...own }, options);
  }

  update(
    tenant: Tenant,
    id: string,
    { payable_until, ...fields }: DueFields,
    { isRepriced, ...options }: InSession & { isRepriced: boolean },
  ): Promise<DueRow | null> {
    const $set = { ...fields, ...(payable_until && { payable_until }) };
    // The hold of another admin, who changes the amount at the same time, stays.
    const $unset = { ...(isRepriced && { held_until: 1 }), ...(!payable_until && { payable_until: 1 }) } as never;
    return this.change(tenant, { _id: id }, { $set, $unset, $inc: { version: isRepriced ? 1 : 0 } }, options);
  }

  /** From now on no payment by card of the due begins; null if another admin changes it now. */
  hold(tenant: Tenant, id: string, until: Date, options: InSession): Promise<DueRow | null> {
    const isFree = { $or: [{ held_until: { $exists: false } }, { held_until: { $lt: new Date() } }] };
    return this.change(tenant, { _id: id, ...isFree }, { $set: { held_until: until } }, options);
  }

  async release(tenant: Tenant, id: string): Promise<void> {
    await this.change(tenant, { _id: id }, { $unset: { held_until: 1 } });
  }

  /** Notes that a payment begins: a write, so that a change of the due at the same time conflicts with the caller's transaction. */
  noteBegun(tenant: Tenant, id: string, options: InSession): Promise<DueRow | null> {
    return this.change(tenant, { _id: id }, { $inc: { begun: 1 } }, options);
  }

  addSums(tenant: Tenant, id: string, sums: Partial<DueSums>, options: InSession): Promise<DueRow | null> {
    const entries = Object.entries(sums).map(([name, by]) => [`sums.${name}`, by] as const);
    return this.change(tenant, { _id: id }, { $inc: { ...Object.fromEntries(entries), changes: 1 } }, options);
  }

  /** Notes that the job reminds on a day; null if it did. */
  startReminding(tenant: Tenant, id: string, day: string, options: InSession): Promise<DueRow | null> {
    return this.change(tenant, { _id: id, reminded_day: { $ne: day } }, { $set: { reminded_day: day } }, options);
  }

  async addAnswer(tenant: Tenant, id: string, answer: ReminderAnswer, options: InSession): Promise<void> {
    const reminder_answers = { $each: [answer], $slice: -maxAnswers };
    await this.change(tenant, { _id: id }, { $push: { reminder_answers } }, options);
  }

  async delete(tenant: Tenant, id: string, options: InSession): Promise<boolean> {
    return (await this.remove(tenant, { _id: id }, options)) > 0;
  }

  /** The dues of every workplace that are payable until one of these days, and have reminders. */
  async reminding(tenant: Tenant, from: string, to: string): Promise<{ place: Tenant; rows: DueRow[] }[]> {
    const filter = { payable_until: { $gte: from, $lte: to }, 'reminders.0': { $exists: true } };
    return this.findByTenant(tenant, filter);
  }

  /** The dues of all workplaces that name a member, or that they wrote. */
  async about(tenant: Tenant, user: string): Promise<DueRow[]> {
    return this.findEverywhere(tenant, { $or: [{ users: user }, { author: user }] });
  }

  /** The last name of a due stays, though its id leads nowhere: a due that names no one is owed by all. */
  async forget(tenant: Tenant, { users, groups }: { users?: string; groups?: string }): Promise<void> {
    const named = (field: 'users' | 'groups', at: number) => ({ [`${field}.${at}`]: { $exists: true } });
    for (const place of await this.tenantsWithRows(tenant)) {
      if (users)
        await this.changeAll(
          place,
          { users, $or: [named('users', 1), named('groups', 0)] },
          {
            $pull: { users },
          },
        );
      if (groups)
        await this.changeAll(
          place,
          { groups, $or: [named('groups', 1), named('users', 0)] },
          {
            $pull: { groups },
          },
        );
    }
  }
}
