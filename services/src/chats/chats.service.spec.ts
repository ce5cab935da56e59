import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { archiveChat, markRead, muteChat, readChat, readChats } from '@paddock/contract/calls/chats';
import { banMember } from '@paddock/contract/calls/account-data';
import { addGroupMembers } from '@paddock/contract/calls/group-members';
import { readGroup } from '@paddock/contract/calls/groups';
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
import { newId } from '../infrastructure/mongo/row.js';
import { MembershipRepository } from '../community/memberships/membership.repository.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { TestWindows, until } from '../../test/test-windows.js';
import { ChatsService } from './chats.service.js';
import { GroupsService } from './groups/groups.service.js';

let services: TestServices;
let windows: TestWindows;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,chats', RATE_LIMITS: 'off' });
  windows = new TestWindows(services);
});
afterAll(() => services.close());
afterEach(() => windows.closeAll());

/** Adds a shout to the counts as the shouts service does. */
async function shouted(by: TestMember, conversation: string): Promise<void> {
  const shout = { conversation, id: newId(), user: by.id, text: 'Box this lap', created: new Date() };
  await services.get(Mongo).transaction(async (session) => {
    await services.get(ConversationPositions).advance(tenantOfMember(by), [shout], { session });
  });
}
const entry = async (as: TestMember, id: string) => (await services.call(readChat, { id }, { as })).body;

describe(ChatsService, () => {
  it('marks all shouts as read, notifies the own windows, and does nothing the second time', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const id = (await services.group(ann, [bob]))._id;
    await shouted(ann, id);
    await shouted(ann, id);
    expect([(await entry(bob, id)).badge_number, (await entry(ann, id)).badge_number]).toEqual([2, 0]);
    const [own, other] = [await windows.open(bob), await windows.open(ann)];
    expect((await services.call(markRead, { id }, { as: bob })).body).toEqual({ badge_number: 0 });
    await until(() => own.received.length > 0);
    await services.call(markRead, { id }, { as: bob });
    await windows.settled([bob, own], [ann, other]);
    expect(own.received).toEqual([
      {
        event: 'updating_chat',
        payload: { workplace: '', conversation: id, badge_number: 0, seq: 2, muted: false, archived: false },
      },
    ]);
    expect(other.received).toEqual([]);
    expect((await entry(bob, id)).badge_number).toBe(0);
  });

  it('never moves the mark back and counts every concurrent shout', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const id = (await services.group(ann, [bob]))._id;
    const reads = Array.from({ length: 6 }, () => services.call(markRead, { id }, { as: bob }));
    await Promise.all([...reads, ...Array.from({ length: 6 }, () => shouted(ann, id))]);
    await services.call(markRead, { id }, { as: bob });
    await shouted(ann, id);
    expect((await entry(bob, id)).badge_number).toBe(1);
  });

  it('marks up to the given shout, never back and never beyond the newest', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const id = (await services.group(ann, [bob]))._id;
    for (let count = 0; count < 3; count += 1) await shouted(ann, id);
    const read = async (seq: number) => {
      const { body } = await services.call(markRead, { id, seq }, { as: bob });
      return [body.badge_number, (await entry(bob, id)).badge_number];
    };
    expect(await read(2)).toEqual([1, 1]);
    expect(await read(1)).toEqual([1, 1]);
    expect(await read(99)).toEqual([0, 0]);
    await shouted(ann, id);
    expect((await entry(bob, id)).badge_number).toBe(1);
  });

  it('mutes and unmutes, for this member alone', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const id = (await services.group(ann, [bob]))._id;
    await services.call(muteChat, { id, mute: true }, { as: bob });
    expect([(await entry(bob, id)).muted, (await entry(ann, id)).muted]).toEqual([true, false]);
    await services.call(muteChat, { id, mute: 'false' }, { as: bob });
    expect((await entry(bob, id)).muted).toBe(false);
  });

  it('archives groups and direct chats, but not the everybody group', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const direct = await directChat(services, ann, bob);
    await shouted(bob, direct._id);
    expect((await services.call(archiveChat, { id: bob.id, archive: true }, { as: ann })).status).toBe(200);
    expect((await entry(ann, bob.id)).archived).toBe(true);
    const reply = await services.call(archiveChat, { id: '0', archive: true }, { as: ann });
    expect([reply.status, reply.body.code]).toEqual([403, 'FORBIDDEN']);
    await underFlags(services, 'motorsport', { disable_archive: true }, async () =>
      expect((await services.call(archiveChat, { id: bob.id, archive: false }, { as: ann })).body.code).toBe(
        'FEATURE_DISABLED',
      ),
    );
  });

  describe('permissions', () => {
    const people = [
      'signedOut',
      'pending',
      'member',
      'owner',
      'admin',
      'superAdmin',
      'outsider',
      'adminOfAnotherWorkplace',
      'adminInTheirOwnWorkplace',
      'memberOfAnotherCommunity',
    ] as const;
    const who = {} as Record<(typeof people)[number], CallOptions>;
    let group: string;
    let pair: string;
    beforeAll(async () => {
      const hq = { community: 'workplace', workplace: 'hq' };
      const acl = (id: string) => [{ title: 'workplace_admin' as const, resources: [id] }];
      const [owner, member] = [await services.member(hq), await services.member(hq)];
      group = (await services.group(owner, [member], { invisible: true }))._id;
      const direct = await directChat(services, owner, await services.member(hq));
      pair = direct._id;
      await shouted(owner, pair);
      const twoPlaces = await services.member({ ...hq, workplaces: ['hq', 'porto'], acl: acl('porto') });
      Object.assign(who, {
        signedOut: { host: 'workplace.localhost' },
        pending: { as: await services.member({ ...hq, pending: true }) },
        member: { as: member },
        owner: { as: owner },
        admin: { as: await services.member({ ...hq, acl: acl('hq') }) },
        superAdmin: { as: await services.member({ ...hq, admin: true }) },
        outsider: { as: await services.member(hq) },
        adminOfAnotherWorkplace: { as: twoPlaces },
        adminInTheirOwnWorkplace: { as: twoPlaces, workplace: 'porto' },
        memberOfAnotherCommunity: { as: await services.member() },
      });
    });
    const calls = {
      read: (id: string, options: CallOptions) => services.call(readChat, { id }, options),
      mark: (id: string, options: CallOptions) => services.call(markRead, { id }, options),
      mute: (id: string, options: CallOptions) => services.call(muteChat, { id, mute: true }, options),
      archive: (id: string, options: CallOptions) => services.call(archiveChat, { id, archive: true }, options),
      group: (id: string, options: CallOptions) => services.call(readGroup, { id }, options),
    };
    const names = Object.keys(calls) as (keyof typeof calls)[];
    const codes: Record<(typeof people)[number], string> = {
      signedOut: 'INVALID_TOKEN',
      pending: 'PENDING_APPROVAL',
      member: 'ok',
      owner: 'ok',
      admin: 'ok',
      superAdmin: 'ok',
      outsider: 'GROUP_NOT_FOUND',
      adminOfAnotherWorkplace: 'GROUP_NOT_FOUND',
      adminInTheirOwnWorkplace: 'GROUP_NOT_FOUND',
      memberOfAnotherCommunity: 'GROUP_NOT_FOUND',
    };

    it.each(people.flatMap((one) => names.map((name) => [one, name, codes[one]] as const)))(
      'an invisible group: %s, %s: %s',
      async (one, name, code) => {
        const { status, body } = await calls[name](group, who[one]);
        expect(status === 200 ? 'ok' : body.code).toBe(code);
      },
    );

    it.each(
      (
        ['member', 'admin', 'superAdmin', 'outsider', 'adminInTheirOwnWorkplace', 'memberOfAnotherCommunity'] as const
      ).flatMap((one) => names.map((name) => [one, name] as const)),
    )('a direct chat of others does not exist for %s: %s', async (one, name) => {
      const unknown = await calls[name](newId(), who[one]);
      const reply = await calls[name](pair, who[one]);
      expect(reply).toEqual(unknown);
      expect(reply.body).toMatchObject({ code: 'GROUP_NOT_FOUND' });
    });
  });
});

describe(GroupsService, () => {
  const shown = async (as: TestMember, id: string) => {
    const { body } = await services.call(readGroup, { id }, { as });
    return [body.users.length, body.totalUsers, body.group.total_users, body.owners.length, body.group.owners?.length];
  };
  const [all, none] = [
    [3, 3, 3, 1, 1],
    [0, 0, undefined, 0, undefined],
  ];

  it.each<[unknown, ('admin' | 'owner' | 'member')[]]>([
    [false, ['admin', 'owner', 'member']],
    ['members', ['admin', 'owner']],
    [true, ['admin']],
  ])('shows members and their count under hide_members %p only to %p', async (hide_members, viewers) => {
    const [owner, member, third, outsider] = await Promise.all([1, 2, 3, 4].map(() => services.member()));
    const people = {
      admin: await services.member({ admin: true }),
      owner: owner!,
      member: member!,
      outsider: outsider!,
    };
    const id = (await services.group(owner!, [member!, third!]))._id;
    await underFlags(services, 'motorsport', { hide_members }, async () => {
      for (const [name, as] of Object.entries(people))
        expect([name, await shown(as, id)]).toEqual([name, viewers.some((viewer) => viewer === name) ? all : none]);
    });
  });

  it('hides members from outsiders under can_only_view_users_in_my_groups, and those of closed groups', async () => {
    const [owner, member, third, outsider] = await Promise.all([1, 2, 3, 4].map(() => services.member()));
    const id = (await services.group(owner!, [member!, third!]))._id;
    const closing = { users_can_only_shout_in_their_groups: true, users_can_only_comment_in_their_groups: true };
    for (const flags of [{ can_only_view_users_in_my_groups: true }, closing])
      await underFlags(services, 'motorsport', flags, async () => {
        expect(await shown(outsider!, id)).toEqual(none);
        expect(await shown(member!, id)).toEqual(all);
      });
  });

  it('pages its members', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => services.member()));
    const id = (await services.group(people[0]!, people.slice(1)))._id;
    const pages = [];
    for (const page of [0, 1, 2])
      pages.push((await services.call(readGroup, { id, page, count: 2 }, { as: people[0]! })).body.users);
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(new Set(pages.flat().map((user) => user.id)).size).toBe(5);
  });

  it('hides banned members from all but super admins, in pages, counts and owners', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => services.member()));
    const [owner, ann] = [people[0]!, people[1]!];
    const chief = await services.member({ admin: true });
    const id = (await services.group(owner, people.slice(1)))._id;
    for (const { id } of [owner, people[3]!])
      expect((await services.call(banMember, { id, banned: true }, { as: chief })).status).toBe(200);
    const page = async (as: TestMember, page: number) =>
      (await services.call(readGroup, { id, page, count: 2 }, { as })).body;
    const pages = [await page(ann, 0), await page(ann, 1)];
    expect(pages.flatMap(({ users }) => users.map((user) => user.id)).sort()).toEqual(
      [ann, people[2]!, people[4]!].map((one) => one.id).sort(),
    );
    for (const { totalUsers, owners, group } of pages)
      expect([totalUsers, owners, group.total_users, group.owners]).toEqual([3, [], 3, []]);
    expect(await shown(chief, id)).toEqual([5, 5, 5, 1, 1]);
    await services.call(banMember, { id: owner.id, banned: false }, { as: chief });
    expect(await shown(ann, id)).toEqual([4, 4, 4, 1, 1]);
    const added = await services.call(addGroupMembers, { id, uid: ann.id }, { as: owner });
    expect(added.body).toEqual({ added: 0, total_users: 4 });
  });

  it('reads the everybody group but no direct chat', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    expect((await services.call(readGroup, { id: '0' }, { as: ann })).body.group.id).toBe('0');
    expect((await services.call(readGroup, { id: bob.id }, { as: ann })).body.code).toBe('GROUP_NOT_FOUND');
  });

  it('hides an invisible group from a member who left it', async () => {
    const [owner, ann] = [await services.member(), await services.member()];
    const id = (await services.group(owner, [ann], { invisible: true, title: `Pit wall ${randomUUID()}` }))._id;
    await services.get(MembershipRepository).leave(tenantOfMember(ann), id, ann.id);
    expect((await services.call(readGroup, { id }, { as: ann })).body.code).toBe('GROUP_NOT_FOUND');
    const { body } = await services.call(readChats, { verb: 'retrieve', prop: 'groups' }, { as: ann });
    expect(body.filters.map((row) => row.id)).toEqual(['0']);
  });
});
