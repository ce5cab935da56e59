import { randomUUID } from 'node:crypto';
import type { ItemRow } from '../items/item.schema.js';
import { newId } from '../infrastructure/mongo/row.js';
import type { NewRow } from '../infrastructure/mongo/tenant-repository.js';
import type { UserRow } from '../community/users/user.schema.js';
import type { DemoContent } from './demo-content.js';

/** A community's plans, all managed outside the app stores, and its list entries, written by its super admin. */
export function demoItems(
  { lists, plans }: DemoContent,
  users: ReadonlyMap<string, NewRow<UserRow>>,
  now: Date,
): NewRow<ItemRow>[] {
  const author = [...users.values()].find(({ admin }) => admin)?._id ?? '';
  const fresh = () => ({ _id: newId(), author, client_id: randomUUID(), hidden: false, created: now, updated: now });
  const entries = Object.entries(lists).flatMap(([subtype, titles]) =>
    titles.map((title) => ({ ...fresh(), type: 'dynamic-list' as const, subtype, title })),
  );
  const offered = plans.map((plan) => ({
    ...fresh(),
    ...plan,
    type: 'subscription' as const,
    subtype: '',
    additional_id: '0',
  }));
  return [...offered, ...entries];
}
