import { randomUUID } from 'node:crypto';
import type { UserRow } from '../community/users/user.schema.js';
import type { AcknowledgementRow } from '../content/notices/acknowledgements/acknowledgement.repository.js';
import { newVersionRow, type VersionRow } from '../content/notices/acknowledgements/version.repository.js';
import type { SponsorMarkRow } from '../content/notices/read-mark.repository.js';
import { newSponsorRow } from '../content/notices/sponsor.repository.js';
import type { SponsorRow } from '../content/notices/sponsor.schema.js';
import { hourMs } from '@paddock/contract/core/durations';
import { newId } from '../infrastructure/mongo/row.js';
import type { NewRow } from '../infrastructure/mongo/tenant-repository.js';
import type { DemoContent } from './demo-content.js';
import type { DemoPicture } from './demo-picture.js';
import type { MembersOf } from './people.js';

type Users = ReadonlyMap<string, NewRow<UserRow>>;
interface Boards {
  rows: NewRow<SponsorRow>[];
  pictures: DemoPicture[];
  /** Members have read all but the notices of the last two hours. */
  marks: NewRow<SponsorMarkRow>[];
  versions: NewRow<VersionRow>[];
  acknowledgements: NewRow<AcknowledgementRow>[];
}

/** The notices of each workplace, the newest first in the file. */
export function demoNotices(
  { notices }: Pick<DemoContent, 'notices'>,
  {
    users,
    membersOf,
    groups,
    now,
  }: { users: Users; membersOf: MembersOf; groups: ReadonlyMap<string, string>; now: Date },
): { of: (workplace: string) => Boards } {
  const made = new Map<string, Boards>();
  for (const { workplace, by, hours_ago, images: files, group, acknowledge, ...notice } of notices) {
    const owner = users.get(by)?._id;
    if (!owner) throw new Error(`demo content: no member for '${notice.title}'`);
    const own = made.get(workplace) ?? emptyBoards();
    made.set(workplace, own);
    // No two notices share a stamp.
    const created = new Date(now.getTime() - hours_ago * hourMs - own.rows.length);
    const images: string[] = [];
    const _id = newId();
    const row = newSponsorRow({
      ...{ _id, ...notice, owner, author: owner, client_id: randomUUID(), images, files: [], hidden: false },
      ...{ version: 1, created, ...(group && { group: idOf(groups, group) }) },
      ...(acknowledge && {
        acknowledge: {
          ...(acknowledge.in_hours !== undefined && { until: new Date(now.getTime() + acknowledge.in_hours * hourMs) }),
          ...{ groups: [], roles: acknowledge.roles, required_version: 1, reminded: now },
        },
      }),
    });
    own.rows.push(row);
    for (const file of files) own.pictures.push({ file, owner, of: { kind: 'sponsor', id: _id }, images, address: '' });
    if (acknowledge) {
      own.versions.push(newVersionRow(row, created));
      const members = membersOf(workplace).filter(({ username }) => !demoSignIns.includes(username));
      for (const [index, { _id: user }] of members.entries())
        if (index % 100 < acknowledge.percent)
          own.acknowledgements.push({
            ...{ _id: newId(), sponsor: _id, version: 1, user },
            at: new Date(
              created.getTime() + ((now.getTime() - created.getTime()) * (index + 1)) / (members.length + 1),
            ),
          });
    }
  }
  for (const [workplace, { rows, marks }] of made)
    for (const namespace of new Set(rows.map((row) => row.namespace)))
      for (const { _id: user } of membersOf(workplace))
        marks.push({ _id: newId(), user, namespace, until: new Date(now.getTime() - 2 * hourMs), read: [] });
  return { of: (workplace) => made.get(workplace) ?? emptyBoards() };
}

/** They find the button still to press. */
const demoSignIns: readonly string[] = ['driver', 'crew', 'chief', 'steward', 'super'];

const emptyBoards = (): Boards => ({ rows: [], pictures: [], marks: [], versions: [], acknowledgements: [] });

function idOf(groups: ReadonlyMap<string, string>, key: string): string {
  const id = groups.get(key);
  if (id === undefined) throw new Error(`demo content: no group '${key}'`);
  return id;
}
