import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { banMember } from '@paddock/contract/calls/account-data';
import { createGroupLink, joinGroupByLink, verifyGroupLink } from '@paddock/contract/calls/group-links';
import {
  addGroupMembers,
  leaveGroup,
  liftGroupRemoval,
  removeGroupMember,
  setGroupOwner,
  setGroupReadOnly,
} from '@paddock/contract/calls/group-members';
import { acceptGroupRequest, askToJoinGroup } from '@paddock/contract/calls/group-requests';
import { readGroup } from '@paddock/contract/calls/groups';
import { readMemberShouts } from '@paddock/contract/calls/shout-readers';
import { postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { FormerMemberRepository } from '../../community/memberships/former-member.repository.js';

let services: TestServices;
let [owner, admin]: TestMember[] = [];
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,chats,shouts', RATE_LIMITS: 'off' });
  await services.configure('motorsport', (file) => {
    Object.assign(file.flags, {
      per_user_read_only: true,
      deep_linking: true,
      users_can_only_shout_in_their_groups: false,
      users_can_only_comment_in_their_groups: false,
      group_autojoin_fixed: false,
    });
  });
  owner = await services.member();
  admin = await services.member({ acl: [{ title: 'workplace_admin', resources: [''] }] });
});
afterAll(() => services.close());

/** An open group that a new member has joined. */
async function joined(as?: TestMember) {
  const member = as ?? (await services.member());
  const { _id: id } = await services.group(owner!, [member], { autojoin: true });
  return { id, member };
}
const codeOf = ({ status, body }: { status: number; body: object }) =>
  status === 200 ? 'ok' : (body as { code: string }).code;
const remove = (id: string, { id: uid }: TestMember) => services.call(removeGroupMember, { id, uid }, { as: owner! });
const mute = (id: string, { id: uid }: TestMember, read_only = true) =>
  services.call(setGroupReadOnly, { id, uid, read_only }, { as: owner! });
const ask = async (id: string, as: TestMember) => (await services.call(askToJoinGroup, { id }, { as })).body.state;
const seen = async (id: string, as: TestMember) => (await services.call(readGroup, { id }, { as })).body;
const send = (as: TestMember, target: { group: string } | { in_reply_to: string }) =>
  services.call(postShout, { client_id: randomUUID(), shout: 'Box, box', ...target }, { as });
const post = (group: string, as: TestMember) => send(as, { group });
const listed = async (id: string, only: 'read_only' | 'removed') =>
  (await services.call(readGroup, { id, only }, { as: owner! })).body.users.map((user) => user.id);

describe('a member who left read-only', () => {
  it('is read-only again after coming back by autojoin', async () => {
    const { id, member } = await joined();
    await mute(id, member);
    await services.call(leaveGroup, { id }, { as: member });
    expect(await ask(id, member)).toBe('added');
    expect((await seen(id, member)).read_only).toBe(true);
    expect(codeOf(await post(id, member))).toBe('READ_ONLY');
    await mute(id, member, false);
    await services.call(leaveGroup, { id }, { as: member });
    await ask(id, member);
    expect(codeOf(await post(id, member))).toBe('ok');
  });

  it('is read-only again after an owner has added them', async () => {
    const { id, member } = await joined();
    await mute(id, member);
    await services.call(leaveGroup, { id }, { as: member });
    await services.call(addGroupMembers, { id, uid: [member.id] }, { as: owner! });
    expect(await listed(id, 'read_only')).toEqual([member.id]);
  });

  it('does not post or comment from outside', async () => {
    const { id, member } = await joined();
    const { body } = await post(id, member);
    await mute(id, member);
    await services.call(leaveGroup, { id }, { as: member });
    expect(await seen(id, member)).toMatchObject({ can_post: false, read_only: true });
    expect([codeOf(await post(id, member)), codeOf(await send(member, { in_reply_to: body.id }))]).toEqual([
      'READ_ONLY',
      'SHOUT_NOT_FOUND',
    ]);
  });

  it('posts from outside where per_user_read_only is off', async () => {
    const { id, member } = await joined();
    await mute(id, member);
    await services.call(leaveGroup, { id }, { as: member });
    await services.configure('motorsport', (file) => void (file.flags['per_user_read_only'] = false));
    expect(codeOf(await post(id, member))).toBe('ok');
    await services.configure('motorsport', (file) => void (file.flags['per_user_read_only'] = true));
    expect(codeOf(await post(id, member))).toBe('READ_ONLY');
  });
});

describe('a removed member', () => {
  it('asks instead of joining an open group, and comes back by acceptance', async () => {
    const { id, member } = await joined();
    await remove(id, member);
    expect(await seen(id, member)).toMatchObject({ member: false, removed: true, can_post: false });
    expect(await ask(id, member)).toBe('pending');
    await services.call(acceptGroupRequest, { id, user: member.id }, { as: owner! });
    expect(await seen(id, member)).toMatchObject({ member: true, can_post: true });
    expect(await listed(id, 'removed')).toEqual([]);
  });

  it('does not come back by an invitation link', async () => {
    const { id, member } = await joined();
    const { body } = await services.call(createGroupLink, { id }, { as: owner! });
    await remove(id, member);
    const link = { id, link_token: body.token };
    expect((await services.call(verifyGroupLink, link, { as: member })).body).toMatchObject({ removed: true });
    expect(codeOf(await services.call(joinGroupByLink, link, { as: member }))).toBe('FORBIDDEN');
    const other = await services.member();
    expect(codeOf(await services.call(joinGroupByLink, link, { as: other }))).toBe('ok');
  });

  it('does not post or comment from outside', async () => {
    const { id, member } = await joined();
    const { body } = await post(id, member);
    await remove(id, member);
    expect([codeOf(await post(id, member)), codeOf(await send(member, { in_reply_to: body.id }))]).toEqual([
      'FORBIDDEN',
      'SHOUT_NOT_FOUND',
    ]);
    const other = await services.member();
    expect(codeOf(await post(id, other))).toBe('ok');
  });

  it('reads nothing of the group any more, not even what they wrote from outside', async () => {
    const { _id: id } = await services.group(owner!, [], { autojoin: true });
    const member = await services.member();
    await post(id, member);
    const own = async () =>
      (await services.call(readMemberShouts, { id: member.id, group: id }, { as: member })).body.shouts;
    expect(await own()).toHaveLength(1);
    await ask(id, member);
    await remove(id, member);
    expect(await own()).toEqual([]);
  });

  it('comes back by an owner’s adding', async () => {
    const { id, member } = await joined();
    await remove(id, member);
    await services.call(addGroupMembers, { id, uid: [member.id] }, { as: owner! });
    expect(await seen(id, member)).toMatchObject({ member: true, can_post: true });
  });

  it('is not listed while banned, except for super admins', async () => {
    const [{ id, member }, chief] = [await joined(), await services.member({ admin: true })];
    await remove(id, member);
    await services.call(banMember, { id: member.id, banned: true }, { as: chief });
    const { body } = await services.call(readGroup, { id, only: 'removed' }, { as: owner! });
    expect([body.users, body.totalUsers]).toEqual([[], 0]);
    const all = await services.call(readGroup, { id, only: 'removed' }, { as: chief });
    expect(all.body.users.map((user) => user.id)).toEqual([member.id]);
  });

  it('is listed for managers only, who can lift the removal', async () => {
    const { id, member } = await joined();
    await remove(id, member);
    expect(await listed(id, 'removed')).toEqual([member.id]);
    const other = await services.member();
    expect(codeOf(await services.call(readGroup, { id, only: 'removed' }, { as: other }))).toBe('FORBIDDEN');
    expect(codeOf(await services.call(liftGroupRemoval, { id, uid: member.id }, { as: member }))).toBe('FORBIDDEN');
    expect(codeOf(await services.call(liftGroupRemoval, { id, uid: other.id }, { as: owner! }))).toBe('USER_NOT_FOUND');
    expect(codeOf(await services.call(liftGroupRemoval, { id, uid: member.id }, { as: owner! }))).toBe('ok');
    expect([await listed(id, 'removed'), await ask(id, member)]).toEqual([[], 'added']);
  });

  it('stays read-only after the removal is lifted', async () => {
    const { id, member } = await joined();
    await mute(id, member);
    await remove(id, member);
    await services.call(liftGroupRemoval, { id, uid: member.id }, { as: owner! });
    expect(await ask(id, member)).toBe('added');
    expect((await seen(id, member)).read_only).toBe(true);
  });

  it('comes back at once as an admin', async () => {
    const { id } = await joined(admin);
    await remove(id, admin!);
    expect(await ask(id, admin!)).toBe('added');
  });

  it('is forgotten with the group', async () => {
    const { id, member } = await joined();
    await remove(id, member);
    await services.call(leaveGroup, { id }, { as: owner! });
    expect(await services.get(ConversationRepository).byId(tenantOfMember(owner!), id)).toBeNull();
    expect(await services.get(FormerMemberRepository).of(tenantOfMember(owner!), id, member.id)).toBeNull();
  });
});

describe('an admin', () => {
  it('is never read-only, also with an old mark', async () => {
    const { id } = await joined(admin);
    expect((await mute(id, admin!)).body).toMatchObject({ code: 'FORBIDDEN', message: 'Cannot mute group admin' });
    await services.get(MembershipRepository).setReadOnly(tenantOfMember(owner!), id, admin!.id, true);
    expect((await seen(id, admin!)).read_only).toBe(false);
    expect(codeOf(await post(id, admin!))).toBe('ok');
    expect((await seen(id, owner!)).users.find((user) => user.id === admin!.id)).not.toHaveProperty('read_only');
  });
});

describe('the only owner', () => {
  it('is marked for those who manage the group', async () => {
    const { id, member } = await joined();
    const marks = async (as: TestMember) => (await seen(id, as)).users.map((user) => user.only_owner === true);
    expect([(await marks(owner!)).filter(Boolean).length, (await marks(member)).filter(Boolean).length]).toEqual([
      1, 0,
    ]);
  });

  it.each([true, false])(
    'may not leave before there is another owner or no member, with hide_members %j',
    async (flag) => {
      const { id, member } = await joined();
      const mayLeave = async (as: TestMember) => (await seen(id, as)).can_leave;
      const makeOwner = (value: boolean) =>
        services.call(setGroupOwner, { id, uid: member.id, owner: value }, { as: owner! });
      await underFlags(services, 'motorsport', { hide_members: flag }, async () => {
        expect([await mayLeave(owner!), await mayLeave(member)]).toEqual([false, true]);
        await makeOwner(true);
        expect([await mayLeave(owner!), await mayLeave(member)]).toEqual([true, true]);
        await makeOwner(false);
        expect((await services.call(leaveGroup, { id }, { as: owner! })).body.code).toBe('FORBIDDEN');
        await services.call(leaveGroup, { id }, { as: member });
        expect([await mayLeave(owner!), await mayLeave(member)]).toEqual([true, false]);
        expect((await services.call(readGroup, { id: '0' }, { as: owner! })).body.can_leave).toBe(false);
      });
    },
  );
});

describe('a search for members of a group', () => {
  it('finds them by name with their marks, for those who see the list', async () => {
    const name = `Kestrel ${randomUUID().slice(0, 8)}`;
    const { id, member } = await joined(await services.member({ fullname: name }));
    await services.member({ fullname: name });
    await mute(id, member);
    const { body } = await services.call(readGroup, { id, query: name }, { as: owner! });
    expect(body.users.map((user) => [user.id, user.owner, user.read_only])).toEqual([[member.id, false, true]]);
    const outsider = await services.member();
    await services.configure('motorsport', (file) => void (file.flags['hide_members'] = true));
    expect((await services.call(readGroup, { id, query: name }, { as: outsider })).body.users).toEqual([]);
    expect((await services.call(readGroup, { id, query: name }, { as: member })).body.users).toEqual([]);
    const found = (await services.call(readGroup, { id, query: name }, { as: owner! })).body;
    expect([found.users.length, found.owners, found.group.owners, found.group.total_users]).toEqual([
      1,
      [],
      undefined,
      undefined,
    ]);
    await services.configure('motorsport', (file) => void (file.flags['hide_members'] = false));
  });
});

it.each([true, 'members'])('owners read and lift removals under hide_members %j', async (hide_members) => {
  const { id, member } = await joined();
  await remove(id, member);
  await underFlags(services, 'motorsport', { hide_members }, async () => {
    expect(await listed(id, 'removed')).toEqual([member.id]);
    await services.call(liftGroupRemoval, { id, uid: member.id }, { as: owner! });
    expect(await listed(id, 'removed')).toEqual([]);
  });
});
