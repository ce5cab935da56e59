import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  archiveChat,
  archiveDirectChat,
  muteDirectChat,
  readChat,
  readChats,
  readUnread,
} from '@paddock/contract/calls/chats';
import { postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import {
  startTestServices,
  tenantOfMember,
  type CallOptions,
  type TestMember,
  type TestServices,
} from '../../test/start-test-services.js';
import { directChat } from '../../test/direct-chat.js';
import { underFlags } from '../../test/under-flags.js';
import { ConversationPositions } from '../community/conversations/conversation-positions.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { newId } from '../infrastructure/mongo/row.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats,shouts', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const list = async (as: TestMember, input: object = {}) =>
  await services.call(readChats, { verb: 'retrieve', prop: 'all', ...input }, { as });
const idsOf = async (as: TestMember, input: object = {}) => (await list(as, input)).body.filters.map(({ id }) => id);
const entry = async (as: TestMember, id: string) => (await services.call(readChat, { id }, { as })).body;
const write = (as: TestMember, to: TestMember) =>
  services.call(postShout, { client_id: randomUUID(), shout: 'Box this lap', recipients: [to.id] }, { as });

/** Sends a request as a client of the specification does, without our contract. */
async function send(method: string, path: string, as: TestMember, body?: object) {
  const headers = { host: `${as.community}.localhost`, authorization: `Bearer ${as.token}` };
  const reply = await services.request(method, `/api${path}`, { headers, ...(body && { body }) });
  return { status: reply.status, body: JSON.parse(reply.text) as Record<string, unknown> & { code?: string } };
}

describe('GET filters', () => {
  it('pages by number from 0, in lists and in the archive, as by cursor', async () => {
    const ann = await services.member();
    const groups: string[] = [];
    for (let index = 0; index < 6; index += 1) groups.unshift((await services.group(ann))._id);
    const everyPage = async (input: object) => {
      const pages: string[][] = [];
      for (const page of [0, 1, 2, 3]) pages.push(await idsOf(ann, { count: 2, page, ...input }));
      return pages;
    };
    const all = (await everyPage({ prop: 'groups' })).flat();
    expect(all.filter((id) => id !== '0')).toEqual(groups);
    const first = (await list(ann, { prop: 'groups', count: 2 })).body;
    expect(await idsOf(ann, { prop: 'groups', count: 2, after: first.next })).toEqual(all.slice(2, 4));
    for (const id of groups.slice(0, 3)) await services.call(archiveChat, { id, archive: true }, { as: ann });
    expect(await everyPage({ verb: 'archived' })).toEqual([groups.slice(0, 2), groups.slice(2, 3), [], []]);
  });

  it.each(['-1', '1.5', 'x', '1001'])('refuses page %s', async (page) => {
    const reply = await send('GET', `/filters/retrieve/all?page=${page}`, await services.member());
    expect([reply.status, reply.body.code, Object.keys(reply.body['fields'] as object)]).toEqual([
      400,
      'INVALID_INPUT',
      ['page'],
    ]);
  });

  it.each(['GET filters/deleted/all', 'GET filters/retrieve/events'])('refuses %s', async (call) => {
    const [method, path] = call.split(' ');
    expect((await send(method!, `/${path}`, await services.member())).status).toBeGreaterThanOrEqual(400);
  });

  it('has no archive under disable_archive: archived chats are listed, counted and not offered as an archive', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    await write(bob, ann);
    const unread = async () => (await services.call(readUnread, {}, { as: ann })).body.people;
    const before = await unread();
    await services.call(archiveChat, { id: bob.id, archive: true }, { as: ann });
    expect([await idsOf(ann, { prop: 'people' }), await unread()]).toEqual([[], before - 1]);
    await underFlags(services, 'motorsport', { disable_archive: true }, async () => {
      const { filters, archive } = (await list(ann, { prop: 'people' })).body;
      expect([filters.map(({ id, archived }) => [id, archived]), archive]).toEqual([[[bob.id, false]], false]);
      expect(await unread()).toBe(before);
      const refused = [
        await list(ann, { verb: 'archived' }),
        await services.call(archiveChat, { id: bob.id, archive: false }, { as: ann }),
        await services.call(archiveDirectChat, { id: bob.id }, { as: ann }),
      ];
      expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([403, 'FEATURE_DISABLED']));
    });
    expect(await idsOf(ann, { verb: 'archived' })).toEqual([bob.id]);
  });
});

describe('PUT filters and users', () => {
  it.each([
    ['mute', 'muted'],
    ['archive', 'archived'],
  ] as const)('accepts the specified filter and self for %s', async (verb, state) => {
    const [ann, bob] = [await services.member(), await services.member()];
    const group = (await services.group(ann))._id;
    for (const [id, path] of [
      [group, `/filters/${verb}/${group}`],
      [bob.id, `/users/${bob.id}/${verb}`],
    ] as const) {
      for (const value of [true, false]) {
        const reply = await send('PUT', path, ann, { [verb]: value, filter: id, self: ann.id });
        expect([reply.status, (await entry(ann, id))[state]]).toEqual([200, value]);
      }
      expect((await send('PUT', path, ann, { [verb]: 'sometimes' })).body.code).toBe('INVALID_INPUT');
    }
  });

  it('mutes and archives a direct chat by the member alone, without a value at first', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    await write(bob, ann);
    expect((await send('PUT', `/users/${bob.id}/mute`, ann, {})).status).toBe(200);
    expect((await send('PUT', `/users/${bob.id}/archive`, ann, {})).status).toBe(200);
    expect(await entry(ann, bob.id)).toMatchObject({ muted: true, archived: true });
    expect(await entry(bob, ann.id)).toMatchObject({ muted: false, archived: false });
    expect(await idsOf(ann, { prop: 'people' })).toEqual([]);
  });

  it('keeps the direct chat with a blocked member readable, listed and under control', async () => {
    const bob = await services.member();
    const ann = await services.member({ blocked_users: [bob.id] });
    const tenant = tenantOfMember(ann);
    const { _id: conversation } = await directChat(services, ann, bob);
    const shout = { conversation, id: newId(), user: bob.id, text: 'Box this lap', created: new Date() };
    await services.get(Mongo).transaction(async (session) => {
      await services.get(ConversationPositions).advance(tenant, [shout], { session });
    });
    for (const [as, other] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      expect(await idsOf(as, { prop: 'people' })).toEqual([other.id]);
      expect((await services.call(muteDirectChat, { id: other.id }, { as })).status).toBe(200);
      expect((await write(as, other)).status).toBe(403);
    }
  });

  describe('permissions', () => {
    const people = [
      'signedOut',
      'pending',
      'member',
      'admin',
      'themselves',
      'otherWorkplace',
      'otherCommunity',
    ] as const;
    let bob: TestMember;
    let who: Record<(typeof people)[number], CallOptions>;
    beforeAll(async () => {
      const hq = { community: 'workplace', workplace: 'hq' };
      bob = await services.member(hq);
      who = {
        signedOut: { host: 'workplace.localhost' },
        pending: { as: await services.member({ ...hq, pending: true }) },
        member: { as: await services.member(hq) },
        admin: { as: await services.member({ ...hq, admin: true }) },
        themselves: { as: bob },
        otherWorkplace: { as: await services.member({ community: 'workplace', workplace: 'porto' }) },
        otherCommunity: { as: await services.member() },
      };
      await services.group(bob, [who.member.as!]);
    });
    const calls = {
      mute: (id: string, options: CallOptions) => services.call(muteDirectChat, { id }, options),
      archive: (id: string, options: CallOptions) => services.call(archiveDirectChat, { id }, options),
    };
    const codes: Record<(typeof people)[number], string> = {
      signedOut: 'INVALID_TOKEN',
      pending: 'PENDING_APPROVAL',
      member: 'ok',
      admin: 'ok',
      themselves: 'USER_NOT_FOUND',
      otherWorkplace: 'USER_NOT_FOUND',
      otherCommunity: 'USER_NOT_FOUND',
    };
    it.each(people.flatMap((one) => (['mute', 'archive'] as const).map((name) => [one, name, codes[one]] as const)))(
      '%s, %s: %s',
      async (one, name, code) => {
        const { status, body } = await calls[name](bob.id, who[one]);
        expect(status === 200 ? 'ok' : body.code).toBe(code);
      },
    );

    it.each(['mute', 'archive'] as const)(
      '%s of a group, the everybody group or an unknown id is no user',
      async (name) => {
        const { as } = who.member;
        const group = (await services.group(as!))._id;
        for (const id of [group, newId(), '0']) {
          const { status, body } = await calls[name](id, who.member);
          expect([status, body.code]).toEqual([404, expect.stringMatching(/^(USER_)?NOT_FOUND$/)]);
        }
      },
    );

    it('does not tell a member outside the groups from an unknown one under can_only_view_users_in_my_groups', async () => {
      const eve = await services.member({ community: 'workplace', workplace: 'hq' });
      await underFlags(services, 'workplace', { can_only_view_users_in_my_groups: true }, async () => {
        for (const name of ['mute', 'archive'] as const)
          expect(await calls[name](eve.id, who.member)).toEqual(await calls[name](newId(), who.member));
      });
    });
  });
});
