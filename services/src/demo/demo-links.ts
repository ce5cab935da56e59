import { randomUUID } from 'node:crypto';
import type { LinkRow } from '../content/links/link.schema.js';
import type { ItemRow } from '../items/item.schema.js';
import { newId } from '../infrastructure/mongo/row.js';
import type { NewRow } from '../infrastructure/mongo/tenant-repository.js';
import type { UserRow } from '../community/users/user.schema.js';
import type { DemoContent } from './demo-content.js';
import type { DemoPicture } from './demo-picture.js';

interface Links {
  rows: NewRow<LinkRow>[];
  /** Each with the row that gets its id once it is stored. */
  documents: (DemoPicture & { row: NewRow<LinkRow> })[];
}

/** The links of each workplace, written by the super admin. */
export function demoLinks(
  { links }: Pick<DemoContent, 'links'>,
  items: readonly NewRow<ItemRow>[],
  users: ReadonlyMap<string, NewRow<UserRow>>,
  now: Date,
): { of: (workplace: string) => Links } {
  const author = [...users.values()].find(({ admin }) => admin)?._id ?? '';
  const made = new Map<string, Links>();
  for (const { workplace, document, plan, ...link } of links) {
    const subscription = items.find(({ type, title }) => type === 'subscription' && title === plan)?._id;
    if (plan !== undefined && !subscription) throw new Error(`demo content: no plan '${plan}'`);
    const _id = newId();
    const row: NewRow<LinkRow> = {
      ...{ _id, ...link, author, client_id: randomUUID(), created: now },
      ...(subscription !== undefined && { subscription }),
    };
    const own = made.get(workplace) ?? { rows: [], documents: [] };
    own.rows.push(row);
    if (document !== undefined)
      own.documents.push({
        ...{ row, file: document, folder: 'documents', owner: author, images: [], address: '' },
        of: { kind: 'link', id: _id },
      });
    made.set(workplace, own);
  }
  return { of: (workplace) => made.get(workplace) ?? { rows: [], documents: [] } };
}
