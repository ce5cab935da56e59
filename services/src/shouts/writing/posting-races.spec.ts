import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { postShout, readComments, readShout, readShouts } from '@paddock/contract/calls/shouts';
import { MongoServerSelectionError } from 'mongodb';
import { randomUUID } from 'node:crypto';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import { ConversationPositions } from '../../community/conversations/conversation-positions.js';
import { FormerMemberRepository } from '../../community/memberships/former-member.repository.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { CommitLog } from '../../infrastructure/outbox/commit-log.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const post = (as: TestMember, input: object) =>
  services.call(postShout, { client_id: randomUUID(), shout: 'Box this lap', ...input }, { as });
const events = (kind: string, facts: object) =>
  services
    .get(Mongo)
    .connection.collection('outbox')
    .countDocuments({ kind, ...facts });

async function ownGroup(): Promise<[TestMember, string]> {
  const ann = await services.member();
  const group = await services.group(ann);
  return [ann, group._id];
}

describe('posts at the same time', () => {
  describe('sent again', () => {
    it('returns the same shout to ten concurrent resends, with one event', async () => {
      const [ann, group] = await ownGroup();
      const client_id = randomUUID();
      const replies = await Promise.all(Array.from({ length: 10 }, () => post(ann, { client_id, group })));
      expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      const { body } = await services.call(readShouts, { filter: group }, { as: ann });
      expect([body.shouts.length, body.conversation.seq]).toEqual([1, 1]);
      expect(await events('ShoutPosted', { 'facts.shout': replies[0]!.body.id })).toBe(1);
    });

    it('is identified by author: two members may use the same client id', async () => {
      const [ann, bob] = [await services.member(), await services.member()];
      const client_id = randomUUID();
      const [one, two] = [await post(ann, { client_id, group: '0' }), await post(bob, { client_id, group: '0' })];
      expect(two.body.id).not.toBe(one.body.id);
    });

    it('counts a comment once', async () => {
      const ann = await services.member();
      const { body: shout } = await post(ann, { group: '0' });
      const client_id = randomUUID();
      await Promise.all(Array.from({ length: 5 }, () => post(ann, { client_id, in_reply_to: shout.id })));
      const { body } = await services.call(readShout, { id: shout.id }, { as: ann });
      expect([body.shout.comments_count, body.shout.comments.length]).toEqual([1, 1]);
    });
  });

  it('shows a resend nothing of a group that has removed its author', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const group = (await services.group(ann, [bob]))._id;
    const client_id = randomUUID();
    const own = (await post(bob, { client_id, group })).body;
    expect((await post(bob, { client_id, group, shout: '' })).body.id).toBe(own.id);
    const removal = { group, user: bob.id, read_only: false, removed: true };
    await services.get(FormerMemberRepository).remember(tenantOfMember(ann), removal, {});
    await services.get(MembershipRepository).leave(tenantOfMember(ann), group, bob.id);
    await post(ann, { in_reply_to: own.id, shout: 'Secret' });
    for (const resend of [{ group }, { group, shout: '' }, { group: '0' }])
      expect((await post(bob, { client_id, ...resend })).body.code).toBe('SHOUT_NOT_FOUND');
  });

  describe('many at once', () => {
    it('take positions without a gap, set the preview to the last one, and are unread for the others', async () => {
      const [ann, group] = await ownGroup();
      const tenant = tenantOfMember(ann);
      const others = await Promise.all([1, 2, 3].map(() => services.member()));
      await Promise.all(others.map((other, index) => post(other, { group, shout: `before ${index}` })));
      await Promise.all(
        Array.from({ length: 24 }, (_, index) => post(others[index % 3]!, { group, shout: `shout ${index}` })),
      );
      const { body } = await services.call(readShouts, { filter: group, count: 50 }, { as: ann });
      expect(body.shouts.map((shout) => shout.seq)).toEqual(Array.from({ length: 27 }, (_, index) => 27 - index));
      const head = await services.get(ConversationRepository).byId(tenant, group);
      expect(head).toMatchObject({ seq: 27, last_shout: { id: body.shouts[0]!.id } });
      expect(await services.get(ConversationPositions).unread(tenant, ann.id, head!)).toBe(27);
    });

    it('fail together, not one after another, while the database is unreachable', async () => {
      const [ann, group] = await ownGroup();
      await post(ann, { group });
      const mongo = services.get(Mongo);
      const { transaction } = mongo;
      let tries = 0;
      mongo.transaction = async () => {
        tries += 1;
        // Replaces the server selection timeout, which is longer.
        await new Promise((resolve) => setTimeout(resolve, 50));
        throw new MongoServerSelectionError('connect ECONNREFUSED', {} as never);
      };
      const replies = await Promise.all(Array.from({ length: 30 }, () => post(ann, { group })));
      mongo.transaction = transaction;
      expect(replies.filter(({ status }) => status < 500)).toEqual([]);
      expect(tries).toBeLessThan(10);
      expect((await post(ann, { group })).body.seq).toBe(2);
    });

    it('take positions after those of another process, and reuse those of a failed transaction', async () => {
      const [ann, group] = await ownGroup();
      const { _id: calm } = await services.group(ann);
      const tenant = tenantOfMember(ann);
      const elsewhere = await new Mongo(services.get<Environment>(ENVIRONMENT as never)).connect();
      const there = new ConversationRepository(elsewhere, services.get(CommitLog));
      const advance = (mongo: Mongo, heads: ConversationRepository, fails = false) =>
        mongo.transaction(async (session) => {
          const shout = { id: newId(), user: ann.id, text: 'Theirs', created: new Date(), deleted: false };
          const seqs = await heads.advance(tenant, new Map([[group, [shout]]]), { session });
          if (fails) throw new Error('changed my mind');
          return seqs.get(group);
        });
      const both = async () => {
        const replies = await Promise.all([group, calm, group].map((one) => post(ann, { group: one })));
        return [replies[0]!.body.seq, replies[2]!.body.seq].sort().concat(replies[1]!.body.seq);
      };
      try {
        expect(await both()).toEqual([1, 2, 1]);
        expect(await advance(elsewhere, there)).toBe(3);
        expect(await both()).toEqual([4, 5, 2]);
        expect(await advance(elsewhere, there)).toBe(6);
        const heads = services.get(ConversationRepository);
        await expect(advance(services.get(Mongo), heads, true)).rejects.toThrow('changed my mind');
        expect(await both()).toEqual([7, 8, 3]);
        expect(await heads.byId(tenant, group)).toMatchObject({ seq: 8, last_shout: { text: 'Box this lap' } });
      } finally {
        await elsewhere.onApplicationShutdown();
      }
    });

    it('count each comment and keep the newest three in the preview', async () => {
      const ann = await services.member();
      const { body: shout } = await post(ann, { group: '0' });
      await Promise.all(
        Array.from({ length: 12 }, (_, index) => post(ann, { in_reply_to: shout.id, shout: `c${index}` })),
      );
      const { body } = await services.call(readShout, { id: shout.id }, { as: ann });
      const all = await services.call(readComments, { id: shout.id }, { as: ann });
      expect([body.shout.comments_count, all.body.comments.length]).toEqual([12, 12]);
      expect(body.shout.comments.map((comment) => comment.id)).toEqual(all.body.comments.slice(-3).map(({ id }) => id));
    });
  });
});
