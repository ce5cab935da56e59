import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { markRead, muteChat } from '@paddock/contract/calls/chats';
import { readNotifications, updatePreferences } from '@paddock/contract/calls/notifications';
import { deleteShout, editShout, likeShout, postShout, unlikeShout } from '@paddock/contract/calls/shouts';
import type { Preferences } from '@paddock/contract/calls/users';
import { randomUUID } from 'node:crypto';
import { mailsTo } from '../../../test/mails.js';
import { notified } from '../../../test/notified.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { LaterMails } from '../../community/notifications/later-mails.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { ShoutAccess } from '../reading/shout-access.js';
import { LikeWriter } from '../writing/like-writer.js';
import { ShoutNotifications } from './shout-notifications.js';

const kinds = {
  mention: ['ShoutPosted', 'CommentPosted', 'ShoutUpdated'],
  like: ['ShoutLiked'],
  direct_message: ['ShoutPosted'],
};
let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,chats,shouts', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

async function shout(as: TestMember, text: string, target: object = { group: '0' }): Promise<string> {
  const { body, status } = await services.call(postShout, { client_id: randomUUID(), shout: text, ...target }, { as });
  expect(status).toBe(200);
  return body.id;
}
async function received(member: TestMember) {
  await notified(services, kinds);
  const { body } = await services.call(readNotifications, {}, { as: member });
  const mails = await mailsTo(services, member.row.email);
  return { notifications: body.notifications, unread: body.unread, mails };
}
const wish = (as: TestMember, wishes: Omit<Preferences, 'pn_sponsors'>) =>
  services.call(updatePreferences, { id: as.id, ...wishes }, { as });
const pair = () => Promise.all([services.member({ fullname: 'Ann Ace' }), services.member({ fullname: 'Bob Box' })]);
const block = (member: TestMember, other: TestMember) =>
  services.get(UserRepository).setBlocked(tenantOfMember(member), member.id, other.id, true);

/** Address of a shout to everybody in its conversation. */
const inTalk = (id: string) => `/main/conversation/0?shout=${id}`;

describe(ShoutNotifications, () => {
  describe('a mention', () => {
    it('sends one notification and one mail with author, group and address', async () => {
      const [ann, bob] = await pair();
      const id = await shout(ann, `Hey @${bob.username}, bring the <b>wets</b>`);
      const { notifications, unread, mails } = await received(bob);
      expect(notifications).toEqual([
        expect.objectContaining({
          kind: 'mention',
          facts: { who: 'Ann Ace', where: 'Meridian GT' },
          address: inTalk(id),
          read: false,
        }),
      ]);
      expect(unread).toBe(1);
      expect(mails.map(({ subject }) => subject)).toEqual(['Ann Ace mentioned you']);
      expect(mails[0]!.text).toContain(inTalk(id));
      expect(mails[0]!.text).toContain('> Hey @');
      expect(mails[0]!.html).toContain('&lt;b&gt;wets');
      expect(mails[0]!.unsubscribe).toContain('/unsubscribe/mailing_mention/');
      expect((await received(ann)).notifications).toEqual([]);
    });

    it('notifies of comments, and of edits only the members they add', async () => {
      const [ann, bob] = await pair();
      const eve = await services.member();
      const id = await shout(ann, 'Look');
      const comment = await shout(ann, `@${bob.username}!`, { in_reply_to: id });
      const text = `@${bob.username} and @${eve.username}!`;
      expect((await services.call(editShout, { id: comment, shout: text }, { as: ann })).status).toBe(200);
      expect((await services.call(editShout, { id: comment, shout: `${text}!` }, { as: ann })).status).toBe(200);
      for (const one of [bob, eve]) {
        const { notifications, mails } = await received(one);
        expect(notifications.map(({ address }) => address)).toEqual([`/main/shout/${id}?comment=${comment}`]);
        expect(mails.length).toBe(1);
      }
    });

    it.each([
      [{}, 1, 1],
      [{ pn_mention: true, mailing_mention: true }, 1, 1],
      [{ pn_mention: false }, 0, 1],
      [{ mailing_mention: false }, 1, 0],
      [{ pn_mention: false, mailing_mention: false }, 0, 0],
      [{ pn_like: false, mailing_dm: false }, 1, 1],
    ])('obeys the preferences %p: %i notification, %i mail', async (wishes, notifications, mails) => {
      const [ann, bob] = await pair();
      await wish(bob, wishes);
      await shout(ann, `@${bob.username}`);
      const inbox = await received(bob);
      expect([inbox.notifications.length, inbox.mails.length]).toEqual([notifications, mails]);
    });

    it('skips members who blocked the author or are blocked by them', async () => {
      const [ann, bob] = await pair();
      const eve = await services.member();
      await block(bob, ann);
      await block(ann, eve);
      await shout(ann, `@${bob.username} @${eve.username}`);
      for (const one of [bob, eve]) expect(await received(one)).toMatchObject({ notifications: [], mails: [] });
    });

    it.each([
      ['may read it', true, 1],
      ['left the group before the delivery', false, 0],
    ])('notifies a member who %s: %p', async (_name, stays, count) => {
      const [ann, bob] = await pair();
      const group = await services.group(ann, [bob], { invisible: true });
      const conversation = group._id;
      const id = await shout(ann, 'Quiet', { group: conversation });
      if (!stays) await services.get(MembershipRepository).leave(tenantOfMember(bob), conversation, bob.id);
      const mongo = services.get(Mongo);
      const mentions = [bob.username.toLowerCase()];
      await mongo.connection.collection<{ _id: string }>('shouts').updateOne({ _id: id }, { $set: { mentions } });
      const facts = { conversation, shout: id, actor: ann.id, mentions };
      const event = { kind: 'ShoutUpdated', tenant: tenantOfMember(ann), ...facts } as const;
      await mongo.transaction((session) => services.get(Outbox).add(session, event));
      const { notifications, mails } = await received(bob);
      expect([notifications.length, mails.length]).toEqual([count, count]);
    });

    it('notifies no member where mentions are off', async () => {
      const [ann, bob] = await pair();
      await underFlags(services, 'motorsport', { disable_mentions: true }, async () => {
        await shout(ann, `@${bob.username}`);
        expect(await received(bob)).toMatchObject({ notifications: [], mails: [] });
      });
    });
  });

  describe('a like', () => {
    it('sends a notification without a mail, and none for an own like', async () => {
      const [ann, bob] = await pair();
      const id = await shout(ann, 'Pole');
      await services.call(likeShout, { id }, { as: ann });
      await services.call(likeShout, { id }, { as: bob });
      const { notifications, mails } = await received(ann);
      expect(notifications).toMatchObject([
        { kind: 'like', facts: { who: 'Bob Box', count: '2' }, address: inTalk(id) },
      ]);
      expect(mails).toEqual([]);
    });

    it('is folded with other likes of the shout into one notification, which moves to the top', async () => {
      const [ann, bob] = await pair();
      const eve = await services.member({ fullname: 'Eve Exit' });
      const [first, second] = [await shout(ann, 'One'), await shout(ann, 'Two')];
      await services.call(likeShout, { id: first }, { as: bob });
      await services.call(likeShout, { id: second }, { as: bob });
      expect((await received(ann)).notifications.map(({ address }) => address)).toEqual([second, first].map(inTalk));
      await services.call(likeShout, { id: first }, { as: eve });
      const { notifications } = await received(ann);
      expect(notifications.map(({ address, facts }) => [address, facts])).toEqual([
        [inTalk(first), { who: 'Eve Exit', count: '2' }],
        [inTalk(second), { who: 'Bob Box', count: '1' }],
      ]);
    });

    it('does not move to the top when a member unlikes and likes again', async () => {
      const [ann, bob] = await pair();
      const [first, second] = [await shout(ann, 'One'), await shout(ann, 'Two')];
      for (const id of [first, second]) await services.call(likeShout, { id }, { as: bob });
      for (let times = 0; times < 3; times++) {
        await services.call(unlikeShout, { id: first }, { as: bob });
        await services.call(likeShout, { id: first }, { as: bob });
      }
      expect((await received(ann)).notifications.map(({ address }) => address)).toEqual([second, first].map(inTalk));
    });

    it.each([
      [{ pn_like: false }, 0],
      [{ pn_like: true, pn_mention: false }, 1],
    ])('obeys the preferences %p: %i', async (wishes, count) => {
      const [ann, bob] = await pair();
      await wish(ann, wishes);
      await services.call(likeShout, { id: await shout(ann, 'Pole') }, { as: bob });
      expect((await received(ann)).notifications.length).toBe(count);
    });

    it('skips likes of blocked members', async () => {
      const [ann, bob] = await pair();
      const id = await shout(ann, 'Pole');
      await block(ann, bob);
      await services.call(likeShout, { id }, { as: bob });
      expect((await received(ann)).notifications).toEqual([]);
    });

    it('names an earlier liker when the last likers of a burst are all blocked', async () => {
      const ann = await services.member();
      const likers = await Promise.all(Array.from({ length: 30 }, () => services.member()));
      for (const liker of likers.slice(2)) await block(ann, liker);
      const [tenant, writer] = [tenantOfMember(ann), services.get(LikeWriter)];
      const found = await services.get(ShoutAccess).find(tenant, ann.row, await shout(ann, 'Pole'));
      await Promise.all(likers.map((liker) => writer.write(tenant, found, liker.id, true)));
      expect((await received(ann)).notifications.map(({ facts }) => facts['who'])).toEqual([likers[1]!.row.fullname]);
    });
  });

  describe('a direct message', () => {
    /** Runs the delayed mails as if this many minutes had passed. */
    const later = async (minutes = 15.1) => {
      await notified(services, kinds);
      await services.get(LaterMails).look(new Date(Date.now() + minutes * 60_000));
    };
    const write = (from: TestMember, to: TestMember, text = 'Psst') => shout(from, text, { recipients: [to.id] });
    const subjects = async (member: TestMember) => (await received(member)).mails.map(({ subject }) => subject);

    it('is mailed once, without its text, when it stays unread', async () => {
      const [ann, bob] = await pair();
      await write(ann, bob, 'My secret');
      await write(ann, bob, 'Another one');
      await later(14.9);
      expect(await subjects(bob)).toEqual([]);
      await later();
      await later();
      expect(await subjects(bob)).toEqual(['Ann Ace wrote to you']);
      const [mail] = (await received(bob)).mails;
      expect(mail!.text).toContain(`/main/conversation/${ann.id}?shout=`);
      expect(mail!.text + mail!.html).not.toContain('secret');
      expect(mail!.unsubscribe).toContain('/unsubscribe/mailing_dm/');
      expect((await received(ann)).mails).toEqual([]);
    });

    it('is mailed again when a later one stays unread after the earlier ones were read', async () => {
      const [ann, bob] = await pair();
      await write(ann, bob);
      await write(ann, bob);
      await later();
      await services.call(markRead, { id: ann.id }, { as: bob });
      const deleted = await write(ann, bob);
      // Neither an own nor a deleted one is an earlier unread one.
      await write(bob, ann);
      await services.call(deleteShout, { id: deleted }, { as: ann });
      await write(ann, bob);
      await write(ann, bob);
      await later();
      await later();
      expect((await subjects(bob)).length).toBe(2);
    });

    it.each<[string, (bob: TestMember, ann: TestMember, id: string) => Promise<unknown>]>([
      ['was read', (bob, ann) => services.call(markRead, { id: ann.id }, { as: bob })],
      ['was muted', (bob, ann) => services.call(muteChat, { id: ann.id, mute: true }, { as: bob })],
      ['was deleted', (_, ann, id) => services.call(deleteShout, { id }, { as: ann })],
      ['comes from a member blocked since', (bob, ann) => block(bob, ann)],
      ['is not wanted by mail', (bob) => wish(bob, { mailing_dm: false })],
      [
        'finds its reader online',
        (bob) =>
          services.get(UserRepository).noteActivity(tenantOfMember(bob), [bob.id], new Date(Date.now() + 20 * 60_000)),
      ],
    ])('is not mailed when it %s', async (_name, happens) => {
      const [ann, bob] = await pair();
      const id = await write(ann, bob);
      await notified(services, kinds);
      const reply = await happens(bob, ann, id);
      expect((reply as { status?: number } | undefined)?.status ?? 200).toBe(200);
      await later();
      expect(await subjects(bob)).toEqual([]);
    });

    it('is not mailed after direct messages are turned off', async () => {
      const [ann, bob] = await pair();
      await write(ann, bob);
      await notified(services, kinds);
      await underFlags(services, 'motorsport', { direct_messages_enabled: false }, async () => {
        await later();
        expect(await subjects(bob)).toEqual([]);
        expect((await wish(bob, { mailing_dm: true })).body.code).toBe('FEATURE_DISABLED');
      });
    });

    it('excludes group shouts, which have a badge', async () => {
      const [ann, bob] = await pair();
      const group = await services.group(ann, [bob]);
      await shout(ann, 'All', { group: group._id });
      await later();
      expect(await received(bob)).toMatchObject({ notifications: [], mails: [] });
    });
  });
});
