import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { markRead, muteChat, readChat, readChats, readUnread } from '@paddock/contract/calls/chats';
import { postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../test/start-test-services.js';
import { underFlags } from '../../test/under-flags.js';
import { MembershipRepository } from '../community/memberships/membership.repository.js';
import { newId } from '../infrastructure/mongo/row.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats,shouts', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const word = () => `w${randomUUID().replaceAll('-', '').slice(0, 10)}`;
const read = async (as: TestMember, input: object) =>
  (await services.call(readChats, { verb: 'retrieve', prop: 'all', ...input }, { as })).body;
const search = (as: TestMember, query: string) => read(as, { verb: 'search', query });
const post = async (as: TestMember, input: object) =>
  (await services.call(postShout, { client_id: randomUUID(), shout: 'Box this lap', ...input }, { as })).body;

/** Every text that a member gets from list, archive, search and counts. */
async function everything(as: TestMember, query: string): Promise<string> {
  const replies = [
    await read(as, {}),
    await read(as, { prop: 'groups' }),
    await read(as, { prop: 'people' }),
    await read(as, { verb: 'archived' }),
    await search(as, query),
    (await services.call(readUnread, {}, { as })).body,
  ];
  return JSON.stringify(replies);
}

describe('what a chat list and its search may show', () => {
  it('never show an invisible group or its shouts to outsiders, nor what a member read before leaving', async () => {
    const [title, said] = [word(), word()];
    const [owner, member, outsider] = await Promise.all([1, 2, 3].map(() => services.member()));
    const id = (await services.group(owner!, [member!], { title, invisible: true }))._id;
    await post(owner!, { group: id, shout: said });
    for (const query of [title, said]) {
      const shown = await everything(outsider!, query);
      expect([shown.includes(id), shown.includes(title), shown.includes(said)]).toEqual([false, false, false]);
    }
    expect(await everything(member!, said)).toContain(said);
    await services.get(MembershipRepository).leave(tenantOfMember(member!), id, member!.id);
    for (const query of [title, said]) {
      const shown = await everything(member!, query);
      expect([shown.includes(id), shown.includes(title), shown.includes(said)]).toEqual([false, false, false]);
    }
  });

  it('show a visible group to outsiders by its title, never its shouts', async () => {
    const [title, said] = [word(), word()];
    const [owner, outsider] = [await services.member(), await services.member()];
    const id = (await services.group(owner, [], { title }))._id;
    await post(owner, { group: id, shout: said });
    expect((await search(outsider, title)).groups!.map((group) => group.id)).toEqual([id]);
    expect((await search(outsider, said)).shouts).toEqual([]);
    expect((await read(outsider, {})).filters.map((chat) => chat.id)).not.toContain(id);
  });

  it('never show a direct chat of others, not even to admins', async () => {
    const said = word();
    const [ann, bob] = [await services.member(), await services.member()];
    const chief = await services.member({ admin: true });
    await post(ann, { recipients: [bob.id], shout: said });
    expect(await everything(chief, said)).not.toContain(said);
    expect((await search(bob, said)).shouts).toHaveLength(1);
  });

  it.each([true, 'members'] as const)('tell no number of members under hide_members %p', async (hide_members) => {
    const title = word();
    const [owner, member] = [await services.member(), await services.member()];
    await services.group(owner, [member], { title });
    await underFlags(services, 'motorsport', { hide_members }, async () => {
      const shown = await everything(member, title);
      expect(shown).toContain(title);
      expect(shown).not.toMatch(/total_users|"owners"/);
    });
  });

  it('show nothing of another workplace, in lists, search and by id', async () => {
    const said = word();
    const hq = { community: 'workplace', workplace: 'hq' };
    const [ann, bob] = [await services.member(hq), await services.member(hq)];
    const porto = await services.member({ community: 'workplace', workplace: 'porto' });
    const id = (await services.group(ann, [bob], { title: said }))._id;
    await post(ann, { group: id, shout: said });
    await post(ann, { recipients: [bob.id], shout: said });
    expect(await everything(porto, said)).not.toContain(said);
    for (const chat of [id, ann.id, newId()]) {
      const replies = [
        await services.call(readChat, { id: chat }, { as: porto }),
        await services.call(markRead, { id: chat }, { as: porto }),
        await services.call(muteChat, { id: chat, mute: true }, { as: porto }),
      ];
      expect(replies.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([404, 'GROUP_NOT_FOUND']));
    }
  });

  it.each(['x', '../0', '$where', 'a'.repeat(25)])('answer NOT_FOUND to the id %j', async (id) => {
    const as = await services.member();
    for (const reply of [
      await services.call(readChat, { id }, { as }),
      await services.call(muteChat, { id, mute: true }, { as }),
    ])
      expect([reply.status, reply.body.code]).toEqual([404, 'NOT_FOUND']);
  });
});
