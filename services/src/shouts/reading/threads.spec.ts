import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  deleteShout,
  editShout,
  likeShout,
  postShout,
  readComments,
  readShouts,
  unlikeShout,
} from '@paddock/contract/calls/shouts';
import type { ClientSession } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { changedElsewhere } from '../../../test/changed-elsewhere.js';
import { passTime } from '../../../test/pass-time.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { OutboxRepository } from '../../infrastructure/outbox/outbox.repository.js';
import { testTimes } from '../../infrastructure/outbox/sole-process.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { CommitLog } from '../../infrastructure/outbox/commit-log.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { LikeRepository } from '../storage/like.repository.js';
import { ConversationMembers } from '../../community/conversations/conversation-members.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import { Threads } from './threads.js';

let services: TestServices;
/** A connection of another process to the same database. */
let elsewhere: Mongo;
let ann: TestMember;
let tenant: Tenant;
let row: ConversationRow;
let group: string;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  elsewhere = await new Mongo(services.get<Environment>(ENVIRONMENT as never)).connect();
  ann = await services.member();
  tenant = tenantOfMember(ann);
  row = await services.group(ann);
  group = row._id;
});
afterAll(async () => {
  await elsewhere.onApplicationShutdown();
  await services.close();
});

async function post(input: object, as = ann): Promise<string> {
  const { body } = await services.call(postShout, { client_id: randomUUID(), shout: 'Copy', ...input }, { as });
  return body.id;
}
const list = async (as = ann, filter = group) => (await services.call(readShouts, { filter }, { as })).body;
const members = (count: number) => Promise.all(Array.from({ length: count }, () => services.member()));

describe(Threads, () => {
  it('shows every change at once, like an instance with an empty cache', async () => {
    const fans = await members(5);
    for (const fan of fans) await services.get(ConversationMembers).join(tenant, row, fan.id);
    const id = await post({ group });
    let comment = '';
    const like = (shout: string) => async () => {
      for (const as of fans) await services.call(likeShout, { id: shout }, { as });
    };
    const changes: [string, () => Promise<unknown>][] = [
      ['five likes', like(id)],
      ['an unlike', () => services.call(unlikeShout, { id }, { as: fans[4]! })],
      ['an edit', () => services.call(editShout, { id, shout: 'Box now' }, { as: ann })],
      ['a comment', async () => (comment = await post({ in_reply_to: id }, fans[0]))],
      ['likes of the comment', () => like(comment)()],
      ['an unlike of the comment', () => services.call(unlikeShout, { id: comment }, { as: fans[0]! })],
      ['an edit of the comment', () => services.call(editShout, { id: comment, shout: 'Late' }, { as: fans[0]! })],
      ['four more comments', () => Promise.all(fans.slice(1).map((as) => post({ in_reply_to: id }, as)))],
      ['a like of an older comment', () => services.call(likeShout, { id: comment }, { as: fans[0]! })],
      ['a deleted comment', () => services.call(deleteShout, { id: comment }, { as: fans[0]! })],
      ['the shout deleted', () => services.call(deleteShout, { id }, { as: ann })],
    ];
    const shouts = services.get(ShoutRepository);
    for (const [what, change] of changes) {
      const heads = () => shouts.headsOfThread(tenant, group, { limit: 10 });
      const threads = services.get(Threads);
      const cached = async () => {
        const snapshot = await services.get(CommitLog).sync();
        return threads.of(tenant, await threads.newest(snapshot, tenant, group, 10));
      };
      const commentsIn = async (one: Threads) => one.withComments(tenant, (await shouts.byId(tenant, id))!, 10);
      const comments = await commentsIn(threads);
      expect([what, await commentsIn(threads)]).toEqual([what, comments]);
      const before = await cached();
      expect([what, await cached()]).toEqual([what, before]);
      await change();
      const after = await cached();
      expect([what, after]).not.toEqual([what, before]);
      const fresh = new Threads(
        shouts,
        services.get(LikeRepository),
        services.get(Mongo),
        services.get(Communities),
        services.get(CommitLog),
      );
      expect([what, after]).toEqual([what, await fresh.of(tenant, await heads())]);
      expect([what, await commentsIn(threads)]).not.toEqual([what, comments]);
      expect([what, await commentsIn(threads)]).toEqual([what, await commentsIn(fresh)]);
    }
  });

  it('shows what another process wrote in the next reply', async () => {
    const id = await post({ group });
    const comment = await post({ in_reply_to: id });
    await list();
    const shouts = new ShoutRepository(elsewhere);
    const likes = new LikeRepository(elsewhere);
    const events = new OutboxRepository(elsewhere, testTimes);
    const update = (work: (session: ClientSession) => Promise<unknown>) =>
      elsewhere.transaction(async (session) => {
        await work(session);
        const facts = { tenant, conversation: group, shout: comment, actor: ann.id };
        await events.add(session, [{ kind: 'ShoutUpdated', ...facts }]);
      });
    const top = async () => (await list()).shouts[0]!;
    const comments = async () => (await services.call(readComments, { id }, { as: ann })).body.comments;
    await update(async (session) => {
      await likes.addAll(tenant, comment, [ann.id], { session });
      await shouts.countLikes(tenant, comment, 1, [ann.id], { session });
    });
    expect((await top()).comments[0]).toMatchObject({ liked: true, likes_count: 1 });
    expect(await comments()).toEqual((await top()).comments);
    const text = { text: 'Red flag', terms: ['red', 'flag'], mentions: [] };
    await update((session) => shouts.setText(tenant, comment, text, { session }));
    expect((await top()).comments[0]).toMatchObject({ shout: 'Red flag' });
    expect(await comments()).toEqual((await top()).comments);
    await update(async (session) => {
      await shouts.markDeleted(tenant, comment, 'deleted', { session });
      await shouts.withdrawComment(tenant, id, { session });
    });
    expect(await top()).toMatchObject({ id, comments: [], comments_count: 0 });
    expect(await comments()).toEqual([]);
    await update((session) => shouts.markDeleted(tenant, id, 'admin_deleted', { session }));
    expect((await top()).id).not.toBe(id);
  });

  it('shows nothing of an aborted transaction', async () => {
    const id = await post({ group });
    await list();
    const shouts = services.get(ShoutRepository);
    const text = { text: 'Never said', terms: [], mentions: [], updated: new Date() };
    const failing = services.get(Mongo).transaction(async (session) => {
      await shouts.setText(tenant, id, text, { session });
      expect((await list()).shouts[0]!.shout).toBe('Copy');
      throw new Error('aborted');
    });
    await expect(failing).rejects.toThrow('aborted');
    expect((await list()).shouts[0]!.shout).toBe('Copy');
  });

  it('never shows an older state than a previous reply during concurrent edits and reads', async () => {
    const id = await post({ group, shout: 'lap 0' });
    let confirmed = 0;
    let reading = true;
    const reader = async () => {
      while (reading) {
        const least = confirmed;
        const { shout } = (await list()).shouts.find((one) => one.id === id)!;
        expect(Number(shout.slice(4))).toBeGreaterThanOrEqual(least);
      }
    };
    const readers = [reader(), reader(), reader()];
    for (let lap = 1; lap <= 15; lap++) {
      expect((await services.call(editShout, { id, shout: `lap ${lap}` }, { as: ann })).status).toBe(200);
      confirmed = lap;
    }
    reading = false;
    await Promise.all(readers);
  });

  it('separates viewer-dependent data: likes, rights, names', async () => {
    const [bob, carl] = (await members(2)) as [TestMember, TestMember];
    const shared = (await services.group(ann, [bob, carl]))._id;
    const id = await post({ group: shared });
    await services.call(likeShout, { id }, { as: bob });
    await post({ in_reply_to: id }, bob);
    for (const as of [ann, bob, ann, carl]) {
      const [shout] = (await list(as, shared)).shouts;
      expect(shout).toMatchObject({ liked: as === bob, is_commented: true, likes_count: 1 });
    }
    await services
      .get(Mongo)
      .connection.collection('users')
      .updateOne({ username: bob.username }, [{ $set: { fullname: 'Renamed' } }]);
    await changedElsewhere(services, { kind: 'MemberChanged', tenant: tenantOfMember(bob), user: bob.id });
    passTime(1000);
    expect((await list(ann, shared)).shouts[0]!.comments[0]!.user.fullname).toBe('Renamed');
  });

  it('returns a cached private shout to its two participants only', async () => {
    const [bob, eve] = (await members(2)) as [TestMember, TestMember];
    const id = await post({ recipients: [bob.id], shout: 'Only you' });
    for (const [as, other] of [[ann, bob] as const, [bob, ann] as const]) {
      const [shout] = (await list(as, other.id)).shouts;
      expect(shout).toMatchObject({ id, shout: 'Only you', recipients: [{ id: bob.id }] });
    }
    const { conversation } = (await services.get(ShoutRepository).byId(tenant, id))!;
    for (const filter of [ann.id, bob.id, conversation])
      expect(JSON.stringify(await list(eve, filter))).not.toContain('Only you');
    const other = { ...tenant, workplace: 'elsewhere' };
    expect(await services.get(Threads).of(other, [{ _id: id, thread_version: 0, position: 1 }])).toEqual([]);
  });
});
