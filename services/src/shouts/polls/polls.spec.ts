import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { CallInput } from '@paddock/contract/core/call';
import { readVoters, votePoll } from '@paddock/contract/calls/polls';
import { deleteShout, likeShout, postShout, readShout, readShouts } from '@paddock/contract/calls/shouts';
import { serverEvents } from '@paddock/contract/calls/realtime';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expectNoCollectionScan } from '../../../test/expect-no-collection-scan.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { report, times } from '../../../test/proofs.js';
import { TestWindows, until } from '../../../test/test-windows.js';
import { underFlags } from '../../../test/under-flags.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { MemberBans } from '../../community/users/member-bans.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { PollsService } from './polls.service.js';
import { VoteRepository } from '../storage/vote.repository.js';

let services: TestServices;
let windows: TestWindows;
let author: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  windows = new TestWindows(services);
  author = await services.member();
});
afterAll(() => services.close());
afterEach(() => windows.closeAll());

const question = {
  shout: 'When do we meet?',
  poll_options: ['07:30', '08:15', '09:00'],
};
const post = (input: Partial<CallInput<typeof postShout>> = {}, as = author) =>
  services.call(postShout, { client_id: randomUUID(), group: '0', ...question, ...input }, { as });
async function ask(input: Partial<CallInput<typeof postShout>> = {}) {
  const { body } = await post(input);
  return { id: body.id, options: body.poll!.options.map(({ id }) => id) };
}
const vote = (id: string, poll_option_ids: string[], as: TestMember) =>
  services.call(votePoll, { id, poll_option_ids }, { as });
const voters = (id: string, option: string, as = author, rest: { count?: number; page?: string } = {}) =>
  services.call(readVoters, { id, option, ...rest }, { as });
const seen = async (id: string, as = author) => (await services.call(readShout, { id }, { as })).body.shout.poll!;
const members = (count: number) => Promise.all(Array.from({ length: count }, () => services.member()));
const rows = (shout: string) =>
  services.get(Mongo).connection.collection<{ options: string[] }>('votes').find({ shout }).toArray();
const counts = (poll: { options: { voters_count: number }[] }) => poll.options.map(({ voters_count }) => voters_count);
/** The counters of a poll equal its rows. */
async function expectExact(id: string) {
  const poll = await seen(id);
  const stored = await rows(id);
  expect(poll.voters_count).toBe(stored.length);
  expect(counts(poll)).toEqual(
    poll.options.map((option) => stored.filter(({ options }) => options.includes(option.id)).length),
  );
}

describe(PollsService, () => {
  it('returns the poll, shows the own vote to its member only, replaces a vote and takes it back', async () => {
    const [{ id, options }, ann] = [await ask(), await services.member()];
    const [one, two] = options as [string, string];
    const first = await vote(id, [one], ann);
    expect([first.status, first.body.user_votes, counts(first.body)]).toEqual([200, [one], [1, 0, 0]]);
    expect(await seen(id, ann)).toEqual(first.body);
    expect(await seen(id)).toEqual({ ...first.body, user_votes: [] });
    const feed = async (as: TestMember) => (await services.call(readShouts, {}, { as })).body.shouts[0]!.poll;
    expect([await feed(ann), await feed(author)]).toEqual([first.body, { ...first.body, user_votes: [] }]);
    expect((await vote(id, [two], ann)).body).toMatchObject({ user_votes: [two], voters_count: 1 });
    expect((await vote(id, [two], ann)).body).toMatchObject({ user_votes: [two], voters_count: 1 });
    await expectExact(id);
    expect((await vote(id, [], ann)).body).toMatchObject({ user_votes: [], voters_count: 0 });
    expect(counts(await seen(id))).toEqual([0, 0, 0]);
  });

  it('counts several options of a member, and the member once', async () => {
    const [{ id, options }, ann] = [await ask({ poll_multiple: true }), await services.member()];
    const [one, two, three] = options as [string, string, string];
    expect((await vote(id, [two, one, two], ann)).body).toMatchObject({ voters_count: 1 });
    expect(counts(await seen(id))).toEqual([1, 1, 0]);
    expect((await vote(id, [three, two], ann)).body).toMatchObject({ voters_count: 1 });
    expect(counts(await seen(id))).toEqual([0, 1, 1]);
  });

  it('refuses several options of a single choice, unknown options and shouts without a poll', async () => {
    const [{ id, options }, other, ann] = [await ask(), await ask(), await services.member()];
    await vote(id, [options[0]!], ann);
    for (const [ids, code] of [
      [options.slice(0, 2), 'LENGTH_PATTERN'],
      [[other.options[0]!], 'INVALID_PATTERN'],
      [[options[1]!, 'unknown'], 'INVALID_PATTERN'],
    ] as const) {
      const { status, body } = await vote(id, [...ids], ann);
      expect([status, body.fields]).toEqual([400, { poll_option_ids: `poll_option_ids_${code}` }]);
    }
    expect((await seen(id, ann)).user_votes).toEqual([options[0]]);
    expect((await voters(id, 'unknown')).body.fields).toEqual({ option: 'option_INVALID_PATTERN' });
    const plain = (await post({ poll_options: undefined })).body.id;
    expect([(await vote(plain, [], ann)).body.code, (await voters(plain, options[0]!)).body.code]).toEqual([
      ...['SHOUT_NOT_FOUND', 'SHOUT_NOT_FOUND'],
    ]);
  });

  it('keeps one choice of a member who votes in several windows at once', async () => {
    const [{ id, options }, people] = [await ask(), await members(5)];
    for (let round = 0; round < 3; round++)
      await Promise.all(people.flatMap((as) => options.map((option) => vote(id, [option], as))));
    expect((await rows(id)).map((row) => row.options.length)).toEqual(people.map(() => 1));
    await expectExact(id);
  });

  it('counts exactly under concurrent votes, changes and withdrawals', async () => {
    const [{ id, options }, people] = [await ask({ poll_multiple: true }), await members(20)];
    await Promise.all(
      people.flatMap((as, index) => [
        vote(id, options.slice(0, 1 + (index % 3)), as),
        vote(id, [], as),
        vote(id, options.slice(index % 3), as),
      ]),
    );
    await expectExact(id);
  });

  it('hides voters with a block between them and the caller', async () => {
    const { id, options } = await ask();
    const [ann, bob] = [await services.member(), await services.member()];
    for (const as of [ann, bob]) await vote(id, [options[0]!], as);
    await services.get(UserRepository).setBlocked(tenantOfMember(ann), ann.id, bob.id, true);
    const names = async (as: TestMember) => (await voters(id, options[0]!, as)).body.users.map((user) => user.id);
    expect(await names(ann)).toEqual([ann.id]);
    expect(await names(bob)).toEqual([bob.id]);
    expect((await names(author)).sort()).toEqual([ann.id, bob.id].sort());
  });

  it('names banned voters to super admins alone', async () => {
    const { id, options } = await ask();
    const [ann, chief] = [await services.member(), await services.member({ admin: true })];
    await vote(id, [options[0]!], ann);
    await services.get(MemberBans).set(tenantOfMember(ann), ann.id, true, { by: chief.id });
    const { body } = await voters(id, options[0]!);
    expect([body.users, body.total_users]).toEqual([[], 1]);
    expect((await voters(id, options[0]!, chief)).body.users).toMatchObject([{ id: ann.id }]);
  });

  const crowd = times(210, 999);
  it(`counts ${crowd} votes at once exactly, in a few transactions`, async () => {
    const { id, options } = await ask();
    const people: TestMember[] = [];
    while (people.length < crowd) people.push(...(await members(Math.min(50, crowd - people.length))));
    // Without 1,000 connections, which a busy machine may refuse; the suite `likes` of the bench has them.
    const votes = people.map(async ({ row: user }, index) => {
      const caller = { tenant: tenantOfMember(author), user } as SignedInCaller;
      return services.get(PollsService).vote(caller, { id, poll_option_ids: [options[index % 3]!] });
    });
    const replies = await Promise.all(votes);
    expect(replies.map(({ user_votes }) => user_votes)).toEqual(people.map((_, index) => [options[index % 3]]));
    const poll = await seen(id);
    expect([poll.voters_count, counts(poll)]).toEqual([crowd, [crowd / 3, crowd / 3, crowd / 3]]);
    await expectExact(id);
    const events = services.get(Mongo).connection.collection('outbox');
    expect(await events.countDocuments({ kind: 'ShoutUpdated', 'facts.shout': id })).toBeLessThan(times(50, 120));
    report('votes at once', { votes: crowd });
  }, 120_000);

  it('ends by itself: a late vote is answered with the poll unchanged', async () => {
    const end = Date.now() + 1500;
    const [{ id, options }, ann, bob] = [
      await ask({ poll_end: end }),
      await services.member(),
      await services.member(),
    ];
    await vote(id, [options[0]!], ann);
    await wait(end - Date.now() + 1);
    for (const ids of [[options[1]!], []]) {
      const late = await vote(id, ids, ann);
      expect([late.status, late.body]).toMatchObject([
        200,
        { closed: true, user_votes: [options[0]], voters_count: 1 },
      ]);
    }
    expect((await vote(id, [options[1]!], bob)).body).toMatchObject({ closed: true, user_votes: [], voters_count: 1 });
    await expectExact(id);
    const feed = await services.call(readShouts, {}, { as: ann });
    expect(feed.body.shouts[0]).toMatchObject({ id, poll: { closed: true, user_votes: [options[0]] } });
  });

  it('replies to each vote of a burst separately when the shout is deleted meanwhile', async () => {
    const [{ id, options }, people] = [await ask(), await members(30)];
    const votes = people.map((as) => vote(id, [options[0]!], as));
    const deleted = await services.call(deleteShout, { id }, { as: author });
    const replies = await Promise.all(votes);
    expect(deleted.status).toBe(200);
    const codes = new Set(replies.flatMap(({ body }) => body.code ?? []));
    expect([...codes].filter((code) => code !== 'SHOUT_NOT_FOUND')).toEqual([]);
    expect(await rows(id)).toEqual([]);
  });
});

describe('a poll in a direct chat', () => {
  it('may be answered by a blocked member, as shouts may be liked, and by no one else', async () => {
    const [ann, outsider] = (await members(2)) as [TestMember, TestMember];
    const { id, options } = await ask({ group: undefined, recipients: [ann.id] });
    await services.get(UserRepository).setBlocked(tenantOfMember(author), author.id, ann.id, true);
    expect((await services.call(likeShout, { id }, { as: ann })).status).toBe(200);
    expect((await vote(id, [options[0]!], ann)).body).toMatchObject({ voters_count: 1 });
    expect((await vote(id, [options[0]!], outsider)).body.code).toBe('SHOUT_NOT_FOUND');
  });
});

describe('the voters', () => {
  it('are paged in the order of their votes, by cursor and by number', async () => {
    const [{ id, options }, people] = [await ask(), await members(5)];
    for (const as of people) await vote(id, [options[0]!], as);
    await vote(id, [options[1]!], author);
    const first = (await voters(id, options[0]!, author, { count: 2 })).body;
    expect([first.users.map((user) => user.id), first.total_users]).toEqual([
      people.slice(0, 2).map((one) => one.id),
      5,
    ]);
    const second = (await voters(id, options[0]!, author, { count: 2, page: first.next! })).body;
    const numbered = (await voters(id, options[0]!, author, { count: 2, page: '1' })).body;
    expect(second.users.map((user) => user.id)).toEqual(people.slice(2, 4).map((one) => one.id));
    expect(numbered).toEqual(second);
    const last = (await voters(id, options[0]!, author, { count: 2, page: second.next! })).body;
    expect([last.users.map((user) => user.id), last.next]).toEqual([[people[4]!.id], null]);
    expect((await voters(id, options[1]!)).body).toMatchObject({ users: [{ id: author.id }], total_users: 1 });
    await expectNoCollectionScan(services, () => voters(id, options[0]!, author, { page: first.next! }));
  });

  it('of a private poll are hidden from all, its author and super admins too', async () => {
    const { id, options } = await ask({ poll_private: true });
    const [ann, admin] = [await services.member(), await services.member({ admin: true })];
    await vote(id, [options[0]!], ann);
    for (const as of [author, admin, ann]) expect((await voters(id, options[0]!, as)).body.code).toBe('FORBIDDEN');
    const shout = (await services.call(readShout, { id }, { as: author })).body;
    expect(counts(shout.shout.poll!)).toEqual([1, 0, 0]);
    expect(JSON.stringify(shout)).not.toContain(ann.id);
  });

  it('are only those whom the caller may see', async () => {
    const [ann, bob] = await members(2);
    await services.group(author, [ann!]);
    const { id, options } = await ask();
    for (const as of [ann!, bob!]) await vote(id, [options[0]!], as);
    await underFlags(services, 'motorsport', { can_only_view_users_in_my_groups: true }, async () =>
      expect((await voters(id, options[0]!)).body).toMatchObject({ users: [{ id: ann!.id }], total_users: 1 }),
    );
  });
});

describe('realtime', () => {
  it('sends the counts to all readers with their own votes, and nothing to others', async () => {
    const [ann, bob, outsider] = (await members(3)) as [TestMember, TestMember, TestMember];
    const group = (await services.group(author, [ann, bob], { invisible: true }))._id;
    const { id, options } = await ask({ group, poll_private: true });
    const [forAnn, forBob, forOutsider] = [
      await windows.open(ann),
      await windows.open(bob),
      await windows.open(outsider),
    ];
    await vote(id, [options[2]!], ann);
    const received = async (window: typeof forAnn) => {
      await until(() => window.received.some(({ event }) => event === 'updating_shout'));
      return serverEvents.updating_shout.parse(window.received.at(-1)!.payload).shout.poll!;
    };
    expect([counts(await received(forAnn)), (await received(forAnn)).user_votes]).toEqual([[0, 0, 1], [options[2]]]);
    expect([counts(await received(forBob)), (await received(forBob)).user_votes]).toEqual([[0, 0, 1], []]);
    expect(JSON.stringify(forBob.received)).not.toContain(ann.id);
    await windows.settled([outsider, forOutsider]);
    expect(forOutsider.received).toEqual([]);
  });
});

describe(VoteRepository, () => {
  it('returns the choices of the asked members only', async () => {
    const [{ id, options }, ann] = [await ask(), await services.member()];
    await vote(id, [options[1]!], ann);
    const of = await services.get(VoteRepository).choices(tenantOfMember(ann), [author.id], [id]);
    expect([of(id, ann.id), of(id, author.id)]).toEqual([[], []]);
  });
});
