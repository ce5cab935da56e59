import { Injectable } from '@nestjs/common';
import type { ItemType } from '@paddock/contract/calls/items';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { newId } from '../infrastructure/mongo/row.js';
import { TenantRepository, type InSession, type NewRow } from '../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { itemSchema, type ItemRow } from './item.schema.js';

const maxItems = 500;

/** The editable fields of an item; `undefined` removes a field. */
export type ItemFields = Pick<ItemRow, 'title' | 'hidden'> &
  Partial<
    Pick<
      ItemRow,
      'description' | 'amount' | 'currency' | 'interval' | 'additional_id' | 'url' | 'image' | 'crop' | 'end' | 'event'
    >
  >;

@Injectable()
export class ItemRepository extends TenantRepository<ItemRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'items', itemSchema);
  }

  byId(tenant: Tenant, id: string, options: InSession = {}): Promise<ItemRow | null> {
    return this.findOne(tenant, { _id: id }, options);
  }

  byClientId(tenant: Tenant, author: string, clientId: string): Promise<ItemRow | null> {
    return this.findOne(tenant, { author, client_id: clientId });
  }

  /** Oldest first. */
  ofType(tenant: Tenant, type: ItemType, subtype = ''): Promise<ItemRow[]> {
    return this.find(tenant, { type, subtype }, { sort: { _id: 1 }, limit: maxItems });
  }

  /** The newest home page that is not hidden and has no end or one after an instant; undefined: its end does not count. */
  async shownHome(tenant: Tenant, endsAfter: Date | undefined): Promise<ItemRow | undefined> {
    const filter = { type: 'home' as const, subtype: '', hidden: { $ne: true } };
    const open = endsAfter && { $or: [{ end: { $exists: false } }, { end: { $gt: endsAfter } }] };
    return (await this.find(tenant, { ...filter, ...open }, { sort: { _id: -1 }, limit: 1 }))[0];
  }

  add(tenant: Tenant, row: Omit<NewRow<ItemRow>, '_id' | 'created' | 'updated'>, options: InSession): Promise<ItemRow> {
    const now = new Date();
    return this.insert(tenant, { _id: newId(), created: now, updated: now, ...row }, options);
  }

  update(tenant: Tenant, id: string, fields: ItemFields, options: InSession): Promise<ItemRow | null> {
    const entries = Object.entries(fields);
    const $set = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    const $unset = Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [[name, 1]] : [])));
    return this.change(tenant, { _id: id }, { $set: { ...$set, updated: new Date() }, $unset } as never, options);
  }

  /** Records that a member gets the plan; false when it was deleted. */
  async assignPlan(tenant: Tenant, plan: string, options: InSession): Promise<boolean> {
    const filter = { _id: plan, type: 'subscription' as const };
    return (await this.change(tenant, filter, { $inc: { given: 1 } }, options)) !== null;
  }

  /** A member's items in all workplaces. */
  async ofAuthor(tenant: Tenant, author: string): Promise<ItemRow[]> {
    return this.findEverywhere(tenant, { author });
  }

  async delete(tenant: Tenant, id: string, options: InSession): Promise<boolean> {
    return (await this.remove(tenant, { _id: id }, options)) > 0;
  }
}
