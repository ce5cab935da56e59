import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportAccount, terminateMember } from '@paddock/contract/calls/account-data';
import { readSelf } from '@paddock/contract/calls/account';
import { readChats } from '@paddock/contract/calls/chats';
import { readProfile, searchPeople } from '@paddock/contract/calls/people';
import { blockMember, unblockMember } from '@paddock/contract/calls/profiles';
import { postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../test/start-test-services.js';
import { TestWindows, until } from '../../test/test-windows.js';
import { underFlags } from '../../test/under-flags.js';
import { MembershipRepository } from '../community/memberships/membership.repository.js';
import { MemberBlocks } from './member-blocks.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,chats,people,shouts', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const block = (as: TestMember, { id }: { id: string }) => services.call(blockMember, { id }, { as });
const unblock = (as: TestMember, { id }: { id: string }) => services.call(unblockMember, { id }, { as });
const profile = async (as: TestMember, { id }: TestMember) => (await services.call(readProfile, { id }, { as })).body;
const write = async (as: TestMember, { id }: TestMember) =>
  (await services.call(postShout, { client_id: randomUUID(), shout: 'Hello', recipients: [id] }, { as })).body.code;

describe(MemberBlocks, () => {
  it('blocks messages both ways until it is lifted, and repeats without effect', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    expect((await block(ann, bob)).body).toMatchObject({ id: bob.id, blocked: true, can_message: false });
    expect((await block(ann, bob)).status).toBe(200);
    expect(await profile(bob, ann)).toMatchObject({ blocked: false, blocked_you: true, can_message: false });
    expect([await write(ann, bob), await write(bob, ann)]).toEqual(['BLOCKED', 'BLOCKED']);
    expect((await services.call(readSelf, {}, { as: ann })).body.blocked_users).toEqual([bob.id]);
    expect((await services.call(readSelf, {}, { as: bob })).body.blocked_users).toEqual([]);
    expect((await unblock(ann, bob)).body).toMatchObject({ blocked: false, can_message: true });
    expect([await write(ann, bob), await write(bob, ann)]).toEqual([undefined, undefined]);
  });

  it('is lifted also when the blocked member is no longer visible, and reveals nothing of them', async () => {
    await underFlags(services, 'motorsport', { can_only_view_users_in_my_groups: true }, async () => {
      const [ann, bob] = [await services.member(), await services.member()];
      const group = await services.group(ann, [bob]);
      await block(ann, bob);
      await services.get(MembershipRepository).leave(tenantOfMember(bob), group._id, bob.id);
      expect(await profile(ann, bob)).toMatchObject({ code: 'USER_NOT_FOUND' });
      const lifted = await unblock(ann, bob);
      expect(lifted.body).toMatchObject({
        id: bob.id,
        username: '',
        fullname: '',
        fields: {},
        groups: [],
        blocked: false,
      });
      expect((await services.call(readSelf, {}, { as: ann })).body.blocked_users).toEqual([]);
      expect((await unblock(ann, bob)).body.code).toBe('USER_NOT_FOUND');
    });
  });

  it('marks in searches the members who blocked the caller', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    await block(ann, bob);
    const found = async (as: TestMember) => [
      (await services.call(searchPeople, { query: ann.username }, { as })).body.results[0],
      (await services.call(readChats, { verb: 'search', prop: 'people', query: ann.username }, { as })).body.users?.[0],
    ];
    expect(await found(bob)).toMatchObject([
      { id: ann.id, blocked_you: true },
      { id: ann.id, blocked_you: true },
    ]);
    for (const row of await found(await services.member())) {
      expect(row).toMatchObject({ id: ann.id });
      expect(row).not.toHaveProperty('blocked_you');
    }
  });

  it('stays until both have lifted theirs', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    await Promise.all([block(ann, bob), block(bob, ann)]);
    await unblock(ann, bob);
    expect(await profile(ann, bob)).toMatchObject({ blocked: false, blocked_you: true, can_message: false });
    await unblock(bob, ann);
    expect(await write(ann, bob)).toBeUndefined();
  });

  it('refuses oneself, admins of the workplace and unknown members', async () => {
    const ann = await services.member();
    const admin = await services.member({ acl: [{ title: 'workplace_admin', resources: [''] }] });
    const boss = await services.member({ admin: true });
    for (const one of [ann, admin, boss]) expect((await block(ann, one)).body.code).toBe('FORBIDDEN');
    expect((await profile(ann, admin)).can_block).toBe(false);
    const foreign = await services.member({ community: 'workplace' });
    for (const one of [foreign, { id: 'fedcba9876543210fedcba98' }]) {
      expect((await block(ann, one)).body.code).toBe('USER_NOT_FOUND');
      expect((await unblock(ann, one)).body.code).toBe('USER_NOT_FOUND');
    }
    expect((await block(admin, ann)).status).toBe(200);
  });

  it('notifies the windows of both members and no others', async () => {
    const windows = new TestWindows(services);
    const [ann, bob, eve] = [await services.member(), await services.member(), await services.member()];
    const [anns, bobs, eves] = [await windows.open(ann), await windows.open(bob), await windows.open(eve)];
    await block(ann, bob);
    await until(() => anns.received.length > 0 && bobs.received.length > 0);
    expect(anns.received).toEqual([{ event: 'updating_user', payload: { id: bob.id } }]);
    expect(bobs.received).toEqual([{ event: 'updating_user', payload: { id: ann.id } }]);
    expect(eves.received).toEqual([]);
    windows.closeAll();
  });

  it('ends when the blocked member’s account is deleted', async () => {
    const [ann, bob, boss] = [await services.member(), await services.member(), await services.member({ admin: true })];
    await block(ann, bob);
    expect((await services.call(exportAccount, {}, { as: ann })).status).toBe(200);
    await services.call(terminateMember, { id: bob.id }, { as: boss });
    const left = async () => (await services.call(readSelf, {}, { as: ann })).body.blocked_users.length === 0;
    for (const end = Date.now() + 10_000; !(await left());) if (Date.now() > end) throw new Error('still blocked');
  });
});
