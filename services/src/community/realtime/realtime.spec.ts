import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { logout } from '@paddock/contract/calls/account';
import { readChats } from '@paddock/contract/calls/chats';
import { postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { startOwnTime } from '../../../test/own-time.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { everybodyId } from '../conversations/conversation-ids.js';
import { MembershipRepository } from '../memberships/membership.repository.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { UserRepository } from '../users/user.repository.js';
import { Realtime } from '../../infrastructure/realtime/realtime.js';
import { type TestWindow, TestWindows, until } from '../../../test/test-windows.js';

let services: TestServices;
let windows: TestWindows;

beforeAll(async () => {
  services = await startTestServices();
  windows = new TestWindows(services);
});
afterAll(() => services.close());
afterEach(() => windows.closeAll());

const note = (conversation: string) => ({
  workplace: '',
  conversation,
  badge_number: 3,
  seq: 7,
  muted: false,
  archived: false,
});

describe('admission', () => {
  it.each<[string, (member: TestMember) => Promise<[object, string?]>, string]>([
    ['no token', async () => [{}], 'INVALID_TOKEN'],
    ['a dead token', async () => [{ token: 'nobody' }], 'INVALID_TOKEN'],
    ['a token that is no text', async () => [{ token: { $ne: null } }], 'INVALID_TOKEN'],
    ['another community’s token', async ({ token }) => [{ token }, 'workplace'], 'INVALID_TOKEN'],
    ['a workplace that is not theirs', async ({ token }) => [{ token, workplace: 'nowhere' }], 'FORBIDDEN'],
    [
      'an unapproved member',
      async () => [{ token: (await services.member({ pending: true })).token }],
      'PENDING_APPROVAL',
    ],
    [
      'an unverified member',
      async () => [{ token: (await services.member({ email_verified: false })).token }],
      'EMAIL_NOT_VERIFIED',
    ],
  ])('refuses %s', async (_who, given, code) => {
    const [auth, community] = await given(await services.member());
    expect(await windows.refusalOf(auth, community)).toEqual({ code });
  });
});

describe(Realtime, () => {
  it('sends only to members who can read the conversation', async () => {
    const [ann, bob, eve, other] = [
      await services.member(),
      await services.member(),
      await services.member(),
      await services.member({ community: 'workplace' }),
    ];
    const group = await services.group(ann, [bob], { invisible: true });
    const opened = await Promise.all([ann, bob, eve, other].map((member) => windows.open(member)));
    services.get(Realtime).emitTo(tenantOfMember(ann), { conversation: group._id }, 'updating_chat', note(group._id));
    await windows.settled([ann, opened[0]!], [bob, opened[1]!], [eve, opened[2]!], [other, opened[3]!]);
    expect(opened.map(({ received }) => received.length)).toEqual([1, 1, 0, 0]);
    expect(opened[0]!.received[0]).toEqual({ event: 'updating_chat', payload: note(group._id) });
  });

  it('keeps everybody’s conversation inside its community', async () => {
    const [ann, other] = [await services.member(), await services.member({ community: 'workplace' })];
    const opened = [await windows.open(ann), await windows.open(other)] as const;
    const tenant = tenantOfMember(ann);
    services.get(Realtime).emitTo(tenant, { conversation: everybodyId(tenant) }, 'updating_chat', note('0'));
    // The same id under the other community's name.
    services
      .get(Realtime)
      .emitTo(tenantOfMember(other), { conversation: everybodyId(tenant) }, 'updating_chat', note('0'));
    await windows.settled([ann, opened[0]], [other, opened[1]]);
    expect(opened.map(({ received }) => received.length)).toEqual([1, 0]);
  });

  it('makes a payload for each member, and sends it to all their windows', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const group = await services.group(ann, [bob]);
    const opened = [await windows.open(ann), await windows.open(ann), await windows.open(bob)] as const;
    const realtime = services.get(Realtime);
    const to = { conversation: group._id };
    expect(realtime.viewers(tenantOfMember(ann), to).sort()).toEqual([ann.id, bob.id].sort());
    realtime.emitToEach(tenantOfMember(ann), to, 'updating_chat', (viewer) =>
      viewer === ann.id ? note(viewer) : undefined,
    );
    await windows.settled([bob, opened[2]]);
    await until(() => opened[0].received.length > 0 && opened[1].received.length > 0);
    expect(opened[1].received[0]!.payload).toEqual(note(ann.id));
    expect(opened[2].received).toEqual([]);
  });

  it('does not let a client choose its rooms', async () => {
    const [ann, eve] = [await services.member(), await services.member()];
    const group = await services.group(ann, [], { invisible: true });
    const evil = await windows.open(eve);
    for (const event of ['join', 'subscribe', 'room', 'connection', 'posting_topic'])
      evil.socket.emit(event, `motorsport:conversation:${group._id}`, group._id);
    services.get(Realtime).emitTo(tenantOfMember(ann), { conversation: group._id }, 'updating_chat', note(group._id));
    await windows.settled([eve, evil]);
    expect(evil.received).toEqual([]);
  });

  it('leaves the room when a member leaves the group, and joins it when they join', async () => {
    const [ann, bob, cid] = [await services.member(), await services.member(), await services.member()];
    const group = await services.group(ann, [bob], { invisible: true });
    const [bobs, cids] = [await windows.open(bob), await windows.open(cid)];
    const tenant = tenantOfMember(ann);
    const [mongo, outbox, memberships] = [
      services.get(Mongo),
      services.get(Outbox),
      services.get(MembershipRepository),
    ];
    await mongo.transaction(async (session) => {
      await memberships.leave(tenant, group._id, bob.id, { session });
      await memberships.add(tenant, group._id, cid.id, 'member', { session });
      for (const { id } of [bob, cid])
        await outbox.add(session, { kind: 'MembershipChanged', tenant, group: group._id, user: id });
    });
    await until(() => services.get(Realtime).viewers(tenant, { conversation: group._id }).includes(cid.id));
    services.get(Realtime).emitTo(tenant, { conversation: group._id }, 'updating_chat', note(group._id));
    await windows.settled([bob, bobs], [cid, cids]);
    const namesOf = ({ received }: TestWindow) => [...new Set(received.map(({ event }) => event))];
    expect(namesOf(bobs).filter((name) => name !== 'updating_group')).toEqual(['leaving_group']);
    expect(namesOf(cids).filter((name) => name !== 'updating_group')).toEqual(['joining_group', 'updating_chat']);
  });

  it('closes a window within a second of its session’s end, and only that one', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const [anns, bobs] = [await windows.open(ann), await windows.open(bob)];
    const ownTime = startOwnTime();
    await services.call(logout, {}, { as: ann });
    await until(() => anns.socket.disconnected);
    expect(ownTime().ms).toBeLessThan(1000);
    expect(anns.received).toEqual([{ event: 'session_ended', payload: { code: 'INVALID_TOKEN' } }]);
    expect(bobs.socket.connected).toBe(true);
    expect(await windows.refusalOf({ token: ann.token })).toEqual({ code: 'INVALID_TOKEN' });
  });
});

describe('is writing', () => {
  it('is sent to the other members of a group, whatever user the message names', async () => {
    const [ann, bob, eve] = [await services.member(), await services.member(), await services.member()];
    const group = await services.group(ann, [bob]);
    const opened = [
      await windows.open(ann),
      await windows.open(ann),
      await windows.open(bob),
      await windows.open(eve),
    ] as const;
    expect(await opened[0].ask('writing_group', { gid: group._id, uid: eve.id })).toEqual({ ok: true });
    await until(() => opened[2].received.length > 0);
    expect(opened[2].received).toEqual([
      {
        event: 'writing_group',
        payload: {
          workplace: '',
          gid: group._id,
          user: expect.objectContaining({ id: ann.id, username: ann.username }),
        },
      },
    ]);
    await windows.settled([ann, opened[0]], [eve, opened[3]]);
    expect([
      opened[0].received.length,
      opened[1].received.filter(({ event }) => event === 'writing_group').length,
      opened[3].received.length,
    ]).toEqual([0, 0, 0]);
  });

  it('is sent to the recipient of a direct chat only', async () => {
    const [ann, bob, eve] = [await services.member(), await services.member(), await services.member()];
    const [anns, bobs, eves] = [await windows.open(ann), await windows.open(bob), await windows.open(eve)];
    expect(await anns.ask('writing_recipient', { recipient: bob.id })).toEqual({ ok: true });
    await windows.settled([ann, anns], [bob, bobs], [eve, eves]);
    expect([anns.received.length, bobs.received.length, eves.received.length]).toEqual([0, 1, 0]);
  });

  it('names the direct chat of three, which is not that of two', async () => {
    const [ann, bob, cleo] = [await services.member(), await services.member(), await services.member()];
    const post = async (recipients: string[]) => {
      const input = { client_id: randomUUID(), shout: 'Box', recipients };
      await services.call(postShout, input, { as: ann });
    };
    await post([bob.id]);
    await post([bob.id, cleo.id]);
    const { filters } = (await services.call(readChats, { verb: 'retrieve', prop: 'people' }, { as: ann })).body;
    const ofThree = filters.find(({ id }) => id !== bob.id)!.id;
    const [anns, bobs] = [await windows.open(ann), await windows.open(bob)];
    for (const recipient of [bob.id, ofThree])
      expect(await anns.ask('writing_recipient', { recipient })).toEqual({ ok: true });
    const signals = () => bobs.received.filter(({ event }) => event === 'writing_recipient');
    await until(() => signals().length === 2);
    expect(signals().map(({ payload }) => payload)).toMatchObject([
      { conversation: ann.id },
      { conversation: ofThree },
    ]);
  });

  it.each<[string, string, (ann: TestMember, eve: TestMember) => Promise<unknown>, string]>([
    [
      'a group that they may not see',
      'writing_group',
      async (ann) => ({ gid: (await services.group(ann, [], { invisible: true }))._id }),
      'GROUP_NOT_FOUND',
    ],
    ['a group that is not there', 'writing_group', async () => ({ gid: 'nothing' }), 'GROUP_NOT_FOUND'],
    [
      'a member of another community',
      'writing_recipient',
      async () => ({ recipient: (await services.member({ community: 'workplace' })).id }),
      'GROUP_NOT_FOUND',
    ],
    ['themselves', 'writing_recipient', async (_ann, eve) => ({ recipient: eve.id }), 'USER_NOT_FOUND'],
    ['another workplace', 'writing_group', async () => ({ gid: '0', workplace: 'elsewhere' }), 'FORBIDDEN'],
    ['an operator as an id', 'writing_group', async () => ({ gid: { $ne: null } }), 'INVALID_INPUT'],
    ['a field that is not declared', 'writing_group', async () => ({ gid: '0', room: 'x' }), 'INVALID_INPUT'],
    ['nothing', 'writing_recipient', async () => undefined, 'INVALID_INPUT'],
    ['a list', 'writing_group', async () => [['0']], 'INVALID_INPUT'],
  ])('refuses %s', async (_what, event, message, code) => {
    const [ann, eve] = [await services.member(), await services.member()];
    const evil = await windows.open(eve);
    expect(await evil.ask(event, await message(ann, eve))).toMatchObject({ code });
    expect(evil.socket.connected).toBe(true);
  });

  it('is refused for a member whom the recipient has blocked', async () => {
    const [ann, eve] = [await services.member(), await services.member()];
    await services.get(UserRepository).setBlocked(tenantOfMember(ann), ann.id, eve.id, true);
    const [anns, evil] = [await windows.open(ann), await windows.open(eve)];
    expect(await evil.ask('writing_recipient', { recipient: ann.id })).toEqual({ code: 'BLOCKED' });
    await windows.settled([ann, anns]);
    expect(anns.received).toEqual([]);
  });

  it('closes a connection that sends too much at once', async () => {
    const evil = await windows.open(await services.member());
    evil.socket.emit('writing_group', { gid: 'x'.repeat(50_000) });
    await until(() => evil.socket.disconnected);
  });

  it('refuses a flood with TOO_MANY_REQUESTS and the seconds to wait', async () => {
    const evil = await windows.open(await services.member());
    const replies = await Promise.all(Array.from({ length: 40 }, () => evil.ask('writing_group', { gid: '0' })));
    const refused = replies.filter((reply) => 'code' in reply);
    expect(refused.length).toBe(10);
    expect(refused[0]).toEqual({ code: 'TOO_MANY_REQUESTS', retry_after: expect.any(Number) });
  });
});

describe('a change of the deployment', () => {
  it('is sent to the community’s windows, and removes and restores conversations with their tabs', async () => {
    const [ann, bob, other] = [
      await services.member(),
      await services.member(),
      await services.member({ community: 'workplace' }),
    ];
    const group = await services.group(ann, [bob]);
    const [anns, bobs, others] = [await windows.open(ann), await windows.open(bob), await windows.open(other)];
    const tenant = tenantOfMember(ann);
    const viewers = () => services.get(Realtime).viewers(tenant, { conversation: group._id }).length;
    let tabs: unknown[] = [];
    await services.configure('motorsport', (file) => {
      tabs = file.tabs;
      file.tabs = ['events'];
      delete file.flags['default_page'];
    });
    await until(() => bobs.received.some(({ event }) => event === 'updating_deployment'));
    expect(viewers()).toBe(0);
    expect(await anns.ask('writing_group', { gid: group._id })).toEqual({ code: 'FEATURE_DISABLED' });
    expect(others.received).toEqual([]);
    await services.configure('motorsport', (file) => {
      file.tabs = tabs;
    });
    await until(() => viewers() === 2);
    expect(await anns.ask('writing_group', { gid: group._id })).toEqual({ ok: true });
  });
});
