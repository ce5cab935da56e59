import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { markAllChatsRead, markRead, markUnread, muteChat, readChat, readChats } from '@paddock/contract/calls/chats';
import { deleteShout, editShout, postShout, readShouts } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../test/start-test-services.js';
import { report, times } from '../../test/proofs.js';
import { ConversationRepository } from '../community/conversations/conversation.repository.js';
import { UnreadChats } from './unread-chats.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats,shouts', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const post = async (as: TestMember, group: string, shout = 'Box this lap') =>
  (await services.call(postShout, { client_id: randomUUID(), shout, group }, { as })).body;
const remove = async (as: TestMember, id: string) =>
  expect((await services.call(deleteShout, { id }, { as })).status).toBe(200);
const entry = async (as: TestMember, id: string) => (await services.call(readChat, { id }, { as })).body;
const read = async (as: TestMember, id: string, seq?: number) =>
  (await services.call(markRead, { id, ...(seq && { seq }) }, { as })).body.badge_number;

/** Steps of the random run. */
const steps = times(200, 10_000);

/** The same numbers at every run, so that a failure can be repeated. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('unread counts', () => {
  it(`equal a recount after ${steps} random posts, deletions and reads`, async () => {
    const random = randomNumbers(27);
    const members = await Promise.all([1, 2, 3].map(() => services.member()));
    const groups = [
      await services.group(members[0]!, members.slice(1)),
      await services.group(members[1]!, [members[0]!, members[2]!]),
    ].map(({ _id }) => _id);
    const shouts = new Map(groups.map((id) => [id, [] as { id: string; seq: number; by: TestMember }[]]));
    const newest = new Map(groups.map((id) => [id, 0]));
    const marks = new Map<string, number>();
    const markOf = (member: TestMember, group: string) => marks.get(member.id + group) ?? 0;
    // A post reads nothing for its author, and never counts for them.
    const recount = (member: TestMember, group: string) =>
      shouts.get(group)!.filter(({ seq, by }) => seq > markOf(member, group) && by !== member).length;

    for (let step = 0; step < steps; step += 1) {
      const [member, group] = [members[random(3)]!, groups[random(2)]!];
      const present = shouts.get(group)!;
      const what = random(10);
      if (what < 5) {
        const { id, seq } = await post(member, group);
        present.push({ id, seq: seq!, by: member });
        newest.set(group, seq!);
      } else if (what < 8 && present.length > 0) {
        // The newest ones more often, since they are unread.
        const at = present.length - 1 - random(random(present.length) + 1);
        const [gone] = present.splice(at, 1);
        await remove(gone!.by, gone!.id);
      } else if (newest.get(group)! > 0) {
        const seq = 1 + random(newest.get(group)!);
        const upTo = random(2) === 0 ? newest.get(group)! : seq;
        marks.set(member.id + group, Math.max(markOf(member, group), upTo));
        expect([step, await read(member, group, upTo)]).toEqual([step, recount(member, group)]);
      }
      if (step % 20 !== 0 && step !== steps - 1) continue;
      for (const each of members) {
        for (const id of groups)
          expect([step, (await entry(each, id)).badge_number]).toEqual([step, recount(each, id)]);
        const counts = { groups: groups.reduce((sum, id) => sum + recount(each, id), 0), people: 0 };
        expect([step, await services.get(UnreadChats).sums(tenantOfMember(each), each.id)]).toEqual([step, counts]);
      }
    }
    report('unread counts', { steps });
  }, 1_200_000);

  it('leaves out a deleted shout, whose place in the row the one before it takes, also in the order of chats', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const [one, two] = [(await services.group(ann, [bob]))._id, (await services.group(ann, [bob]))._id];
    const first = await post(ann, one, 'Tyres are in');
    await post(ann, two);
    const last = await post(ann, one, 'Wrong chat');
    const order = async () =>
      (await services.call(readChats, { verb: 'retrieve', prop: 'groups' }, { as: bob })).body.filters
        .map(({ id }) => id)
        .filter((id) => id !== '0');
    expect(await order()).toEqual([one, two]);
    await remove(ann, last.id);
    expect(await entry(bob, one)).toMatchObject({
      badge_number: 1,
      last_shout: { id: first.id, text: 'Tyres are in', deleted: false, seq: 1 },
      last_activity: first.created,
    });
    expect(await order()).toEqual([two, one]);
    await remove(ann, first.id);
    expect([(await entry(bob, one)).badge_number, (await entry(bob, one)).last_shout]).toEqual([0, undefined]);
    await post(ann, one, 'Box now');
    expect(await entry(bob, one)).toMatchObject({ badge_number: 1, last_shout: { text: 'Box now' } });
  });
});

describe('a shout that its author wrote before others and that arrives after them', () => {
  const state = async (as: TestMember, id: string) =>
    (await services.call(readShouts, { filter: id }, { as })).body.conversation;

  it('leaves theirs unread and is itself read, in a group', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const group = (await services.group(ann, [bob]))._id;
    for (let count = 0; count < 2; count += 1) await post(ann, group);
    await post(bob, group);
    expect([(await entry(bob, group)).badge_number, (await state(bob, group)).read_seq]).toEqual([2, 0]);
    await post(ann, group);
    await post(bob, group);
    expect(await services.get(UnreadChats).sums(tenantOfMember(bob), bob.id)).toEqual({ groups: 3, people: 0 });
    expect(await read(bob, group, 2)).toBe(1);
    expect((await state(bob, group)).read_seq).toBe(3);
    expect(await read(bob, group, 4)).toBe(0);
    expect((await state(bob, group)).read_seq).toBe(5);
    await post(bob, group);
    expect((await state(bob, group)).read_seq).toBe(6);
    // What the member marks unread counts again.
    expect((await services.call(markUnread, { id: group, seq: 4 }, { as: bob })).body.badge_number).toBe(3);
  });

  it('does not show theirs as seen in a direct chat', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const write = (as: TestMember, to: TestMember) =>
      services.call(postShout, { recipients: [to.id], shout: 'Box' }, { as });
    await write(ann, bob);
    await read(bob, ann.id, 1);
    await write(ann, bob);
    await write(bob, ann);
    expect(await state(ann, bob.id)).toMatchObject({ seq: 3, seen_seq: 1 });
    expect(await state(bob, ann.id)).toMatchObject({ seq: 3, read_seq: 1 });
    expect(await entry(bob, ann.id)).toMatchObject({ badge_number: 1, seen: false });
    await read(bob, ann.id, 2);
    expect(await state(ann, bob.id)).toMatchObject({ seq: 3, seen_seq: 2 });
    expect((await entry(bob, ann.id)).badge_number).toBe(0);
  });

  it('counts once where it was deleted, and passes over what others deleted', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const group = (await services.group(ann, [bob]))._id;
    const theirs = await post(ann, group);
    const own = await post(bob, group);
    await remove(bob, own.id);
    expect((await entry(bob, group)).badge_number).toBe(1);
    await post(bob, group);
    await remove(ann, theirs.id);
    expect([(await entry(bob, group)).badge_number, (await state(bob, group)).read_seq]).toEqual([0, 3]);
    await post(bob, group);
    expect((await state(bob, group)).read_seq).toBe(4);
    await post(ann, group);
    expect((await entry(bob, group)).badge_number).toBe(1);
  });
});

describe('marking unread', () => {
  const unread = async (as: TestMember, id: string, seq: number) => services.call(markUnread, { id, seq }, { as });

  it('counts an own shout again, also behind one that was deleted before it', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const group = (await services.group(ann, [bob]))._id;
    await remove(ann, (await post(ann, group)).id);
    const { seq } = await post(bob, group);
    expect((await entry(bob, group)).badge_number).toBe(0);
    expect((await unread(bob, group, seq!)).body.badge_number).toBe(1);
    expect(await read(bob, group, seq)).toBe(0);
  });

  it('counts from a shout on, in the list and the badge, and never marks others read', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const group = (await services.group(ann, [bob]))._id;
    for (let count = 0; count < 5; count += 1) await post(ann, group);
    await read(bob, group, 4);
    expect((await unread(bob, group, 3)).body).toEqual({ badge_number: 3 });
    expect((await entry(bob, group)).badge_number).toBe(3);
    // Shouts that are unread already stay so.
    expect((await unread(bob, group, 5)).body).toEqual({ badge_number: 3 });
    expect((await unread(bob, group, 99)).body).toEqual({ badge_number: 3 });
    expect((await services.call(readShouts, { filter: group }, { as: bob })).body.conversation.read_seq).toBe(2);
    expect((await entry(ann, group)).badge_number).toBe(0);
    expect(await read(bob, group)).toBe(0);
  });

  it('leaves the mark in a direct chat by which the other sees how far it was read', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    for (const shout of ['Box', 'Now']) await services.call(postShout, { recipients: [bob.id], shout }, { as: ann });
    expect((await entry(ann, bob.id)).seen).toBe(false);
    await read(bob, ann.id);
    expect((await entry(ann, bob.id)).seen).toBe(true);
    expect((await unread(bob, ann.id, 1)).body).toEqual({ badge_number: 2 });
    expect((await entry(ann, bob.id)).seen).toBe(true);
    expect((await services.call(readShouts, { filter: bob.id }, { as: ann })).body.conversation.seen_seq).toBe(2);
    await services.call(postShout, { recipients: [bob.id], shout: 'Stay out' }, { as: ann });
    expect((await entry(ann, bob.id)).seen).toBe(false);
    // The last line is not Bob's own.
    expect(await entry(bob, ann.id)).not.toHaveProperty('seen');
  });

  it.each([
    ['a position of nothing', { seq: 0 }, 400, 'INVALID_INPUT'],
    ['no position', {}, 400, 'INVALID_INPUT'],
    ['an unknown chat', { id: 'f'.repeat(24), seq: 1 }, 404, 'GROUP_NOT_FOUND'],
  ])('refuses %s', async (_, input, status, code) => {
    const ann = await services.member();
    const reply = await services.call(markUnread, { id: '0', ...input } as never, { as: ann });
    expect([reply.status, (reply.body as { code?: string }).code]).toEqual([status, code]);
  });

  it('refuses a chat of others', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const group = (await services.group(ann))._id;
    expect((await unread(bob, group, 1)).status).toBe(404);
  });
});

describe('mark all as read', () => {
  it('clears the badge for the member alone; a muted chat keeps its unread shouts', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const [open, muted] = [await services.group(ann, [bob]), await services.group(ann, [bob])].map(({ _id }) => _id);
    await services.call(muteChat, { id: muted!, mute: true }, { as: bob });
    for (const group of [open!, muted!]) await post(ann, group);
    await services.call(postShout, { recipients: [bob.id], shout: 'Box' }, { as: ann });
    const counts = () => services.get(UnreadChats).sums(tenantOfMember(bob), bob.id);
    expect(await counts()).toEqual({ groups: 1, people: 1 });
    const mark = async () => (await services.call(markAllChatsRead, {}, { as: bob })).body;
    expect([await mark(), await mark()]).toEqual([{ ok: true }, { ok: true }]);
    expect(await counts()).toEqual({ groups: 0, people: 0 });
    const left = [await entry(bob, open!), await entry(bob, ann.id), await entry(bob, muted!)];
    expect(left.map(({ badge_number }) => badge_number)).toEqual([0, 0, 1]);
    expect((await entry(ann, bob.id)).seen).toBe(true);
    await post(bob, open!);
    expect((await entry(ann, open!)).badge_number).toBe(1);
    await post(ann, open!);
    expect(await counts()).toEqual({ groups: 1, people: 0 });
  });
});

describe('the last line', () => {
  it('keeps the newest edit when an earlier one is stored later', async () => {
    const ann = await services.member();
    const tenant = tenantOfMember(ann);
    const group = (await services.group(ann))._id;
    const { id } = await post(ann, group, 'Box this lap');
    const heads = services.get(ConversationRepository);
    const edit = (text: string, seconds: number) =>
      heads.reviseLastShout(tenant, group, { id, text, updated: new Date(Date.now() + seconds * 1000) });
    await edit('Stay out', 2);
    await edit('Box next lap', 1);
    expect((await entry(ann, group)).last_shout).toMatchObject({ text: 'Stay out' });
  });

  it('ignores an edit of a shout that is not the last, and follows one that is', async () => {
    const ann = await services.member();
    const group = (await services.group(ann))._id;
    const [first, last] = [await post(ann, group, 'One'), await post(ann, group, 'Two')];
    await services.call(editShout, { id: first.id, shout: 'First' }, { as: ann });
    expect((await entry(ann, group)).last_shout).toMatchObject({ text: 'Two' });
    await services.call(editShout, { id: last.id, shout: 'Second' }, { as: ann });
    expect((await entry(ann, group)).last_shout).toMatchObject({ text: 'Second', updated: expect.any(String) });
  });
});
