import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CallInput } from '@paddock/contract/core/call';
import type { readPeople } from '@paddock/contract/calls/people';
import { ConversationMembers } from '../community/conversations/conversation-members.js';
import { documentsRead } from '../../test/documents-read.js';
import { ids, peopleCalls } from '../../test/people-calls.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../test/start-test-services.js';
import { GroupDirectory } from './group-directory.js';

let services: TestServices;
let ann: TestMember;
let boss: TestMember;
let members: TestMember[];
let outside: TestMember[];
let banned: TestMember;
let group: string;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,chats,people,shouts', RATE_LIMITS: 'off' });
  ann = await services.member({ fullname: 'Ann' });
  boss = await services.member({ fullname: 'Boss', admin: true });
  const named = (fullname: string, more = {}) => services.member({ fullname, ...more });
  members = [];
  outside = [];
  for (let index = 0; index < 24; index++) {
    const member = await named(`${String.fromCodePoint(65 + index)} ${index}`);
    (index % 4 === 3 ? outside : members).push(member);
  }
  banned = await named('Banned', { banned: true });
  const hidden = [await named('Pending', { pending: true }), await named('Unverified', { email_verified: false })];
  group = (await services.group(ann, [...members, banned, ...hidden]))._id;
});
afterAll(() => services.close());

const { list, all } = peopleCalls(() => services);
const page = async (input: CallInput<typeof readPeople>, as = ann) => (await list(as, { group, ...input })).body;

describe(GroupDirectory, () => {
  it('lists the members of a large group in order, in pages of any size, without those who are hidden', async () => {
    const { users } = await all(ann);
    const inGroup = new Set(ids([ann, ...members]));
    const expected = ids(users).filter((id) => inGroup.has(id));
    for (const count of [1, 2, 5, 60]) {
      const found = await all(ann, count, group);
      expect([ids(found.users), found.total]).toEqual([expected, expected.length]);
    }
    expect(ids((await all(boss, 2, group)).users).sort()).toEqual([...expected, banned.id].sort());
    expect((await page({ count: 2 }, boss)).total_users).toBe(expected.length + 1);
  });

  it('starts at a letter or member of the group, leads back, and has numbered pages', async () => {
    const names = async (input: CallInput<typeof readPeople>) =>
      (await page({ count: 2, ...input })).users.map(({ id }) => id);
    const inOrder = ids((await all(ann, 60, group)).users);
    const fromM = await page({ count: 2, letter: 'M' });
    expect(fromM.users[0]?.fullname).toBe('M 12');
    const before = await page({ count: 2, page: fromM.previous! });
    expect(ids([...before.users, ...fromM.users])).toEqual(
      inOrder.slice(inOrder.indexOf(fromM.users[0]!.id) - 2, inOrder.indexOf(fromM.users[0]!.id) + 2),
    );
    expect((await names({ member: members[7]!.id }))[0]).toBe(members[7]!.id);
    expect(await names({ member: outside[2]!.id })).toEqual(await names({}));
    expect(await names({ page: '3' })).toEqual(inOrder.slice(6, 8));
  });

  it('counts a member who joins or leaves at once', async () => {
    const { total_users } = await page({ count: 2 });
    const conversations = services.get(ConversationMembers);
    await conversations.join(tenantOfMember(ann), await services.group(ann, []), outside[0]!.id);
    expect((await page({ count: 2 })).total_users).toBe(total_users);
    const another = await services.group(ann, members);
    const size = async () => (await list(ann, { group: another._id, count: 2 })).body.total_users;
    expect(await size()).toBe(members.length + 1);
    await conversations.join(tenantOfMember(ann), another, outside[0]!.id);
    expect(await size()).toBe(members.length + 2);
  });

  it('reads the members by their ids where the walk would be longer than the group', async () => {
    const last = await services.group(members.at(-1)!, members.slice(-9));
    const read = async () => (await list(members.at(-1)!, { group: last._id, count: 1 })).body;
    expect((await read()).users).toHaveLength(1);
    expect((await read()).total_users).toBe(9);
  });

  it('reads about as many rows as a page has', async () => {
    await page({ count: 2 });
    expect(await documentsRead(services, 'users', () => page({ count: 2 }), 'pending')).toBeLessThan(12);
  });
});
