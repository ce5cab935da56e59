import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readBadges } from '@paddock/contract/calls/badges';
import { archiveChat, markRead, muteChat, readChats, readUnread } from '@paddock/contract/calls/chats';
import { deleteShout, postShout } from '@paddock/contract/calls/shouts';
import { readGroup } from '@paddock/contract/calls/groups';
import type { CommandStartedEvent } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { changedElsewhere } from '../../test/changed-elsewhere.js';
import { expectNoCollectionScan } from '../../test/expect-no-collection-scan.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../test/start-test-services.js';
import { underFlags } from '../../test/under-flags.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { ChatListService } from './chat-list.service.js';
import { UnreadChats } from './unread-chats.js';
import { ChatSearch } from './chat-search.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats,shouts', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

type Prop = 'all' | 'groups' | 'people';
const list = async (as: TestMember, input: object = {}) =>
  (await services.call(readChats, { verb: 'retrieve', prop: 'all', ...input }, { as })).body;
const idsOf = async (as: TestMember, input: object = {}) => (await list(as, input)).filters.map((entry) => entry.id);
const search = (as: TestMember, query: string, prop: Prop = 'all') => list(as, { verb: 'search', prop, query });
const post = async (as: TestMember, input: object) =>
  (await services.call(postShout, { client_id: randomUUID(), shout: 'Box this lap', ...input }, { as })).body;
const word = () => `w${randomUUID().replaceAll('-', '').slice(0, 10)}`;

describe(ChatListService, () => {
  it('lists everybody, own groups and direct chats, newest activity first, without other groups and empty direct chats', async () => {
    const [ann, bob, eve] = [await services.member(), await services.member(), await services.member()];
    const [one, two] = [(await services.group(ann))._id, (await services.group(ann))._id];
    await services.group(bob);
    await post(bob, { recipients: [eve.id] });
    await post(ann, { recipients: [bob.id] });
    await post(ann, { group: one });
    const ids = await idsOf(ann);
    expect(ids.filter((id) => id !== '0')).toEqual([one, bob.id, two]);
    expect(ids).toContain('0');
    expect(await idsOf(ann, { prop: 'people' })).toEqual([bob.id]);
    expect((await idsOf(ann, { prop: 'groups' })).sort()).toEqual(['0', one, two].sort());
  });

  it('shows a direct chat as the other member, with the last shout and the unread count', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    await post(ann, { recipients: [bob.id] });
    const { id } = await post(ann, { recipients: [bob.id], shout: 'Tyres are in' });
    const [entry] = (await list(bob, { prop: 'people' })).filters;
    expect(entry).toMatchObject({
      id: ann.id,
      username: ann.username,
      title: ann.row.fullname,
      badge_number: 2,
      last_shout: { id, text: 'Tyres are in', user: { id: ann.id }, deleted: false },
    });
    await services.call(deleteShout, { id }, { as: ann });
    expect((await list(bob, { prop: 'people' })).filters[0]).toMatchObject({
      badge_number: 1,
      last_shout: { text: 'Box this lap' },
    });
  });

  it('asks the database for the archived chats of a member once', async () => {
    const ann = await services.member();
    const { _id: group } = await services.group(ann);
    await list(ann);
    const asked = async (work: () => Promise<unknown>) => {
      let count = 0;
      const client = services.get(Mongo).connection.getClient();
      const started = ({ command }: CommandStartedEvent) => {
        if (command['find'] === 'conversation_states' && command['filter'].archived) count++;
      };
      client.on('commandStarted', started);
      await work().finally(() => client.off('commandStarted', started));
      return count;
    };
    expect(await asked(async () => void (await list(ann)))).toBe(0);
    await services.call(archiveChat, { id: group, archive: true }, { as: ann });
    expect(await idsOf(ann, { verb: 'archived' })).toEqual([group]);
    expect((await list(ann)).archive).toBe(true);
  });

  it('shows what another process has archived', async () => {
    const ann = await services.member();
    const { _id: group } = await services.group(ann);
    expect((await list(ann)).archive).toBe(false);
    const tenant = tenantOfMember(ann);
    const row = { ...tenant, user: ann.id, conversation: group };
    const states = services.get(Mongo).connection.collection('conversation_states');
    await states.updateOne(row, { $set: { archived: true } }, { upsert: true });
    await changedElsewhere(services, { kind: 'ChatMarked', tenant, conversation: group, user: ann.id });
    expect(await idsOf(ann, { verb: 'archived' })).toEqual([group]);
  });

  it('continues after a page without repeats, also across archived chats', async () => {
    const ann = await services.member();
    const groups: string[] = [];
    for (let index = 0; index < 7; index++) groups.push((await services.group(ann))._id);
    for (const id of groups.slice(2, 5)) await services.call(archiveChat, { id, archive: true }, { as: ann });
    const seen: string[] = [];
    let after: string | null | undefined;
    do {
      const step = await list(ann, { prop: 'groups', count: 2, ...(after && { after }) });
      seen.push(...step.filters.map((entry) => entry.id));
      after = step.next;
    } while (after);
    expect(seen.filter((id) => id !== '0')).toEqual([6, 5, 1, 0].map((index) => groups[index]));
    const archived = await list(ann, { verb: 'archived', prop: 'groups', count: 2 });
    const rest = await list(ann, { verb: 'archived', prop: 'groups', count: 2, after: archived.next! });
    expect([...archived.filters, ...rest.filters].map((entry) => entry.id)).toEqual(
      [4, 3, 2].map((index) => groups[index]),
    );
    expect([archived.archive, rest.next]).toEqual([true, null]);
  });

  it('refuses a foreign cursor', async () => {
    const { code } = (await list(await services.member(), { after: '../0' })) as unknown as { code: string };
    expect(code).toBe('INVALID_INPUT');
  });

  it('omits hidden groups and sets archive only when a chat is archived', async () => {
    const ann = await services.member();
    await services.group(ann, [], { hidden: true });
    expect([await idsOf(ann), (await list(ann)).archive]).toEqual([['0'], false]);
  });

  it('sums unread shouts of chats that are neither muted nor archived for the badge', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const [one, two, three] = [
      (await services.group(ann, [bob]))._id,
      (await services.group(ann, [bob]))._id,
      (await services.group(ann, [bob]))._id,
    ];
    for (const group of [one, one, two, three]) await post(ann, { group });
    await post(ann, { recipients: [bob.id] });
    await services.call(markRead, { id: '0' }, { as: bob });
    const badge = async () => (await services.call(readUnread, {}, { as: bob })).body;
    expect(await badge()).toEqual({ groups: 4, people: 1 });
    await services.call(muteChat, { id: two, mute: true }, { as: bob });
    await services.call(archiveChat, { id: three, archive: true }, { as: bob });
    await services.call(markRead, { id: one }, { as: bob });
    expect(await badge()).toEqual({ groups: 0, people: 1 });
    const { badges } = (await services.call(readBadges, {}, { as: bob })).body;
    expect(badges.chats).toBe(1);
  });

  it('separates equal chats of different workplaces and communities', async () => {
    const title = word();
    const places = [
      { community: 'motorsport' },
      { community: 'workplace', workplace: 'hq' },
      { community: 'workplace', workplace: 'porto' },
    ];
    const owners = await Promise.all(places.map((place) => services.member(place)));
    const groups = await Promise.all(owners.map((owner) => services.group(owner, [], { title })));
    for (const [index, owner] of owners.entries()) {
      expect((await idsOf(owner)).sort()).toEqual(['0', groups[index]!._id].sort());
      expect((await search(owner, title)).groups!.map((group) => group.id)).toEqual([groups[index]!._id]);
    }
  });
});

describe(ChatSearch, () => {
  it('finds members by prefixes of user name, full name or company, without the caller and other communities', async () => {
    const name = word();
    const [ann, bob] = [
      await services.member({ fullname: `Ann ${name}` }),
      await services.member({ fullname: `Bob ${name.toUpperCase()}` }),
    ];
    await services.member({ fullname: `Pia ${name}`, pending: true });
    await services.member({ fullname: `Una ${name}`, email_verified: false });
    await services.member({ fullname: `Eve ${name}`, community: 'workplace' });
    const found = await search(ann, name.slice(0, 8));
    expect(found.users!.map((user) => user.id)).toEqual([bob.id]);
    expect((await search(ann, name.slice(2))).users).toEqual([]);
    expect((await search(ann, name, 'groups')).users).toEqual([]);
  });

  it('finds members of the workplace only', async () => {
    const name = word();
    const there = { community: 'workplace', fullname: `Ann ${name}` };
    const [ann, bob] = [
      await services.member({ ...there, workplace: 'hq' }),
      await services.member({ ...there, workplace: 'hq' }),
    ];
    await services.member({ ...there, workplace: 'porto' });
    await underFlags(services, 'workplace', { can_only_view_users_in_my_groups: false }, async () => {
      expect((await search(ann, name)).users!.map((user) => user.id)).toEqual([bob.id]);
    });
  });

  it('finds only members of the caller’s groups under can_only_view_users_in_my_groups, except for admins', async () => {
    const name = word();
    const [ann, bob, eve] = await Promise.all([1, 2, 3].map(() => services.member({ fullname: `Member ${name}` })));
    const admin = await services.member({ admin: true });
    await services.group(ann!, [bob!]);
    await post(eve!, { group: '0' });
    await underFlags(services, 'motorsport', { can_only_view_users_in_my_groups: true }, async () => {
      expect((await search(ann!, name)).users!.map((user) => user.id)).toEqual([bob!.id]);
      expect((await search(admin, name)).users).toHaveLength(3);
    });
    expect((await search(ann!, name)).users).toHaveLength(2);
  });

  it('finds invisible groups for their members and admins only', async () => {
    const title = word();
    const [owner, ann] = [await services.member(), await services.member()];
    const admin = await services.member({ admin: true });
    await services.group(owner, [], { title: `Pit ${title}`, invisible: true });
    await services.group(owner, [], { title: `Box ${title}` });
    const counts = await Promise.all([owner, ann, admin].map(async (as) => (await search(as, title)).groups!.length));
    expect(counts).toEqual([2, 1, 2]);
  });

  it('finds readable shouts and comments by prefixes of all words, without deleted ones', async () => {
    const rare = word();
    const [ann, bob] = [await services.member(), await services.member()];
    const group = (await services.group(ann, [], { invisible: true }))._id;
    const shout = await post(ann, { group, shout: `The ${rare} barrier` });
    const comment = await post(ann, { in_reply_to: shout.id, shout: `${rare} is repaired` });
    expect((await search(ann, rare.slice(0, 9))).shouts!.map(({ id }) => id)).toEqual([comment.id, shout.id]);
    expect((await search(ann, `barr ${rare}`)).shouts!.map(({ id }) => id)).toEqual([shout.id]);
    expect((await search(bob, rare)).shouts).toEqual([]);
    await services.call(deleteShout, { id: shout.id }, { as: ann });
    expect((await search(ann, rare)).shouts!.map(({ id }) => id)).toEqual([comment.id]);
  });

  it('returns 15 of each kind and names the kinds with more', async () => {
    const name = word();
    const ann = await services.member();
    for (let index = 0; index < 16; index++) await services.member({ fullname: `Crew ${name}` });
    for (let index = 0; index < 15; index++) await post(ann, { group: '0', shout: `${name} ${index}` });
    const found = await search(ann, name);
    expect([found.users!.length, found.shouts!.length, found.too_many]).toEqual([15, 15, ['users']]);
  });

  it.each(['', '   ', '.*', '^', '$where', '('])('finds nothing for %j, which it treats as text', async (query) => {
    expect(await search(await services.member(), query)).toMatchObject({ users: [], groups: [], shouts: [] });
  });

  it('reads only by indexes', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const id = (await services.group(ann, [bob]))._id;
    await post(ann, { group: id });
    await expectNoCollectionScan(services, async () => {
      for (const verb of ['retrieve', 'archived', 'search'] as const)
        await list(bob, { verb, ...(verb === 'search' && { query: 'box' }) });
      await services.call(markRead, { id }, { as: bob });
      await services.call(muteChat, { id, mute: true }, { as: bob });
      await services.call(archiveChat, { id, archive: true }, { as: bob });
      await services.call(readGroup, { id }, { as: bob });
      await services.get(UnreadChats).sums(tenantOfMember(bob), bob.id);
    });
  });
});
