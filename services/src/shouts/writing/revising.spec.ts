import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readChat } from '@paddock/contract/calls/chats';
import { readNotifications } from '@paddock/contract/calls/notifications';
import {
  deleteShout,
  editShout,
  likeShout,
  postShout,
  readComments,
  readShout,
  readShouts,
} from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { until } from '../../../test/test-smtp.js';
import { underFlags } from '../../../test/under-flags.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { RevisingService } from './revising.service.js';

let services: TestServices;
let owner: TestMember;
let author: TestMember;
let group: string;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats,shouts', RATE_LIMITS: 'off' });
  [owner, author] = [await services.member(), await services.member()];
  group = (await services.group(owner, [author]))._id;
});
afterAll(() => services.close());

async function post(target: object = { group }, as = author): Promise<string> {
  const input = { client_id: randomUUID(), shout: 'Rear is loose', ...target };
  return (await services.call(postShout, input, { as })).body.id;
}
const edit = (id: string, as = author, shout = 'Rear is fine') => services.call(editShout, { id, shout }, { as });
const remove = (id: string, as = author) => services.call(deleteShout, { id }, { as });
const seen = async (id: string, as = author) => (await services.call(readShout, { id }, { as })).body.shout;
const events = (kind: string, shout: string) =>
  services.get(Mongo).connection.collection('outbox').countDocuments({ kind, 'facts.shout': shout });

describe(RevisingService, () => {
  describe('editing', () => {
    it('changes text, mentions and preview, and sets the time', async () => {
      const id = await post();
      const { body } = await edit(id, author, `Pressures are up @${owner.username}`);
      expect(body).toMatchObject({ id, mentions: [owner.username], updated: expect.any(String) });
      const chat = await services.call(readChat, { id: group }, { as: owner });
      expect(chat.body.last_shout).toMatchObject({ id, text: `Pressures are up @${owner.username}` });
    });

    it('indexes at most 3000 terms of a text, posted or edited', async () => {
      const addresses = (name: string) =>
        Array.from(
          { length: 60 },
          (_, page) =>
            `https://a.b/${Array.from({ length: 60 }, (__, part) => `${name}${10 + page}x${10 + part}`).join('/')}`,
        );
      const stored = async (shout: string) => {
        const row = await services.get(Mongo).connection.collection('shouts').findOne({ text: shout });
        return (row as unknown as { terms: string[] }).terms.length;
      };
      const [posted, edited] = ['p', 'e'].map((name) => addresses(name).join(' '));
      const id = await post({ group, shout: posted! });
      expect(await stored(posted!)).toBe(3000);
      expect((await edit(id, author, edited)).status).toBe(200);
      expect(await stored(edited!)).toBe(3000);
    });

    it('keeps the last of concurrent edits, with a time that grows with each', async () => {
      const id = await post();
      const texts = Array.from({ length: 12 }, (_, lap) => `lap ${lap}`);
      const edits = await Promise.all(texts.map((text) => edit(id, author, text)));
      const times = edits.map(({ body }) => body.updated!);
      expect(new Set(times).size).toBe(texts.length);
      const last = edits.find(({ body }) => body.updated === times.toSorted().at(-1))!.body;
      expect(await seen(id)).toMatchObject({ shout: last.shout, updated: last.updated });
      // As if the process of the last edit had a clock that is ahead.
      const ahead = new Date(Date.now() + 5_000);
      const rows = services.get(Mongo).connection.collection('shouts');
      await rows.updateOne({ _id: id as never }, { $set: { updated: ahead } });
      expect((await edit(id)).body).toMatchObject({ updated: new Date(ahead.getTime() + 1).toISOString() });
    });

    it('ends with the edit window, for admins too', async () => {
      const admin = await services.member({ admin: true });
      const id = await post({ group: '0' }, admin);
      await underFlags(services, 'motorsport', { max_edit_delta: 0 }, async () =>
        expect((await edit(id, admin)).body.code).toBe('EDIT_WINDOW_OVER'),
      );
      expect((await edit(id, admin)).status).toBe(200);
    });

    it.each([
      ['nothing', '', 'shout_REQUIRED'],
      ['2001 letters', 'a'.repeat(2001), 'shout_LENGTH_PATTERN'],
    ])('refuses %s', async (_, text, code) => {
      const { body } = await edit(await post(), author, text);
      expect([body.code, body.fields]).toEqual(['INVALID_INPUT', { shout: code }]);
    });

    it('obeys rules added since: read-only, blocked', async () => {
      const bob = await services.member();
      const [shout, privately] = [await post(), await post({ recipients: [bob.id] })];
      const comment = await post({ in_reply_to: shout });
      const memberships = services.get(MembershipRepository);
      await memberships.setReadOnly(tenantOfMember(author), group, author.id, true);
      await services.get(UserRepository).setBlocked(tenantOfMember(bob), bob.id, author.id, true);
      const codes = [await edit(shout), await edit(privately), await edit(comment)].map(({ body }) => body.code);
      await memberships.setReadOnly(tenantOfMember(author), group, author.id, false);
      expect(codes).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']);
    });

    it('refuses a deleted shout', async () => {
      const id = await post();
      await remove(id);
      expect((await edit(id)).body.code).toBe('SHOUT_NOT_FOUND');
    });
  });

  describe('deleting', () => {
    it.each([
      ['the author', () => author, { deleted: true, admin_deleted: false }],
      ['an owner of the group', () => owner, { deleted: false, admin_deleted: true }],
    ])('by %s is marked as such and leaves no text where comments stay below it', async (_, who, marks) => {
      const id = await post({ group, shout: `telemetry @${owner.username}` });
      await post({ in_reply_to: id });
      expect((await remove(id, who())).body).toEqual({ ok: true, comments_count: 1 });
      for (const as of [author, owner])
        expect(await seen(id, as)).toMatchObject({ shout: '', mentions: [], files: [], image_urls: [], ...marks });
      const feed = await services.call(readShouts, { filter: group, count: 1 }, { as: owner });
      expect(feed.body.shouts[0]).toMatchObject({ id, shout: '', ...marks });
    });

    it('takes a shout without comments, and one whose last comment is deleted, out of every list', async () => {
      const [below, id, commented] = [await post(), await post(), await post()];
      const comment = await post({ in_reply_to: commented });
      await remove(id);
      await remove(commented);
      const feed = async (input: object = {}) =>
        (await services.call(readShouts, { filter: group, count: 2, ...input }, { as: owner })).body;
      const ids = async (input?: object) => (await feed(input)).shouts.map((shout) => shout.id);
      expect(await ids()).toEqual([commented, below]);
      expect((await remove(comment)).body).toEqual({ ok: true, comments_count: 0 });
      expect((await ids())[0]).toBe(below);
      expect((await ids({ around: below, count: 1 }))[0]).toBe(below);
      expect((await feed({ around: below })).newer).toBe(false);
      for (const gone of [id, commented, comment]) {
        expect((await services.call(readShout, { id: gone }, { as: author })).body.code).toBe('SHOUT_NOT_FOUND');
        expect((await services.call(readComments, { id: gone }, { as: author })).body.code).toBe('SHOUT_NOT_FOUND');
        for (const cursor of ['before', 'after', 'around'])
          expect(await feed({ [cursor]: gone })).toMatchObject({ code: 'SHOUT_NOT_FOUND' });
      }
    });

    it('takes back its notifications, also those of a comment', async () => {
      const id = await post({ group, shout: `see @${owner.username}` });
      const comment = await post({ in_reply_to: id, shout: `see @${owner.username}` });
      await services.call(likeShout, { id }, { as: owner });
      const told = async (as: TestMember) =>
        (await services.call(readNotifications, {}, { as })).body.notifications.filter(({ address }) =>
          address?.includes(id),
        ).length;
      await until(async () => (await told(owner)) === 2 && (await told(author)) === 1);
      await remove(comment);
      await until(async () => (await told(owner)) === 1);
      await remove(id);
      await until(async () => (await told(owner)) === 0 && (await told(author)) === 0);
    });

    it('gives its place in the chat list to the newest one before it', async () => {
      const [oldest, older, newest] = [await post(), await post(), await post()];
      await remove(older);
      const before = await services.call(readChat, { id: group }, { as: owner });
      expect(before.body.last_shout).toMatchObject({ id: newest, text: 'Rear is loose', deleted: false });
      await remove(newest);
      const after = await services.call(readChat, { id: group }, { as: owner });
      expect(after.body.last_shout).toMatchObject({ id: oldest, text: 'Rear is loose', deleted: false });
    });

    it('a second time succeeds, changes nothing and creates no event', async () => {
      const id = await post();
      await remove(id);
      expect((await remove(id, owner)).body).toEqual({ ok: true, comments_count: 0 });
      const stored = await services
        .get(Mongo)
        .connection.collection('shouts')
        .findOne({ _id: id as never });
      expect(stored).toMatchObject({ deleted: true, admin_deleted: false });
      expect(await events('ShoutDeleted', id)).toBe(1);
    });

    it('removes a comment from count and preview once, also on two concurrent calls', async () => {
      const id = await post();
      const comments = [];
      for (const shout of ['c1', 'c2', 'c3', 'c4', 'c5']) comments.push(await post({ in_reply_to: id, shout }));
      await Promise.all([remove(comments[3]!), remove(comments[3]!, owner)]);
      const { comments_count, comments: preview } = await seen(id);
      expect([comments_count, preview.map(({ shout }) => shout)]).toEqual([4, ['c2', 'c3', 'c5']]);
      const all = await services.call(readComments, { id }, { as: owner });
      expect(all.body.comments.map(({ shout }) => shout)).toEqual(['c1', 'c2', 'c3', 'c5']);
    });

    it('closes a shout to new comments and keeps the others', async () => {
      const id = await post();
      await post({ in_reply_to: id, shout: 'stays' });
      await remove(id);
      const late = { client_id: randomUUID(), shout: 'late', in_reply_to: id };
      expect((await services.call(postShout, late, { as: author })).body.code).toBe('SHOUT_NOT_FOUND');
      expect((await seen(id)).comments.map(({ shout }) => shout)).toEqual(['stays']);
    });
  });
});
