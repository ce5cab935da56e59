import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readLikers } from '@paddock/contract/calls/shout-readers';
import { deleteShout, likeShout, postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { MemberBans } from '../../community/users/member-bans.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { Likers } from './likers.js';

let services: TestServices;
let ann: TestMember;
let fans: TestMember[];
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  ann = await services.member();
  fans = [];
  for (let index = 0; index < 5; index++) fans.push(await services.member());
});
afterAll(() => services.close());

async function liked(target: object = { group: '0' }): Promise<string> {
  const input = { client_id: randomUUID(), shout: 'Box', ...target };
  const { id } = (await services.call(postShout, input, { as: ann })).body;
  for (const as of fans) await services.call(likeShout, { id }, { as });
  return id;
}
const read = (id: string, as: TestMember, input: object = {}) => services.call(readLikers, { id, ...input }, { as });
const ids = async (...args: Parameters<typeof read>) => (await read(...args)).body.users.map((user) => user.id);

describe(Likers, () => {
  it('lists the likers in their order, in pages by cursor and by number', async () => {
    const id = await liked();
    const all = fans.map((fan) => fan.id);
    const { body } = await read(id, ann);
    expect([body.users.map((user) => user.id), body.likes_count, body.next]).toEqual([all, 5, null]);
    const first = (await read(id, ann, { count: 2 })).body;
    const second = (await read(id, ann, { count: 2, page: first.next! })).body;
    const third = (await read(id, ann, { count: 2, page: second.next! })).body;
    expect([first, second, third].flatMap(({ users }) => users.map((user) => user.id))).toEqual(all);
    expect(third.next).toBeNull();
    expect(await ids(id, ann, { count: 2, page: '1' })).toEqual(all.slice(2, 4));
  });

  it('hides members with a block between them and the caller, in both directions', async () => {
    const id = await liked();
    const [bob, carl, dora] = await Promise.all([services.member(), services.member(), services.member()]);
    for (const as of [bob, carl, dora]) await services.call(likeShout, { id }, { as });
    const tenant = tenantOfMember(bob);
    await services.get(UserRepository).setBlocked(tenant, bob.id, carl.id, true);
    await services.get(UserRepository).setBlocked(tenant, dora.id, bob.id, true);
    const seen = await ids(id, bob);
    expect([seen.includes(carl.id), seen.includes(dora.id), seen.includes(bob.id)]).toEqual([false, false, true]);
    expect(await ids(id, carl)).not.toContain(bob.id);
    expect(await ids(id, ann)).toEqual(expect.arrayContaining([bob.id, carl.id, dora.id]));
  });

  it('names banned members to super admins alone, and counts them for all', async () => {
    const id = await liked();
    const [bob, chief] = [await services.member(), await services.member({ admin: true })];
    await services.call(likeShout, { id }, { as: bob });
    await services.get(MemberBans).set(tenantOfMember(bob), bob.id, true, { by: chief.id });
    expect(await ids(id, ann)).toEqual(fans.map((fan) => fan.id));
    expect(await ids(id, chief)).toContain(bob.id);
    expect((await read(id, ann)).body.likes_count).toBe(6);
  });

  it('names only members whom the caller may see', async () => {
    const id = await liked();
    await services.group(ann, [fans[1]!]);
    await underFlags(services, 'motorsport', { can_only_view_users_in_my_groups: true }, async () =>
      expect(await ids(id, ann)).toEqual([fans[1]!.id]),
    );
    expect(await ids(id, ann)).toHaveLength(5);
  });

  it('refuses a deleted shout, and all where likes are off', async () => {
    const id = await liked();
    await underFlags(services, 'motorsport', { disable_likes: true }, async () =>
      expect((await read(id, ann)).body.code).toBe('FEATURE_DISABLED'),
    );
    await services.call(deleteShout, { id }, { as: ann });
    expect((await read(id, ann)).body.code).toBe('SHOUT_NOT_FOUND');
  });
});
