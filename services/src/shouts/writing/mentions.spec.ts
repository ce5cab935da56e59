import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readNotifications } from '@paddock/contract/calls/notifications';
import { editShout, likeShout, postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { notified } from '../../../test/notified.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { MentionsService } from './mentions.service.js';

const kinds = { mention: ['ShoutPosted', 'CommentPosted', 'ShoutUpdated'] };
let services: TestServices;
let ann: TestMember;
let bob: TestMember;
let eve: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

async function post(text: string): Promise<string> {
  const { body } = await services.call(postShout, { client_id: randomUUID(), shout: text, group: '0' }, { as: ann });
  return body.id;
}
const edit = (id: string, text: string) => services.call(editShout, { id, shout: text }, { as: ann });
async function notifications(as: TestMember) {
  await notified(services, kinds);
  const { body } = await services.call(readNotifications, {}, { as });
  return { count: body.notifications.length, unread: body.unread };
}
const isNotified = async (as: TestMember) => (await notifications(as)).count > 0;

describe(MentionsService, () => {
  it.each<[string, (name: string) => string, boolean]>([
    ['between brackets', (name) => `(@${name})`, true],
    ['in capitals before a full stop', (name) => `Thanks @${name.toUpperCase()}.`, true],
    ['before an apostrophe', (name) => `@${name}'s car`, true],
    ['before Japanese letters', (name) => `@${name}さん`, true],
    ['inside a link', (name) => `https://video.example/@${name}/v/12`, false],
    ['in the query of a link', (name) => `https://social.example/?by=@${name}&x`, false],
    ['in an address without scheme', (name) => `x.example/@${name}`, false],
    ['at the end of an e-mail address', (name) => `write to paul+@${name} or a.b-@${name}`, false],
    ['before a domain', (name) => `bob@${name}.example`, false],
    ['behind a letter', (name) => `é@${name} я@${name}`, false],
    ['before a letter', (name) => `@${name}é`, false],
    ['behind another sign', (name) => `@@${name}`, false],
  ])('a name %s: %j', async (_, text, expected) => {
    [ann, bob] = await Promise.all([services.member(), services.member()]);
    await post(text(bob.username));
    expect(await isNotified(bob)).toBe(expected);
  });

  it('prefers the longest name that exists', async () => {
    [ann, bob] = await Promise.all([services.member(), services.member()]);
    eve = await services.member({ username: `${bob.username}.eve` });
    await post(`To @${bob.username}.eve.`);
    expect([await isNotified(bob), await isNotified(eve)]).toEqual([false, true]);
    await post(`To @${bob.username}.Nobody`);
    expect(await isNotified(bob)).toBe(true);
  });

  it('withdraws the notification of a member whose mention an edit removes, and of no other', async () => {
    [ann, bob, eve] = await Promise.all([services.member(), services.member(), services.member()]);
    const id = await post(`@${bob.username} and @${eve.username}`);
    expect(await notifications(bob)).toEqual({ count: 1, unread: 1 });
    await edit(id, `https://x.example/@${bob.username} and @${eve.username}`);
    expect(await notifications(bob)).toEqual({ count: 0, unread: 0 });
    expect(await notifications(eve)).toEqual({ count: 1, unread: 1 });
    await edit(id, `@${bob.username} again`);
    expect([await isNotified(bob), await isNotified(eve)]).toEqual([true, false]);
  });

  it('keeps the notification after a like and after an edit of other words', async () => {
    [ann, bob] = await Promise.all([services.member(), services.member()]);
    const id = await post(`@${bob.username}`);
    await services.call(likeShout, { id }, { as: ann });
    await edit(id, `Now @${bob.username}!`);
    expect(await isNotified(bob)).toBe(true);
  });

  describe('by names that an author tries', () => {
    const names = (...members: TestMember[]) => members.map(({ username }) => `@${username}`).join(' ');
    const mentions = async (as: TestMember, target: object, ...members: TestMember[]) => {
      const shout = `To ${names(...members)}`;
      const { body } = await services.call(postShout, { client_id: randomUUID(), shout, ...target }, { as });
      return { id: body.id, mentions: body.mentions };
    };

    it('does not list the members of a group from outside, but those who commented on the own shout', async () => {
      [ann, bob, eve] = await Promise.all([services.member(), services.member(), services.member()]);
      const group = (await services.group(ann, [bob]))._id;
      await mentions(ann, { group }, ann);
      const { id, mentions: first } = await mentions(eve, { group }, ann, bob);
      expect(first).toEqual([]);
      await mentions(bob, { in_reply_to: id }, eve);
      expect((await mentions(eve, { in_reply_to: id }, ann, bob)).mentions).toEqual([bob.username]);
      const { body } = await services.call(editShout, { id, shout: names(ann, bob) }, { as: eve });
      expect(body.mentions).toEqual([bob.username]);
    });

    it('does not list hidden members, but those who wrote', async () => {
      [ann, bob, eve] = await Promise.all([services.member(), services.member(), services.member()]);
      const group = (await services.group(ann, [bob, eve]))._id;
      await underFlags(services, 'motorsport', { hide_members: 'members' }, async () => {
        expect((await mentions(eve, { group }, ann, bob)).mentions).toEqual([]);
        const { id } = await mentions(ann, { group }, bob, eve);
        expect((await mentions(eve, { group }, ann, bob)).mentions).toEqual([ann.username]);
        await mentions(bob, { in_reply_to: id }, ann);
        expect((await mentions(eve, { in_reply_to: id }, ann, bob)).mentions).toEqual([ann.username, bob.username]);
        expect((await mentions(ann, { group }, bob, eve)).mentions).toEqual([bob.username, eve.username]);
      });
    });

    it('does not say which members exist beyond the own groups, but names those who wrote to all', async () => {
      [ann, bob, eve] = await Promise.all([services.member(), services.member(), services.member()]);
      const friend = await services.member();
      await services.group(ann, [friend]);
      await mentions(bob, { group: '0' }, bob);
      await underFlags(services, 'motorsport', { can_only_view_users_in_my_groups: true }, async () =>
        expect((await mentions(ann, { group: '0' }, friend, bob, eve)).mentions).toEqual([
          friend.username,
          bob.username,
        ]),
      );
    });
  });
});
