import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addGroupMembers,
  leaveGroup,
  removeGroupMember,
  setGroupOwner,
  setGroupReadOnly,
} from '@paddock/contract/calls/group-members';
import { readSelf } from '@paddock/contract/calls/account';
import { readBadges } from '@paddock/contract/calls/badges';
import { createGroup, deleteGroup, readGroup } from '@paddock/contract/calls/groups';
import { readChats } from '@paddock/contract/calls/chats';
import { readNotifications } from '@paddock/contract/calls/notifications';
import { postShout, readShout, readShouts } from '@paddock/contract/calls/shouts';
import { dayMs } from '@paddock/contract/core/durations';
import { randomUUID } from 'node:crypto';
import { startOwnTime } from '../../../test/own-time.js';
import { statusOfFile, uploadPicture } from '../../../test/upload-picture.js';
import { notified } from '../../../test/notified.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { type TestWindow, TestWindows, until } from '../../../test/test-windows.js';
import { underFlags } from '../../../test/under-flags.js';
import { ConversationStateRepository } from '../../community/conversations/conversation-state.repository.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { GroupErasure } from './group-erasure.js';

let services: TestServices;
let windows: TestWindows;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,chats,shouts', RATE_LIMITS: 'off' });
  windows = new TestWindows(services);
});
afterAll(() => services.close());
afterEach(() => windows.closeAll());

const people = (count: number) => Promise.all(Array.from({ length: count }, () => services.member()));
const add = (as: TestMember, id: string, uid: string | string[]) => services.call(addGroupMembers, { id, uid }, { as });
const remove = (as: TestMember, id: string, uid: string) => services.call(removeGroupMember, { id, uid }, { as });
const setOwner = (as: TestMember, id: string, uid: string, owner: boolean) =>
  services.call(setGroupOwner, { id, uid, owner }, { as });
const mute = (as: TestMember, id: string, uid: string, read_only: boolean) =>
  services.call(setGroupReadOnly, { id, uid, read_only }, { as });
const leave = (as: TestMember, id: string) => services.call(leaveGroup, { id }, { as });
const read = async (as: TestMember, id: string) => (await services.call(readGroup, { id }, { as })).body;
const post = (as: TestMember, group: string, shout = 'Box') =>
  services.call(postShout, { client_id: randomUUID(), group, shout }, { as });
const groupOf = async (owner: TestMember, members: readonly TestMember[] = [], fields: object = {}) =>
  (await services.group(owner, members, fields))._id;
const events = ({ received }: TestWindow, name: string) =>
  received.filter(({ event }) => event === name).map(({ payload }) => payload);
const chatsOf = async (as: TestMember) =>
  (await services.call(readChats, { verb: 'retrieve', prop: 'groups' }, { as })).body.filters.map(({ id }) => id);

describe('adding members', () => {
  it('adds those who are missing, tells their windows at once, and notifies each', async () => {
    const [owner, ann, bob] = (await people(3)) as [TestMember, TestMember, TestMember];
    const id = await groupOf(owner, [ann]);
    await post(owner, id);
    const window = await windows.open(bob);
    const { status, body } = await add(owner, id, [bob.id, ann.id]);
    expect([status, body]).toEqual([200, { added: 1, total_users: 3 }]);
    await until(() => events(window, 'joining_group').length > 0);
    expect(events(window, 'joining_group')).toEqual([{ workplace: '', conversation: id }]);
    expect(await chatsOf(bob)).toContain(id);
    expect((await services.call(readShouts, { filter: id }, { as: bob })).body.conversation).toMatchObject({
      manages: false,
      seq: 1,
      read_seq: 1,
    });
    await post(owner, id, 'Box now');
    await until(() => events(window, 'posting_topic').length > 0);
    await notified(services, { group_joined: ['GroupJoined'] });
    const notifications = async (as: TestMember) =>
      (await services.call(readNotifications, {}, { as })).body.notifications;
    const where = (await read(bob, id)).group.title;
    expect(await notifications(bob)).toMatchObject([
      { kind: 'group_joined', facts: { where }, address: `/main/conversation/${id}` },
    ]);
    expect([...(await notifications(ann)), ...(await notifications(owner))]).toEqual([]);
    expect((await add(owner, id, `${bob.id},${ann.id}`)).body).toEqual({ added: 0, total_users: 3 });
    await underFlags(services, 'motorsport', { hide_members: true }, async () =>
      expect((await add(owner, id, ann.id)).body).toEqual({ added: 0 }),
    );
  });

  it('adds all or none, and at most 200 at once', async () => {
    const [owner, ann] = (await people(2)) as [TestMember, TestMember];
    const id = await groupOf(owner);
    const stranger = await services.member({ community: 'workplace', workplace: 'hq' });
    for (const other of ['fedcba9876543210fedcba98', stranger.id, 'unknown'])
      expect((await add(owner, id, [ann.id, other])).body).toMatchObject({
        code: 'USER_NOT_FOUND',
        fields: { uid: 'USER_NOT_FOUND' },
      });
    const many = (count: number) => Array.from({ length: count }, (_, index) => index.toString(16).padStart(24, '0'));
    for (const uid of [many(201), many(10_000), many(10_000).join()])
      expect((await add(owner, id, uid)).body).toMatchObject({
        code: 'INVALID_INPUT',
        fields: { uid: 'uid_LENGTH_PATTERN' },
      });
    expect((await add(owner, id, [])).body.fields).toEqual({ uid: 'uid_REQUIRED' });
    expect((await read(owner, id)).totalUsers).toBe(1);
    const crowd = await people(200);
    const time = startOwnTime();
    expect(
      (
        await add(
          owner,
          id,
          crowd.map((one) => one.id),
        )
      ).body,
    ).toEqual({ added: 200, total_users: 201 });
    expect(time().ms).toBeLessThan(3000);
  });
});

describe('owners', () => {
  it('are made and unmade, and the last one stays', async () => {
    const [owner, ann, bob] = (await people(3)) as [TestMember, TestMember, TestMember];
    const admin = await services.member({ admin: true });
    const id = await groupOf(owner, [ann, bob]);
    expect((await setOwner(owner, id, ann.id, true)).status).toBe(200);
    expect((await read(ann, id)).owners.sort()).toEqual([owner.id, ann.id].sort());
    expect((await setOwner(ann, id, owner.id, false)).status).toBe(200);
    for (const reply of [
      await setOwner(ann, id, ann.id, false),
      await remove(ann, id, ann.id),
      await leave(ann, id),
      await remove(admin, id, ann.id),
      await setOwner(admin, id, ann.id, false),
    ])
      expect([reply.status, reply.body]).toEqual([
        403,
        expect.objectContaining({ code: 'FORBIDDEN', message: 'Cannot remove last group admin' }),
      ]);
    expect((await setOwner(owner, id, bob.id, true)).body.code).toBe('FORBIDDEN');
    expect((await setOwner(ann, id, (await services.member()).id, true)).body.code).toBe('USER_NOT_FOUND');
    expect((await read(ann, id)).owners).toEqual([ann.id]);
  });

  it('leave exactly one when two remove, demote or leave at once', async () => {
    const pairs: ((id: string, one: TestMember, other: TestMember) => Promise<unknown>)[] = [
      (id, one, other) => remove(one, id, other.id),
      (id, one, other) => setOwner(one, id, other.id, false),
      (id, one) => leave(one, id),
      (id, one) => setOwner(one, id, one.id, false),
    ];
    for (const act of pairs)
      for (let round = 0; round < 3; round += 1) {
        const [ann, bob, eve] = (await people(3)) as [TestMember, TestMember, TestMember];
        const id = await groupOf(ann, [bob, eve]);
        await setOwner(ann, id, bob.id, true);
        await Promise.all([act(id, ann, bob), act(id, bob, ann)]);
        expect((await read(eve, id)).owners).toHaveLength(1);
      }
  });
});

describe('read-only members', () => {
  it('are listed alone to those who manage the group, page by page; without the flag there are none', async () => {
    const [owner, ...others] = await Promise.all([1, 2, 3, 4].map(() => services.member()));
    const { _id: id } = await services.group(owner!, others);
    for (const { id: uid } of others.slice(1)) await mute(owner!, id, uid, true);
    const only = async (as: TestMember, change: object = {}) =>
      services.call(readGroup, { id, only: 'read_only', ...change }, { as });
    const listed = async (change: object = {}) => {
      const { users, totalUsers, group } = (await only(owner!, change)).body;
      return [users.map((user) => user.id), totalUsers, group.total_users];
    };
    const muted = others
      .slice(1)
      .map((other) => other.id)
      .toSorted();
    expect(await listed()).toEqual([muted, 2, 4]);
    expect(await listed({ page: 1, count: 1 })).toEqual([muted.slice(1), 2, 4]);
    expect((await only(others[0]!)).status).toBe(403);
    await underFlags(services, 'motorsport', { per_user_read_only: false }, async () => {
      expect(await listed()).toEqual([[], 0, 4]);
    });
  });

  it('neither shout nor comment while per_user_read_only is on; owners cannot be muted', async () => {
    const [owner, ann] = (await people(2)) as [TestMember, TestMember];
    const id = await groupOf(owner, [ann]);
    const shout = (await post(owner, id)).body.id;
    expect((await mute(owner, id, ann.id, true)).status).toBe(200);
    expect((await post(ann, id)).body.code).toBe('READ_ONLY');
    const comment = () =>
      services.call(postShout, { client_id: randomUUID(), in_reply_to: shout, shout: 'Why' }, { as: ann });
    expect((await comment()).body.code).toBe('READ_ONLY');
    const muted = async (as: TestMember) => (await read(as, id)).users.find((one) => one.id === ann.id)?.read_only;
    expect([await muted(owner), await muted(ann), (await read(ann, id)).read_only]).toEqual([true, undefined, true]);
    expect((await services.call(readSelf, {}, { as: ann })).body.read_only_groups).toEqual([id]);
    const refused = await mute(owner, id, owner.id, true);
    expect([refused.body.code, refused.body.message]).toEqual(['FORBIDDEN', 'Cannot mute group admin']);
    await underFlags(services, 'motorsport', { per_user_read_only: false }, async () => {
      expect((await mute(owner, id, ann.id, false)).body.code).toBe('FEATURE_DISABLED');
      expect((await post(ann, id)).status).toBe(200);
      expect([(await read(ann, id)).read_only, await muted(owner)]).toEqual([false, undefined]);
      expect((await services.call(readSelf, {}, { as: ann })).body.read_only_groups).toEqual([]);
    });
    expect((await post(ann, id)).body.code).toBe('READ_ONLY');
    await setOwner(owner, id, ann.id, true);
    expect((await post(ann, id)).status).toBe(200);
    await setOwner(owner, id, ann.id, false);
    expect((await read(ann, id)).read_only).toBe(false);
  });
});

describe('a removed member', () => {
  it.each([
    ['removed', (owner: TestMember, id: string, ann: TestMember) => remove(owner, id, ann.id)],
    ['leaving', (_owner: TestMember, id: string, ann: TestMember) => leave(ann, id)],
  ])('loses the conversation within a second when %s: list, shouts, files, rooms, unread', async (_, act) => {
    const [owner, ann] = (await people(2)) as [TestMember, TestMember];
    const id = await groupOf(owner, [ann], { invisible: true });
    const picture = { client_id: randomUUID(), group: id, image_urls: [await uploadPicture(services, owner)] };
    const shout = (await services.call(postShout, picture, { as: owner })).body.id;
    const file = (await services.call(readShout, { id: shout }, { as: ann })).body.shout.image_urls[0]!;
    expect(await statusOfFile(services, file)).toBe(200);
    const window = await windows.open(ann);
    const badge = async () => (await services.call(readBadges, {}, { as: ann })).body.badges['chats'];
    const before = await badge();
    const time = startOwnTime();
    expect((await act(owner, id, ann)).status).toBe(200);
    await until(() => events(window, 'leaving_group').length > 0);
    expect(time().ms).toBeLessThan(1000);
    expect(await statusOfFile(services, file)).toBe(404);
    expect(events(window, 'leaving_group')).toEqual([{ workplace: '', conversation: id }]);
    window.received.length = 0;
    await post(owner, id, 'Without her');
    await windows.settled([ann, window]);
    expect(events(window, 'posting_topic')).toEqual([]);
    expect(await chatsOf(ann)).not.toContain(id);
    expect((await services.call(readShout, { id: shout }, { as: ann })).body.code).toBe('SHOUT_NOT_FOUND');
    expect((await services.call(readShouts, { filter: id }, { as: ann })).body.code).toBe('GROUP_NOT_FOUND');
    expect(await badge()).toBe(before! - 1);
    expect((await add(owner, id, ann.id)).body.added).toBe(1);
  });

  it('leaves again without an error, and is not found a second time', async () => {
    const [owner, ann] = (await people(2)) as [TestMember, TestMember];
    const id = await groupOf(owner, [ann]);
    expect([(await leave(ann, id)).status, (await leave(ann, id)).status]).toEqual([200, 200]);
    expect((await remove(owner, id, ann.id)).body.code).toBe('USER_NOT_FOUND');
    expect((await leave(ann, '0')).body.code).toBe('FORBIDDEN');
  });
});

describe('a deleted group', () => {
  it('is gone at once for all, frees its title, and its shouts are erased a month later', async () => {
    const [owner, ann] = (await people(2)) as [TestMember, TestMember];
    const id = await groupOf(owner, [ann]);
    const { title } = (await read(ann, id)).group;
    const shout = (await post(ann, id)).body.id;
    const window = await windows.open(ann);
    expect((await services.call(deleteGroup, { id }, { as: owner })).status).toBe(200);
    await until(() => events(window, 'leaving_group').length > 0);
    for (const as of [owner, ann]) {
      expect((await services.call(readGroup, { id }, { as })).body.code).toBe('GROUP_NOT_FOUND');
      expect((await services.call(readShout, { id: shout }, { as })).body.code).toBe('SHOUT_NOT_FOUND');
      expect(await chatsOf(as)).not.toContain(id);
    }
    expect((await post(ann, id)).body.code).toBe('GROUP_NOT_FOUND');
    expect((await services.call(deleteGroup, { id }, { as: owner })).body.code).toBe('GROUP_NOT_FOUND');
    expect((await services.call(createGroup, { title }, { as: ann })).status).toBe(200);

    const shouts = services.get(Mongo).connection.collection<{ _id: string; conversation: string }>('shouts');
    const stored = () => shouts.countDocuments({ conversation: id });
    const state = () => services.get(ConversationStateRepository).of(tenantOfMember(ann), ann.id, id);
    await services.get(GroupErasure).sweep(new Date(Date.now() + 29 * dayMs));
    expect([await stored(), await state()]).toEqual([1, expect.objectContaining({ conversation: id })]);
    await services.get(GroupErasure).sweep(new Date(Date.now() + 31 * dayMs));
    const end = Date.now() + 20_000;
    while (((await stored()) > 0 || (await state()) !== null) && Date.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect([await stored(), await state()]).toEqual([0, null]);
  });

  it('follows from the leave of its last member', async () => {
    const [owner] = (await people(1)) as [TestMember];
    const id = await groupOf(owner);
    expect((await leave(owner, id)).status).toBe(200);
    expect((await services.call(readGroup, { id }, { as: await services.member({ admin: true }) })).body.code).toBe(
      'GROUP_NOT_FOUND',
    );
  });
});
