import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readMemberShouts } from '@paddock/contract/calls/shout-readers';
import { deleteShout, postShout, type Shout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { expectNoCollectionScan } from '../../../test/expect-no-collection-scan.js';
import {
  startTestServices,
  tenantOfMember,
  type CallOptions,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { MemberShouts } from './member-shouts.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const post = async (as: TestMember, input: object): Promise<Shout> => {
  const { status, body } = await services.call(postShout, { client_id: randomUUID(), shout: 'x', ...input }, { as });
  expect(status).toBe(200);
  return body;
};
const read = (id: string, options: CallOptions, input: object = {}) =>
  services.call(readMemberShouts, { id, ...input }, options);
const texts = async (of: TestMember, as: TestMember) =>
  (await read(of.id, { as })).body.shouts.map(({ shout }) => shout);

describe(MemberShouts, () => {
  it('contains what the caller may read: everybody, shared groups and own direct chats, without comments', async () => {
    const [ann, bob, carl] = [await services.member(), await services.member(), await services.member()];
    const admin = await services.member({ admin: true });
    const open = (await services.group(ann, [bob]))._id;
    const secret = (await services.group(ann, [bob], { invisible: true }))._id;
    const first = await post(ann, { group: '0', shout: 'to all' });
    await post(ann, { group: open, shout: 'to the group' });
    await post(ann, { group: secret, shout: 'to the secret group' });
    await post(ann, { recipients: [bob.id], shout: 'to bob' });
    await post(ann, { recipients: [carl.id], shout: 'to carl' });
    await post(ann, { in_reply_to: first.id, shout: 'a comment' });
    await post(bob, { group: '0', shout: 'from bob' });
    const all = ['to carl', 'to bob', 'to the secret group', 'to the group', 'to all'];
    expect(await texts(ann, ann)).toEqual(all);
    expect(await texts(ann, bob)).toEqual(all.filter((text) => text !== 'to carl'));
    expect(await texts(ann, carl)).toEqual(['to carl', 'to all']);
    expect(await texts(ann, admin)).toEqual(['to the secret group', 'to the group', 'to all']);
    const { body } = await read(ann.id, { as: bob });
    expect(body.user).toMatchObject({ id: ann.id });
    expect(body.shouts[0]).toMatchObject({ recipients: [{ id: bob.id }] });
    const inPlace = async (group: string) =>
      (await read(ann.id, { as: bob }, { group })).body.shouts.map(({ shout }) => shout);
    expect([await inPlace('0'), await inPlace(open)]).toEqual([['to all'], ['to the group']]);
    expect(body.shouts[3]).toMatchObject({ group: { id: '0' }, comments: [{ shout: 'a comment' }] });
  });

  it('keeps own shouts in groups of others as long as one may write there', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const group = (await services.group(bob))._id;
    await underFlags(services, 'motorsport', { users_can_only_shout_in_their_groups: false }, async () => {
      await post(ann, { group, shout: 'from outside' });
      expect(await texts(ann, ann)).toEqual(['from outside']);
      expect(await texts(ann, bob)).toEqual(['from outside']);
      expect(await texts(ann, await services.member())).toEqual([]);
    });
    await underFlags(services, 'motorsport', { users_can_only_shout_in_their_groups: true }, async () =>
      expect(await texts(ann, ann)).toEqual([]),
    );
  });

  it('follows membership at once, and leaves out deleted shouts', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const group = (await services.group(ann, [bob]))._id;
    const [gone] = [await post(ann, { group }), await post(ann, { group, shout: 'stays' })];
    await services.call(deleteShout, { id: gone.id }, { as: ann });
    expect(await texts(ann, bob)).toEqual(['stays']);
    await services.get(MembershipRepository).leave(tenantOfMember(bob), group, bob.id);
    expect(await texts(ann, bob)).toEqual([]);
  });

  it.each(['the reader', 'the author'])('is empty when %s has blocked the other', async (who) => {
    const [ann, bob] = [await services.member(), await services.member()];
    await post(ann, { group: '0' });
    expect(await texts(ann, bob)).toHaveLength(1);
    const [by, blocked] = who === 'the reader' ? [bob, ann] : [ann, bob];
    await services.get(UserRepository).setBlocked(tenantOfMember(by), by.id, blocked.id, true);
    expect((await read(ann.id, { as: bob })).body).toMatchObject({ shouts: [], more: false });
  });

  it('of a member whom the caller may not see answers as for an unknown one', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const elsewhere = await services.member({ community: 'workplace', workplace: 'hq' });
    const banned = await services.member({ banned: true });
    const codeOf = async (id: string) => (await read(id, { as: bob })).body.code;
    for (const id of [elsewhere.id, banned.id, newId()]) expect(await codeOf(id)).toBe('USER_NOT_FOUND');
    await underFlags(services, 'motorsport', { can_only_view_users_in_my_groups: true }, async () => {
      expect(await codeOf(ann.id)).toBe('USER_NOT_FOUND');
      await services.group(ann, [bob]);
      expect(await codeOf(ann.id)).toBeUndefined();
    });
  });

  it('pages without repeats, and refuses a cursor that is not of this feed', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const group = (await services.group(ann, [bob]))._id;
    const ids = [];
    for (let lap = 0; lap < 7; lap++) ids.unshift((await post(ann, { group: lap % 2 ? '0' : group })).id);
    const first = (await read(ann.id, { as: bob }, { count: 4 })).body;
    const rest = (await read(ann.id, { as: bob }, { count: 4, before: first.shouts[3]!.id })).body;
    expect([first.more, rest.more]).toEqual([true, false]);
    expect([...first.shouts, ...rest.shouts].map(({ id }) => id)).toEqual(ids);
    const foreign = await post(bob, { group: '0' });
    await services.call(deleteShout, { id: ids[2]! }, { as: ann });
    for (const before of [foreign.id, ids[2]!, newId()])
      expect((await read(ann.id, { as: bob }, { before })).body.code).toBe('SHOUT_NOT_FOUND');
  });

  it('shows no deleted shout under disable_comments, and fills the page', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const [first, deleted, last] = [
      await post(ann, { group: '0' }),
      await post(ann, { group: '0' }),
      await post(ann, { group: '0' }),
    ];
    await post(bob, { in_reply_to: deleted.id });
    await services.call(deleteShout, { id: deleted.id }, { as: ann });
    const page = async () => (await read(ann.id, { as: bob }, { count: 2 })).body.shouts.map(({ id }) => id);
    expect(await page()).toEqual([last.id, deleted.id]);
    await underFlags(services, 'motorsport', { disable_comments: true }, async () =>
      expect(await page()).toEqual([last.id, first.id]),
    );
  });

  it('reads few rows of a member with 10,000 shouts that the caller may not read', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const secret = (await services.group(ann))._id;
    const template = await post(ann, { group: secret });
    const rows = services.get(Mongo).connection.collection('shouts');
    const row = await rows.findOne({ _id: template.id as never });
    await rows.insertMany(
      Array.from({ length: 10_000 }, (_, index) => ({
        ...row!,
        _id: newId() as never,
        client_id: `c${index}`,
        position: 100 + index,
      })),
    );
    await post(ann, { group: '0', shout: 'lap' });
    const open = [];
    for (let index = 0; index < 250; index++) open.push(`group-${index}`);
    const filter = { community: 'motorsport', workplace: '', author: ann.id, thread: { $in: open.slice(0, 200) } };
    const plan = (await rows.find(filter).sort({ created: -1, _id: -1 }).limit(11).explain('executionStats')) as {
      executionStats: { totalKeysExamined: number };
    };
    expect(JSON.stringify(plan)).toMatch(/SORT_MERGE|IXSCAN/);
    expect(JSON.stringify(plan)).not.toContain('"stage":"SORT"');
    expect(plan.executionStats.totalKeysExamined).toBeLessThan(20);
    expect(await texts(ann, bob)).toEqual(['lap']);
    await expectNoCollectionScan(services, () => read(ann.id, { as: bob }));
  });
});
