import { randomUUID } from 'node:crypto';
import type { ItemRow } from '../items/item.schema.js';
import { newId } from '../platform/mongo/row.js';
import type { NewRow } from '../platform/mongo/tenant-repository.js';
import type { UserRow } from '../platform/users/user.schema.js';
import type { DemoContent } from './demo-content.js';

/** The entries of a community's dynamic lists, as its super admin would have written them. */
export function demoLists(
  { lists }: DemoContent,
  users: ReadonlyMap<string, NewRow<UserRow>>,
  now: Date,
): NewRow<ItemRow>[] {
  const author = [...users.values()].find(({ admin }) => admin)?._id ?? '';
  return Object.entries(lists).flatMap(([subtype, titles]) =>
    titles.map((title) => ({
      _id: newId(),
      type: 'dynamic-list' as const,
      subtype,
      author,
      client_id: randomUUID(),
      title,
      hidden: false,
      created: now,
      updated: now,
    })),
  );
}
