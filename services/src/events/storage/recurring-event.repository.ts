import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';
import { TenantRepository, type InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { EventFields } from './event-rows.js';
import { requested, writtenFields } from './event.schema.js';
import { ofMember, withoutMember } from './member-traces.js';

/**
 * One part of a recurring event (ADR 0043): what its copies have in common. `when` and `end` are those of the first place. A change of
 * the following copies starts another part with the same `root`.
 */
export interface RecurringEventRow extends WorkplaceRow, EventFields {
  root: string;
  /** An RRULE in the contract's form. */
  rule: string;
  /** Places whose copies were deleted. */
  excluded: Date[];
  /** The creator. */
  user?: string;
  /** Copies exist up to here; `ended` if there are no later places. */
  expanded: Date;
  ended: boolean;
  /** Raised by each change, so that changes follow each other. */
  version: number;
  created: Date;
}
export type NewPart = Omit<RecurringEventRow, 'community' | 'workplace' | 'version'>;

const schema = workplaceSchema<RecurringEventRow>({
  ...writtenFields,
  root: { type: String, required: true },
  rule: { type: String, required: true },
  excluded: [Date],
  user: String,
  expanded: { type: Date, required: true },
  ended: { type: Boolean, default: false },
  version: { type: Number, default: 0 },
  created: { type: Date, required: true },
});
schema.index({ community: 1, workplace: 1, root: 1 });
schema.index({ community: 1, workplace: 1, ended: 1, expanded: 1 });
schema.index({ community: 1, workplace: 1, group: 1 });
schema.index({ community: 1, workplace: 1, user: 1 });
schema.index({ community: 1, workplace: 1, organizer: 1 });
schema.index({ community: 1, workplace: 1, 'asked_organizer.user': 1 }, requested);
schema.index({ community: 1, workplace: 1, invited: 1 });

@Injectable()
export class RecurringEventRepository extends TenantRepository<RecurringEventRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'recurring_events', schema);
  }

  byId(tenant: Tenant, id: string): Promise<RecurringEventRow | null> {
    return this.findOne(tenant, { _id: id });
  }

  byIds(tenant: Tenant, ids: readonly string[]): Promise<RecurringEventRow[]> {
    return ids.length === 0 ? Promise.resolve([]) : this.find(tenant, { _id: { $in: [...ids] } });
  }

  ofRoot(tenant: Tenant, root: string): Promise<RecurringEventRow[]> {
    return this.find(tenant, { root });
  }

  /** Whether copies yet to come will show a file. */
  usesFile(tenant: Tenant, root: string, file: string): Promise<boolean> {
    return this.exists(tenant, { root, ended: false, $or: [{ images: file }, { files: file }] });
  }

  /** Recurring events that a member created, organises or is asked to organise, in all workplaces. */
  async ofMember(tenant: Tenant, user: string): Promise<RecurringEventRow[]> {
    return this.findEverywhere(tenant, ofMember(user));
  }

  /** First in a transaction that changes the part or its copies: concurrent ones follow each other. Null for a deleted part. */
  lock(tenant: Tenant, id: string, options: InSession): Promise<RecurringEventRow | null> {
    return this.change(tenant, { _id: id }, { $inc: { version: 1 } }, options);
  }

  add(tenant: Tenant, part: NewPart, options: InSession): Promise<RecurringEventRow> {
    return this.insert(tenant, { ...part, version: 0 }, options);
  }

  /** Replaces fields; `undefined` removes one. */
  async update(
    tenant: Tenant,
    id: string,
    fields: Partial<{ [K in keyof NewPart]: NewPart[K] | undefined }>,
    options: InSession = {},
  ): Promise<void> {
    const entries = Object.entries(fields);
    const $set = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    const $unset = Object.fromEntries(entries.filter(([, value]) => value === undefined).map(([name]) => [name, 1]));
    await this.change(tenant, { _id: id }, { $set, $unset } as never, options);
  }

  async exclude(tenant: Tenant, id: string, place: Date, options: InSession): Promise<void> {
    await this.change(tenant, { _id: id }, { $addToSet: { excluded: place }, $inc: { version: 1 } }, options);
  }

  async delete(tenant: Tenant, id: string, options: InSession): Promise<void> {
    await this.remove(tenant, { _id: id }, options);
  }

  /** Parts that need further copies, in all workplaces. */
  async due(tenant: Tenant, before: Date): Promise<{ place: Tenant; rows: RecurringEventRow[] }[]> {
    const filter = { ended: false, expanded: { $lt: before } };
    return this.findByTenant(tenant, filter);
  }

  async deleteOfGroup(tenant: Tenant, group: string): Promise<void> {
    await this.remove(tenant, { group });
  }

  /** Removes a member from the recurring events of all workplaces. */
  async forgetMember(tenant: Tenant, user: string): Promise<void> {
    for (const place of await this.tenantsWithRows(tenant)) {
      for (const [filter, update] of withoutMember(user)) await this.changeAll(place, filter, update);
      await this.changeAll(place, { user }, { $unset: { user: 1 } });
    }
  }
}
