import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { terminateMember } from '@paddock/contract/calls/account-data';
import type { CallInput } from '@paddock/contract/core/call';
import { markRead } from '@paddock/contract/calls/chats';
import {
  deleteShout,
  editShout,
  likeShout,
  postShout,
  readComments,
  readShout,
  readShouts,
  unlikeShout,
} from '@paddock/contract/calls/shouts';
import { votePoll } from '@paddock/contract/calls/polls';
import { randomUUID } from 'node:crypto';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../test/start-test-services.js';
import { type TestDatabase, startTestDatabase } from '../../test/test-database.js';
import { until } from '../../test/test-smtp.js';
import { directId } from '../community/conversations/conversation-ids.js';
import { ConversationRepository } from '../community/conversations/conversation.repository.js';
import { MembershipRepository } from '../community/memberships/membership.repository.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { Outbox } from '../infrastructure/outbox/outbox.js';

let database: TestDatabase;
/** Serves reads and votes; all other writes go to the other process. */
let here: TestServices;
let there: TestServices;
beforeAll(async () => {
  database = await startTestDatabase();
  const shared = { MONGODB_URI: database.uri, MONGODB_DB: database.name, RATE_LIMITS: 'off' };
  here = await startTestServices({ ...shared, SERVICES: 'shouts' });
  there = await startTestServices({ ...shared, SERVICES: '' });
});
afterAll(async () => {
  await here.close();
  await there.close();
  await database.stop();
});

describe('a feed of another process', () => {
  it('shows every change in the next reply although the page is cached', async () => {
    const [ann, bob] = [await there.member(), await there.member()];
    const group = (await there.group(ann, [bob]))._id;
    const post = async (input: Partial<CallInput<typeof postShout>>, as: TestMember) =>
      (await there.call(postShout, { client_id: randomUUID(), shout: 'Copy', ...input }, { as })).body.id;
    const feed = async () => (await here.call(readShouts, { filter: group }, { as: bob })).body;
    const first = async () => (await feed()).shouts[0]!;
    for (let round = 0; round < 3; round++) {
      await feed();
      const id = await post({ group }, ann);
      const { shouts, conversation } = await feed();
      expect([shouts[0], conversation.seq - conversation.read_seq]).toMatchObject([{ id }, 1]);
      await there.call(markRead, { id: group }, { as: bob });
      expect((await feed()).conversation).toMatchObject({ read_seq: conversation.seq });
      await there.call(likeShout, { id }, { as: bob });
      expect(await first()).toMatchObject({ liked: true, likes_count: 1 });
      await there.call(unlikeShout, { id }, { as: bob });
      expect(await first()).toMatchObject({ liked: false, likes_count: 0 });
      await there.call(editShout, { id, shout: 'Box now' }, { as: ann });
      expect(await first()).toMatchObject({ shout: 'Box now' });
      const [stays, comment] = [await post({ in_reply_to: id }, bob), await post({ in_reply_to: id }, bob)];
      expect(await first()).toMatchObject({ is_commented: true, comments: [{ id: stays }, { id: comment }] });
      await there.call(likeShout, { id: comment }, { as: ann });
      expect((await first()).comments[1]).toMatchObject({ liked: false, likes_count: 1 });
      await there.call(deleteShout, { id: comment }, { as: bob });
      expect((await first()).comments).toMatchObject([{ id: stays }]);
      await there.call(deleteShout, { id }, { as: ann });
      expect(await first()).toMatchObject({ id, deleted: true, shout: '', is_commented: true });
      await there.call(deleteShout, { id: stays }, { as: bob });
      expect((await feed()).shouts).toEqual([]);
    }
  });

  it('shows where a member has read to, whose posts in both processes left shouts of others unread', async () => {
    const [ann, bob] = [await there.member(), await there.member()];
    const group = (await there.group(ann, [bob]))._id;
    const post = (process: TestServices, as: TestMember) =>
      process.call(postShout, { client_id: randomUUID(), shout: 'Copy', group }, { as });
    const marks = async () =>
      Promise.all(
        [here, there].map(
          async (process) =>
            (await process.call(readShouts, { filter: group }, { as: bob })).body.conversation.read_seq,
        ),
      );
    await post(here, ann);
    await post(there, bob);
    await post(here, bob);
    expect(await marks()).toEqual([0, 0]);
    await there.call(markRead, { id: group, seq: 1 }, { as: bob });
    expect(await marks()).toEqual([3, 3]);
    await post(here, bob);
    await post(there, ann);
    await post(here, bob);
    expect(await marks()).toEqual([4, 4]);
  });

  it('shows the first message of a direct chat that did not exist at the previous read', async () => {
    const [ann, bob] = [await there.member(), await there.member()];
    const feed = async () => (await here.call(readShouts, { filter: ann.id }, { as: bob })).body;
    expect(await feed()).toMatchObject({ shouts: [], conversation: { seq: 0 } });
    const shout = { client_id: randomUUID(), recipients: [bob.id], shout: 'Hello' };
    await there.call(postShout, shout, { as: ann });
    expect(await feed()).toMatchObject({ shouts: [{ shout: 'Hello' }], conversation: { seq: 1, read_seq: 0 } });
  });

  it('keeps one vote of a member who votes in both processes at once, and counts exactly', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => there.member()));
    const [ann] = people as [TestMember];
    const group = (await there.group(ann, people.slice(1)))._id;
    const post = { client_id: randomUUID(), group, shout: 'Tyres?', poll_options: ['Soft', 'Hard'] };
    const { id, poll } = (await there.call(postShout, post, { as: ann })).body;
    const [soft, hard] = poll!.options.map((option) => option.id) as [string, string];
    const vote = (process: TestServices, option: string, as: TestMember) =>
      process.call(votePoll, { id, poll_option_ids: [option] }, { as });
    for (let round = 0; round < 3; round++) {
      const votes = people.flatMap((as) => [vote(here, soft, as), vote(there, hard, as)]);
      const replies = await Promise.all(votes);
      expect(replies.map(({ status }) => status)).toEqual(votes.map(() => 200));
      for (const process of [here, there])
        for (const as of people) {
          const seen = (await process.call(readShouts, { filter: group }, { as })).body.shouts[0]!.poll!;
          const counts = seen.options.map(({ voters_count }) => voters_count);
          expect([seen.voters_count, counts[0]! + counts[1]!, seen.user_votes.length]).toEqual([5, 5, 1]);
        }
      const rows = there.get(Mongo).connection.collection('votes');
      expect(await rows.countDocuments({ shout: id, options: soft })).toBe(
        (await there.call(readShout, { id }, { as: ann })).body.shout.poll!.options[0]!.voters_count,
      );
    }
  });

  it('refuses a member just removed from the group, and hides newer shouts', async () => {
    const [ann, bob] = [await there.member(), await there.member()];
    const group = (await there.group(ann, [bob], { invisible: true }))._id;
    const tenant = tenantOfMember(ann);
    const memberships = there.get(MembershipRepository);
    const { id } = (await there.call(postShout, { client_id: randomUUID(), group, shout: 'Box' }, { as: ann })).body;
    const calls = [
      async () => (await here.call(readShouts, { filter: group }, { as: bob })).status,
      async () => (await here.call(readShout, { id }, { as: bob })).status,
      async () => (await here.call(readComments, { id }, { as: bob })).status,
    ];
    const states = calls.flatMap((status) => [true, false].map((isMember) => [status, isMember] as const));
    for (const [status, isMember] of states) {
      await there.get(Mongo).transaction(async (session) => {
        if (isMember) await memberships.add(tenant, group, bob.id, 'member', { session });
        else await memberships.leave(tenant, group, bob.id, { session });
        await there.get(Outbox).add(session, { kind: 'MembershipChanged', tenant, group, user: bob.id });
      });
      await there.call(postShout, { client_id: randomUUID(), group, shout: 'Without Bob' }, { as: ann });
      expect(await status()).toBe(isMember ? 200 : 404);
    }
  });

  it('removes a deleted member from the mentions of a cached comment', async () => {
    const [ann, bob, chief] = [await there.member(), await there.member(), await there.member({ admin: true })];
    const group = (await there.group(ann, [bob]))._id;
    const post = async (input: Partial<CallInput<typeof postShout>>) =>
      (await there.call(postShout, { client_id: randomUUID(), shout: 'Copy', ...input }, { as: ann })).body.id;
    const id = await post({ group });
    await post({ in_reply_to: id, shout: `Box @${bob.username}` });
    const cached = async () => {
      const [shout] = (await here.call(readShouts, { filter: group }, { as: ann })).body.shouts;
      return shout!.comments[0]!.mentions;
    };
    expect(await cached()).toEqual([bob.username]);
    await there.call(terminateMember, { id: bob.id }, { as: chief });
    const events = there.get(Mongo).connection.collection('outbox');
    await until(async () => (await events.countDocuments({ kind: 'AccountDeleted', 'facts.user': bob.id })) > 0);
    expect(await cached()).toEqual([]);
  });
});

describe('likes in two processes at once', () => {
  it('are counted once for each member, also when both processes receive the same like', async () => {
    const members = await Promise.all(Array.from({ length: 40 }, () => there.member()));
    const author = members[0]!;
    const shout = { client_id: randomUUID(), group: '0', shout: 'Pole' };
    const { id } = (await there.call(postShout, shout, { as: author })).body;
    const replies = await Promise.all(
      members.flatMap((as) => [here, there].map((process) => process.call(likeShout, { id }, { as }))),
    );
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.liked}`))).toEqual(new Set(['200 true']));
    const count = async () => (await there.call(readShout, { id }, { as: author })).body.shout.likes_count;
    expect(await count()).toBe(40);
    const rows = there.get(Mongo).connection.collection('likes');
    expect(await rows.countDocuments({ shout: id })).toBe(40);
    await Promise.all(members.flatMap((as) => [here, there].map((one) => one.call(unlikeShout, { id }, { as }))));
    expect([await count(), await rows.countDocuments({ shout: id })]).toEqual([0, 0]);
  });
});

describe('a comment on a shout of another process', () => {
  const post = async (process: TestServices, as: TestMember, input: Partial<CallInput<typeof postShout>>) =>
    process.call(postShout, { client_id: randomUUID(), shout: 'Copy', ...input }, { as });

  it('is accepted right after the first shout of a direct chat, which the cache of heads still misses', async () => {
    const [ann, bob] = [await there.member(), await there.member()];
    const tenant = tenantOfMember(ann);
    const heads = here.get(ConversationRepository);
    expect(await heads.headById(tenant, directId(tenant, [ann.id, bob.id]))).toBeNull();
    const { body: shout } = await post(there, ann, { recipients: [bob.id] });
    const { status } = await post(here, bob, { in_reply_to: shout.id });
    expect(status).toBe(200);
  });

  it('is refused right after the shout was deleted there, although its row is cached here', async () => {
    const ann = await there.member();
    const { body: shout } = await post(there, ann, { group: '0' });
    expect((await post(here, ann, { in_reply_to: shout.id })).status).toBe(200);
    await there.call(deleteShout, { id: shout.id }, { as: ann });
    expect((await post(here, ann, { in_reply_to: shout.id })).body.code).toBe('SHOUT_NOT_FOUND');
  });

  it('takes the next position after comments of both processes at once', async () => {
    const ann = await there.member();
    const { body: shout } = await post(there, ann, { group: '0' });
    const replies = await Promise.all(
      Array.from({ length: 24 }, (_, index) => post(index % 2 ? here : there, ann, { in_reply_to: shout.id })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const rows = there.get(Mongo).connection.collection('shouts').find({ thread: shout.id });
    const positions = (await rows.toArray()).map((row) => Number(row['position'])).sort((a, b) => a - b);
    expect(positions).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
  });
});
