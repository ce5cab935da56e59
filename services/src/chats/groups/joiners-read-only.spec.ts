import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createGroupLink, joinGroupByLink } from '@paddock/contract/calls/group-links';
import { addGroupMembers, leaveGroup, setGroupOwner, setGroupReadOnly } from '@paddock/contract/calls/group-members';
import { acceptGroupRequest, askToJoinGroup } from '@paddock/contract/calls/group-requests';
import { createGroup, readGroup, updateGroup } from '@paddock/contract/calls/groups';
import { readMemberShouts } from '@paddock/contract/calls/shout-readers';
import { postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';

let services: TestServices;
let owner: TestMember;
let admin: TestMember;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats,shouts', RATE_LIMITS: 'off' });
  await services.configure('motorsport', (file) => {
    Object.assign(file.flags, {
      per_user_read_only: true,
      deep_linking: true,
      users_can_only_shout_in_their_groups: false,
      group_autojoin_fixed: false,
    });
  });
  owner = await services.member();
  admin = await services.member({ acl: [{ title: 'workplace_admin', resources: [''] }] });
});
afterAll(() => services.close());

const notices = async (fields: { autojoin?: boolean } = {}) =>
  (await services.group(owner, [], { joiners_read_only: true, ...fields }))._id;
const codeOf = ({ status, body }: { status: number; body: object }) =>
  status === 200 ? 'ok' : (body as { code: string }).code;
const post = async (group: string, as: TestMember) =>
  codeOf(await services.call(postShout, { client_id: randomUUID(), shout: 'Box, box', group }, { as }));
const seen = async (id: string, as: TestMember) => (await services.call(readGroup, { id }, { as })).body;
const update = (id: string, joiners_read_only: boolean, as = owner) =>
  services.call(updateGroup, { id, joiners_read_only }, { as });

describe('a group whose joiners only read', () => {
  const ask = (id: string, as: TestMember) => services.call(askToJoinGroup, { id }, { as });
  const ways: Record<string, (member: TestMember) => Promise<string>> = {
    'by joining an open group': async (member) => {
      const id = await notices({ autojoin: true });
      await ask(id, member);
      return id;
    },
    'by an accepted request': async (member) => {
      const id = await notices();
      await ask(id, member);
      await services.call(acceptGroupRequest, { id, user: member.id }, { as: owner });
      return id;
    },
    'by the invitation link': async (member) => {
      const id = await notices();
      const { body } = await services.call(createGroupLink, { id }, { as: owner });
      await services.call(joinGroupByLink, { id, link_token: body.token }, { as: member });
      return id;
    },
    'by an owner’s adding': async (member) => {
      const id = await notices();
      await services.call(addGroupMembers, { id, uid: [member.id] }, { as: owner });
      return id;
    },
    'with its creation': async (member) => {
      const input = { title: `Notices ${randomUUID()}`, joiners_read_only: true, users: [member.id] };
      return (await services.call(createGroup, input, { as: admin })).body.group.id;
    },
  };

  it.each(Object.keys(ways))('lets a member who came %s only read', async (way) => {
    const member = await services.member();
    const id = await ways[way]!(member);
    expect(await seen(id, member)).toMatchObject({ member: true, can_read: true, can_post: false, read_only: true });
    expect(await post(id, member)).toBe('READ_ONLY');
  });

  it('lets a member write whom an owner allows it or makes an owner', async () => {
    const id = await notices({ autojoin: true });
    const [ann, ben] = [await services.member(), await services.member()];
    for (const member of [ann, ben]) await ask(id, member);
    await services.call(setGroupReadOnly, { id, uid: ann.id, read_only: false }, { as: owner });
    await services.call(setGroupOwner, { id, uid: ben.id, owner: true }, { as: owner });
    expect([await post(id, ann), await post(id, ben), await post(id, owner)]).toEqual(['ok', 'ok', 'ok']);
    await services.call(leaveGroup, { id }, { as: ann });
    await ask(id, ann);
    expect(await post(id, ann)).toBe('READ_ONLY');
  });

  it('lets non-members not write from outside, nor read there what they wrote before', async () => {
    const { _id: id } = await services.group(owner);
    const outsider = await services.member();
    const own = async () =>
      (await services.call(readMemberShouts, { id: outsider.id, group: id }, { as: outsider })).body.shouts.length;
    expect([await post(id, outsider), await own()]).toEqual(['ok', 1]);
    expect((await update(id, true)).body.group.joiners_read_only).toBe(true);
    expect([await post(id, outsider), await own()]).toEqual(['READ_ONLY', 0]);
    expect((await seen(id, outsider)).can_post).toBe(false);
  });

  it('never binds a workplace admin', async () => {
    const id = await notices({ autojoin: true });
    expect(await post(id, admin)).toBe('ok');
    await ask(id, admin);
    expect([await post(id, admin), (await seen(id, admin)).read_only]).toEqual(['ok', false]);
  });
});

describe('the setting', () => {
  it('leaves members as they are, and binds those who join after it', async () => {
    const [early, late] = [await services.member(), await services.member()];
    const { _id: id } = await services.group(owner, [early]);
    expect((await seen(id, owner)).group.joiners_read_only).toBe(false);
    await update(id, true);
    await services.call(addGroupMembers, { id, uid: [late.id] }, { as: owner });
    expect([await post(id, early), await post(id, late)]).toEqual(['ok', 'READ_ONLY']);
    await update(id, false);
    const last = await services.member();
    await services.call(addGroupMembers, { id, uid: [last.id] }, { as: owner });
    expect([await post(id, late), await post(id, last)]).toEqual(['READ_ONLY', 'ok']);
  });

  it('is refused and without effect where the deployment has no read-only members', async () => {
    const id = await notices({ autojoin: true });
    const member = await services.member();
    await services.call(askToJoinGroup, { id }, { as: member });
    await services.configure('motorsport', (file) => void (file.flags['per_user_read_only'] = false));
    try {
      expect([await post(id, member), await post(id, await services.member())]).toEqual(['ok', 'ok']);
      expect((await seen(id, owner)).group).not.toHaveProperty('joiners_read_only');
      expect((await update(id, false)).body).toMatchObject({
        code: 'FEATURE_DISABLED',
        fields: { joiners_read_only: 'FEATURE_DISABLED' },
      });
    } finally {
      await services.configure('motorsport', (file) => void (file.flags['per_user_read_only'] = true));
    }
  });
});
