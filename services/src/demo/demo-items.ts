import { randomUUID } from 'node:crypto';
import type { ItemRow } from '../items/item.schema.js';
import { newId } from '../infrastructure/mongo/row.js';
import type { NewRow } from '../infrastructure/mongo/tenant-repository.js';
import { internalRef } from '../items/subscription/effective-plan.js';
import type { SubscriptionRow } from '../items/subscription/subscription.schema.js';
import type { UserRow } from '../community/users/user.schema.js';
import type { DemoContent } from './demo-content.js';

interface DemoItems {
  items: NewRow<ItemRow>[];
  /** The plans that an admin has assigned. */
  subscriptions: NewRow<SubscriptionRow>[];
}

/** A community's plans and its list entries, written by its super admin. Gives members the plans that are assigned to them. */
export function demoItems(
  { lists, plans }: DemoContent,
  users: ReadonlyMap<string, NewRow<UserRow>>,
  now: Date,
): DemoItems {
  const author = [...users.values()].find(({ admin }) => admin)?._id ?? '';
  const fresh = () => ({ _id: newId(), author, client_id: randomUUID(), hidden: false, created: now, updated: now });
  const items: NewRow<ItemRow>[] = [];
  const subscriptions: NewRow<SubscriptionRow>[] = [];
  for (const { members, ...plan } of plans) {
    const row = { ...fresh(), ...plan, type: 'subscription' as const, subtype: '' };
    items.push(row);
    for (const name of members) {
      const member = users.get(name);
      if (!member) throw new Error(`demo content: no member '${name}' for the plan '${plan.title}'`);
      member.subscription = row._id;
      subscriptions.push({
        ...{ _id: newId(), user: member._id, source: 'internal', plan: row._id, state: 'active' },
        ...{ ref: internalRef(member._id), version: 1, created: now },
      });
    }
  }
  for (const [subtype, titles] of Object.entries(lists))
    items.push(...titles.map((title) => ({ ...fresh(), type: 'dynamic-list' as const, subtype, title })));
  return { items, subscriptions };
}
