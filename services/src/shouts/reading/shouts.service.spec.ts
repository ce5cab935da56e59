import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
import { randomUUID } from 'node:crypto';
import { expectNoCollectionScan } from '../../../test/expect-no-collection-scan.js';
import { underFlags } from '../../../test/under-flags.js';
import { changedElsewhere } from '../../../test/changed-elsewhere.js';
import { passTime } from '../../../test/pass-time.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { ShoutsService } from './shouts.service.js';

let services: TestServices;
let ann: TestMember;
let group: string;
let ids: string[];
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  ann = await services.member();
  group = (await services.group(ann))._id;
  ids = [];
  for (let lap = 1; lap <= 12; lap++) ids.push(await post({ group, shout: `lap ${lap}` }));
});
afterAll(() => services.close());

async function post(input: object): Promise<string> {
  const all = { client_id: randomUUID(), shout: 'Copy', ...input };
  return (await services.call(postShout, all, { as: ann })).body.id;
}
const list = (input: object = {}) => services.call(readShouts, { filter: group, ...input }, { as: ann });
const laps = (shouts: { shout: string }[]) => shouts.map(({ shout }) => Number(shout.slice(4)));

describe(ShoutsService, () => {
  it('returns the newest ten first and reports that there are more', async () => {
    const { body } = await list();
    expect([laps(body.shouts), body.more]).toEqual([[12, 11, 10, 9, 8, 7, 6, 5, 4, 3], true]);
  });

  it('continues below a shout without repeats while others post', async () => {
    const first = await list({ count: 5 });
    await post({ group: '0' });
    const { body } = await list({ count: 50, before: first.body.shouts.at(-1)!.id });
    expect([laps(body.shouts), body.more]).toEqual([[7, 6, 5, 4, 3, 2, 1], false]);
  });

  it('continues above a shout, newest first, without a gap', async () => {
    const { body } = await list({ count: 3, after: ids[4]! });
    expect([laps(body.shouts), body.more]).toEqual([[8, 7, 6], true]);
    expect((await list({ after: ids[11]! })).body).toMatchObject({ shouts: [], more: false });
  });

  it('returns the shouts around one, half of them older, with more in both directions', async () => {
    const middle = { shouts: expect.anything(), more: true, newer: true };
    const { body } = await list({ count: 5, around: ids[5]! });
    expect([laps(body.shouts), body]).toEqual([[8, 7, 6, 5, 4], expect.objectContaining(middle)]);
    const bySeq = await list({ count: 5, around_seq: 6 });
    expect(laps(bySeq.body.shouts)).toEqual([8, 7, 6, 5, 4]);
    const last = await list({ count: 5, around: ids[11]! });
    expect([laps(last.body.shouts), last.body.more, last.body.newer]).toEqual([[12, 11, 10], true, false]);
    const first = await list({ count: 5, around_seq: 1 });
    expect([laps(first.body.shouts), first.body.more, first.body.newer]).toEqual([[3, 2, 1], false, true]);
  });

  it('reports in both directions whether there are newer shouts', async () => {
    const newerOf = async (input: object) => (await list(input)).body.newer;
    expect(await newerOf({})).toBe(false);
    expect(await newerOf({ before: ids[4]! })).toBe(true);
    expect(await newerOf({ count: 3, after: ids[4]! })).toBe(true);
    expect(await newerOf({ count: 7, after: ids[4]! })).toBe(false);
  });

  it.each(['before', 'after', 'around'])(
    'refuses %s an unknown shout, a shout of another conversation, and a comment',
    async (cursor) => {
      const elsewhere = await post({ group: '0' });
      const comment = await post({ in_reply_to: ids[0] });
      for (const id of ['unknown', elsewhere, comment])
        expect((await list({ [cursor]: id })).body.code).toBe('SHOUT_NOT_FOUND');
    },
  );

  it('returns the shout of a comment', async () => {
    const comment = await post({ in_reply_to: ids[1] });
    const { body } = await services.call(readShout, { id: comment }, { as: ann });
    expect([body.shout.id, body.shout.is_commented, body.shout.comments.at(-1)?.id]).toEqual([ids[1], true, comment]);
  });

  it('pages comments from the end backwards, oldest first', async () => {
    const shout = await post({ group: '0' });
    for (let lap = 1; lap <= 7; lap++) await post({ in_reply_to: shout, shout: `lap ${lap}` });
    const last = await services.call(readComments, { id: shout, count: 3 }, { as: ann });
    expect([laps(last.body.comments), last.body.more]).toEqual([[5, 6, 7], true]);
    const before = last.body.comments[0]!.id;
    const first = await services.call(readComments, { id: shout, before }, { as: ann });
    expect([laps(first.body.comments), first.body.more]).toEqual([[1, 2, 3, 4], false]);
  });

  it('shows no comments under disable_comments', async () => {
    const shout = await post({ group: '0' });
    const comment = await post({ in_reply_to: shout });
    const without = { comments: [], comments_count: 0, is_commented: false };
    await underFlags(services, 'motorsport', { disable_comments: true }, async () => {
      const { body } = await services.call(readShouts, { filter: '0', count: 1 }, { as: ann });
      expect(body.shouts[0]).toMatchObject({ id: shout, ...without });
      const one = await services.call(readShout, { id: comment }, { as: ann });
      expect(one.body.shout).toMatchObject({ id: shout, ...without });
      expect((await services.call(readComments, { id: shout }, { as: ann })).body.code).toBe('FEATURE_DISABLED');
    });
    const again = await services.call(readShout, { id: shout }, { as: ann });
    expect(again.body.shout).toMatchObject({ comments: [{ id: comment }], comments_count: 1, is_commented: true });
  });

  it('shows no deleted shout under disable_comments, and fills the page', async () => {
    const own = (await services.group(ann))._id;
    const [first, deleted, last] = [await post({ group: own }), await post({ group: own }), await post({ group: own })];
    const comment = await post({ in_reply_to: deleted });
    await services.call(deleteShout, { id: deleted }, { as: ann });
    const page = async () => {
      const { body } = await services.call(readShouts, { filter: own, count: 2 }, { as: ann });
      return [body.shouts.map(({ id }) => id), body.more];
    };
    expect(await page()).toEqual([[last, deleted], true]);
    await underFlags(services, 'motorsport', { disable_comments: true }, async () => {
      expect(await page()).toEqual([[last, first], false]);
      const codes = [deleted, comment].map(
        async (id) => (await services.call(readShout, { id }, { as: ann })).body.code,
      );
      expect(await Promise.all(codes)).toEqual(['SHOUT_NOT_FOUND', 'SHOUT_NOT_FOUND']);
      const next = await services.call(readShouts, { filter: own, before: deleted }, { as: ann });
      expect(next.body.code).toBe('SHOUT_NOT_FOUND');
    });
    expect(await page()).toEqual([[last, deleted], true]);
  });

  it('shows a deleted member without a name', async () => {
    const [bob, stay] = [await services.member(), await services.member()];
    const own = (await services.group(stay, [bob]))._id;
    await services.call(postShout, { client_id: randomUUID(), shout: 'bye', group: own }, { as: bob });
    await services.get(Mongo).connection.collection('users').deleteOne({ username: bob.username });
    await changedElsewhere(services, { kind: 'AccountDeleted', tenant: tenantOfMember(bob), user: bob.id });
    passTime(1000);
    const { body } = await services.call(readShouts, { filter: own }, { as: stay });
    expect(body.shouts[0]).toMatchObject({ shout: 'bye', user: { id: bob.id, username: '' } });
  });

  it('separates communities and workplaces with equal conversation ids', async () => {
    const places = [
      { community: 'motorsport' },
      { community: 'workplace' },
      { community: 'workplace', workplace: 'hq' },
      { community: 'workplace', workplace: 'porto' },
    ];
    const members = await Promise.all(places.map((place) => services.member(place)));
    const client_id = randomUUID();
    for (const [index, as] of members.entries())
      await services.call(postShout, { client_id, group: '0', shout: `only place ${index}` }, { as });
    for (const [index, as] of members.entries()) {
      const { body } = await services.call(readShouts, { count: 50 }, { as });
      const here = body.shouts.filter(({ shout }) => shout.startsWith('only place'));
      expect(here.map(({ shout }) => shout)).toEqual([`only place ${index}`]);
    }
  });

  describe('every query of a request', () => {
    const tenant = { community: 'motorsport', workplace: '' };
    it.each<[string, string, object, object]>([
      ['a feed', 'shouts', { thread: 'g' }, { position: -1 }],
      ['a feed below a shout', 'shouts', { thread: 'g', position: { $lt: 9 } }, { position: -1 }],
      ['a feed above a shout', 'shouts', { thread: 'g', position: { $gt: 3 } }, { position: 1 }],
      ['a resend', 'shouts', { author: 'a', client_id: 'c' }, {}],
      ['own comments', 'shouts', { author: { $in: ['a'] }, thread: { $in: ['s', 't'] } }, {}],
      ['a search', 'shouts', { conversation: { $in: ['g', 'h'] } }, { _id: -1 }],
      ['likes of a page', 'likes', { shout: { $in: ['s', 't'] }, user: { $in: ['a'] } }, {}],
      ['the first likes', 'likes', { shout: 's' }, { _id: 1 }],
    ])('is served by an index: %s', async (_, collection, filter, sort) => {
      const { connection } = services.get(Mongo);
      const query = connection
        .collection(collection)
        .find({ ...filter, ...tenant })
        .sort(sort as { _id: 1 });
      const plan = JSON.stringify(await query.explain('queryPlanner'));
      expect(plan).toContain('IXSCAN');
      expect(plan).not.toMatch(/COLLSCAN|"stage":"SORT"/);
    });

    it('as the calls make them', async () => {
      const bob = await services.member();
      await expectNoCollectionScan(services, async () => {
        const id = await post({ group });
        await post({ in_reply_to: id });
        await post({ recipients: [bob.id] });
        await services.call(likeShout, { id }, { as: ann });
        await list({ before: id });
        await list({ around: id });
        await services.call(readShout, { id }, { as: ann });
        await services.call(readComments, { id }, { as: ann });
        await services.call(unlikeShout, { id }, { as: ann });
        await services.call(editShout, { id, shout: `Stay out @${bob.username}` }, { as: ann });
        await services.call(deleteShout, { id }, { as: ann });
      });
    });
  });
});
