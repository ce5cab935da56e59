import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteShout, likeShout, postShout, readShout, unlikeShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { report, times } from '../../../test/proofs.js';
import { underFlags } from '../../../test/under-flags.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { LikeRepository } from '../storage/like.repository.js';
import { LikesService } from './likes.service.js';

let services: TestServices;
let author: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  author = await services.member();
});
afterAll(() => services.close());

async function shout(): Promise<string> {
  const input = { client_id: randomUUID(), shout: 'Box this lap', group: '0' };
  return (await services.call(postShout, input, { as: author })).body.id;
}
const like = (id: string, as: TestMember) => services.call(likeShout, { id }, { as });
const unlike = (id: string, as: TestMember) => services.call(unlikeShout, { id }, { as });
const members = (count: number) => Promise.all(Array.from({ length: count }, () => services.member()));
const rows = async (id: string, limit = 100) => services.get(LikeRepository).first(tenantOfMember(author), id, limit);
const seen = async (id: string, as = author) => (await services.call(readShout, { id }, { as })).body.shout;

describe(LikesService, () => {
  it('shows a like as liked to its member, and as a count to others', async () => {
    const [id, ann] = [await shout(), await services.member()];
    expect((await like(id, ann)).body).toMatchObject({ liked: true, likes_count: 1, first_likes: [{ id: ann.id }] });
    expect(await seen(id)).toMatchObject({ liked: false, likes_count: 1 });
  });

  it('counts repeated and concurrent likes of a member once', async () => {
    const [id, ann] = [await shout(), await services.member()];
    const replies = await Promise.all(Array.from({ length: 8 }, () => like(id, ann)));
    expect(replies.map(({ status, body }) => [status, body.liked, body.likes_count])).toEqual(
      Array(8).fill([200, true, 1]),
    );
    expect(await rows(id)).toEqual([ann.id]);
  });

  it('counts 30 concurrent likes, as many as there are rows, and names three members', async () => {
    const [id, everyone] = [await shout(), await members(30)];
    await Promise.all(everyone.map((member) => like(id, member)));
    const { likes_count, first_likes } = await seen(id);
    expect([likes_count, first_likes.length, (await rows(id)).length]).toEqual([30, 3, 30]);
  });

  const crowd = times(200, 1000);
  it(`counts ${crowd} likes at once exactly`, async () => {
    const id = await shout();
    const people: TestMember[] = [];
    while (people.length < crowd) people.push(...(await members(50)));
    // Without 1,000 connections, which a busy machine may refuse; the suite `likes` of the bench has them.
    await Promise.all(
      people.map(async ({ row: user }) =>
        services.get(LikesService).like({ tenant: tenantOfMember(author), user } as SignedInCaller, id),
      ),
    );
    expect([(await seen(id)).likes_count, (await rows(id, 2000)).length]).toEqual([crowd, crowd]);
    report('likes at once', { likes: crowd });
  }, 120_000);

  it('counts as many likes as there are rows after concurrent likes and unlikes', async () => {
    const [id, everyone] = [await shout(), await members(6)];
    await Promise.all(everyone.flatMap((member) => [like(id, member), unlike(id, member), like(id, member)]));
    const { likes_count, first_likes } = await seen(id);
    const left = await rows(id);
    expect(likes_count).toBe(left.length);
    expect(first_likes).toHaveLength(Math.min(3, left.length));
  });

  it('writes concurrent likes in a few transactions, with one realtime update each', async () => {
    const [id, everyone] = [await shout(), await members(120)];
    const replies = await Promise.all(everyone.map((member) => like(id, member)));
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.liked}`))).toEqual(new Set(['200 true']));
    expect(await seen(id)).toMatchObject({ likes_count: 120 });
    expect(await rows(id, 200)).toHaveLength(120);
    const events = services.get(Mongo).connection.collection('outbox');
    expect(await events.countDocuments({ kind: 'ShoutUpdated', 'facts.shout': id })).toBeLessThan(20);
  });

  it('refuses unknown shouts, bad input and unknown tokens of a burst one by one', async () => {
    const [id, everyone] = [await shout(), await members(30)];
    const wanted = everyone.map((member, index) => {
      if (index % 3 === 1) return like('0123456789abcdef01234567', member);
      return index % 3 === 2 ? like(id, { ...member, token: randomUUID() }) : like(id, member);
    });
    const replies = await Promise.all(wanted);
    const seenCodes = replies.map(({ status, body }) => (status === 200 ? 'liked' : body.code));
    expect(seenCodes).toEqual(everyone.map((_, index) => ['liked', 'SHOUT_NOT_FOUND', 'INVALID_TOKEN'][index % 3]));
    expect(await rows(id)).toHaveLength(10);
  });

  it('replies to each like of a burst separately when the shout is deleted meanwhile', async () => {
    const [id, everyone] = [await shout(), await members(40)];
    const likes = everyone.map((member) => like(id, member));
    const deleted = await services.call(deleteShout, { id }, { as: author });
    const replies = await Promise.all(likes);
    expect(deleted.status).toBe(200);
    const written = replies.filter(({ status }) => status === 200);
    expect(await rows(id)).toHaveLength(written.length);
    expect(new Set(replies.flatMap(({ body }) => body.code ?? []))).toEqual(
      new Set(written.length < 40 ? ['SHOUT_NOT_FOUND'] : []),
    );
  });

  it('removes a like once and names the next member', async () => {
    const [id, everyone] = [await shout(), await members(4)];
    for (const member of everyone) await like(id, member);
    await unlike(id, everyone[0]!);
    expect((await unlike(id, everyone[0]!)).body).toMatchObject({ liked: false, likes_count: 3 });
    expect((await seen(id)).first_likes.map((user) => user.id)).toEqual(everyone.slice(1).map(({ id: own }) => own));
  });

  it('accepts likes of comments, and refuses those of deleted shouts', async () => {
    const id = await shout();
    const input = { client_id: randomUUID(), shout: 'Copy', in_reply_to: id };
    const { body: comment } = await services.call(postShout, input, { as: author });
    expect((await like(comment.id, author)).body.likes_count).toBe(1);
    await services.call(deleteShout, { id }, { as: author });
    expect((await like(id, author)).body.code).toBe('SHOUT_NOT_FOUND');
  });

  it('refuses likes of all members and admins under disable_likes', async () => {
    const [id, admin] = [await shout(), await services.member({ admin: true })];
    await underFlags(services, 'motorsport', { disable_likes: true }, async () =>
      expect((await like(id, admin)).body.code).toBe('FEATURE_DISABLED'),
    );
  });
});
