import { newClassifiedRow } from '../content/classifieds/classified.repository.js';
import type { ClassifiedRow } from '../content/classifieds/classified.schema.js';
import type { ReadStateRow } from '../community/read-states/read-state.repository.js';
import { randomUUID } from 'node:crypto';
import { hourMs } from '@paddock/contract/core/durations';
import { newId } from '../infrastructure/mongo/row.js';
import type { NewRow } from '../infrastructure/mongo/tenant-repository.js';
import type { UserRow } from '../community/users/user.schema.js';
import type { DemoContent } from './demo-content.js';
import type { DemoPicture } from './demo-picture.js';
import type { MembersOf } from './people.js';

interface Ads {
  rows: NewRow<ClassifiedRow>[];
  pictures: DemoPicture[];
  /** Members have read all but the ads of the last hour. */
  states: NewRow<ReadStateRow>[];
}

/** The ads of each workplace. */
export function demoClassifieds(
  { classifieds }: Pick<DemoContent, 'classifieds'>,
  users: ReadonlyMap<string, NewRow<UserRow>>,
  { membersOf, now }: { membersOf: MembersOf; now: Date },
): { of: (workplace: string) => Ads } {
  const made = new Map<string, Ads>();
  for (const { workplace, by, hours_ago, images: files, ...ad } of classifieds) {
    const owner = users.get(by)?._id;
    if (!owner) throw new Error(`demo content: no member for '${ad.title}'`);
    const created = new Date(now.getTime() - hours_ago * hourMs);
    // Ids ascend with the time of creation.
    const _id = Math.floor(created.getTime() / 1000).toString(16) + newId().slice(8);
    const images: string[] = [];
    const own = made.get(workplace) ?? { rows: [], pictures: [], states: statesOf(membersOf(workplace), now) };
    own.rows.push(newClassifiedRow({ _id, ...ad, images, owner, client_id: randomUUID() }, created));
    for (const file of files)
      own.pictures.push({ file, owner, of: { kind: 'classified', id: _id }, images, address: '' });
    made.set(workplace, own);
  }
  return { of: (workplace) => made.get(workplace) ?? { rows: [], pictures: [], states: [] } };
}

function statesOf(members: readonly NewRow<UserRow>[], now: Date): NewRow<ReadStateRow>[] {
  const read_until = new Date(now.getTime() - hourMs);
  return members.map(({ _id: user }) => ({ _id: newId(), user, read_until, read: [] }));
}
