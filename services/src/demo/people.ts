import { belongsTo, type Places } from '@paddock/contract/core/workplaces';
import { randomUUID } from 'node:crypto';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { newId } from '../infrastructure/mongo/row.js';
import type { NewRow } from '../infrastructure/mongo/tenant-repository.js';
import { userKeys } from '../community/users/user-keys.js';
import type { UserRow } from '../community/users/user.schema.js';
import { cellsOf } from '../people/closest/distance-cells.js';
import type { DemoContent } from './demo-content.js';
import { pick } from './pick.js';

/** The members of a workplace without the applicants, by its id. */
export type MembersOf = (workplace: string) => NewRow<UserRow>[];

export function demoMembers(users: ReadonlyMap<string, NewRow<UserRow>>, places: Places): MembersOf {
  return (workplace) => [...users.values()].filter((user) => !user.pending && belongsTo(user, workplace, places));
}

/** The five accounts that the README names. They have unread chats; all other members have read everything. */
export const signIns: ReadonlySet<string> = new Set(['driver', 'crew', 'chief', 'steward', 'super']);

/** The members of a community as user rows, by user name. Members who wrote in the last half hour count as online. */
export function demoUsers(content: DemoContent, community: string, now: Date): Map<string, NewRow<UserRow>> {
  const onlineNames = new Set(
    content.conversations
      .flatMap(({ shouts }) => shouts)
      .filter(({ minutes_ago }) => minutes_ago <= 30)
      .map(({ by }) => by),
  );
  return new Map(
    content.members.map((member) => {
      const { username, fullname, company, user_type, custom_field_0, description, job, tags, url, phone, position } =
        member;
      const fields = {
        company,
        description,
        ...(user_type && { user_type }),
        ...(custom_field_0 && { custom_field_0 }),
        ...(job && { job }),
        ...(tags && { tags }),
        ...(url && { url }),
        ...(phone && { phone }),
        ...member.fields,
      };
      const user: NewRow<UserRow> = {
        _id: newId(),
        username,
        fullname,
        email: `${username}@${community}.example`,
        held_email: `${username}@${community}.example`,
        email_verified: true,
        pending: member.waiting,
        admin: member.admin,
        acl: member.workplace_admin.length ? [{ title: 'workplace_admin', resources: member.workplace_admin }] : [],
        workplaces: member.workplaces,
        fields,
        ...userKeys({ username, fullname, fields }),
        blocked_users: [],
        ...(onlineNames.has(username) && { last_activity: now }),
        ...(position && { cells: cellsOf(position), located: now }),
        created: new Date(now.getTime() - (member.waiting ? hourMs : (30 + pick(username, 300)) * dayMs)),
        client_id: randomUUID(),
      };
      return [username, user];
    }),
  );
}
