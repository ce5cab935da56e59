import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { banMember } from '@paddock/contract/calls/account-data';
import { postShout, readShouts } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { PostingService } from './posting.service.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,shouts', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const post = (as: TestMember, input: object) =>
  services.call(postShout, { client_id: randomUUID(), shout: 'Box this lap', ...input }, { as });
const codeOf = async (reply: ReturnType<typeof post>) => {
  const { status, body } = await reply;
  return status === 200 ? 'ok' : body.code;
};

describe(PostingService, () => {
  describe('the text', () => {
    const url = `https://example.org/${'x'.repeat(60)}`;

    it.each([
      ['2000 letters', 'a'.repeat(2000)],
      ['2000 emoji', '🏁'.repeat(2000)],
      ['a URL that counts as 21 at the limit', `${'a'.repeat(1978)} ${url}`],
      ['markup, which is text', '<script>alert(1)</script>'],
      ['500 combining marks', `a${'\u0301'.repeat(500)}`],
    ])('stores %s unchanged', async (_, shout) => {
      const ann = await services.member();
      expect((await post(ann, { group: '0', shout })).body.shout).toBe(shout);
    });

    it.each([
      ['nothing', undefined, 'shout_REQUIRED'],
      ['spaces only', '  \n ', 'shout_REQUIRED'],
      ['characters without width', '\u200b\u200d\u2060', 'shout_REQUIRED'],
      ['blank letters alone', '\u3164 \u2800\u202e', 'shout_REQUIRED'],
      ['2001 letters', 'a'.repeat(2001), 'shout_LENGTH_PATTERN'],
      ['a URL one over the limit', `${'a'.repeat(1979)} ${url}`, 'shout_LENGTH_PATTERN'],
      ['100,000 letters', 'a'.repeat(100_000), 'shout_LENGTH_PATTERN'],
    ])('refuses %s', async (_, shout, code) => {
      const ann = await services.member();
      const { status, body } = await post(ann, { group: '0', shout });
      expect([status, body.code, body.fields]).toEqual([400, 'INVALID_INPUT', { shout: code }]);
    });

    it.each([
      ['NUL and other controls', 'Box\u0000 \u001b[31mbox', 'Box [31mbox'],
      ['signs that turn text around', 'Box \u202exob\u202c', 'Box xob'],
      ['halves of surrogate pairs', 'Box \ud83d box 🏁', 'Box  box 🏁'],
      ['blank letters', 'Box\u3164box', 'Boxbox'],
    ])('removes %s from a text', async (_, shout, stored) =>
      expect((await post(await services.member(), { group: '0', shout })).body.shout).toBe(stored),
    );

    it('follows maxCharCount', () =>
      underFlags(services, 'motorsport', { maxCharCount: 10 }, async () => {
        const ann = await services.member();
        expect(await codeOf(post(ann, { group: '0', shout: 'a'.repeat(10) }))).toBe('ok');
        expect(await codeOf(post(ann, { group: '0', shout: 'a'.repeat(11) }))).toBe('INVALID_INPUT');
      }));
  });

  describe('the target', () => {
    it.each([
      ['none', {}],
      ['a group and recipients', { group: '0', recipients: ['other'] }],
      ['a group and a shout', { group: '0', in_reply_to: 'shout' }],
      ['recipients and a shout', { recipients: ['other'], in_reply_to: 'shout' }],
    ])('must be exactly one: %s is refused', async (_, target) => {
      const ann = await services.member();
      expect(await codeOf(post(ann, target))).toBe('INVALID_INPUT');
    });

    it.each([
      ['an unknown group', { group: 'nowhere' }, 'GROUP_NOT_FOUND'],
      ['an unknown recipient', { recipients: ['unknown'] }, 'USER_NOT_FOUND'],
      ['an unknown shout', { in_reply_to: 'nothing' }, 'SHOUT_NOT_FOUND'],
    ])('must exist: %s', async (_, target, code) => {
      const ann = await services.member();
      expect(await codeOf(post(ann, target))).toBe(code);
    });

    it('is in the same community: a member cannot write to a member of another one', async () => {
      const [ann, stranger] = [await services.member(), await services.member({ community: 'workplace' })];
      expect(await codeOf(post(ann, { recipients: [stranger.id] }))).toBe('USER_NOT_FOUND');
    });

    it('is in the same workplace: a member cannot write to a member of another one', () =>
      underFlags(services, 'workplace', { direct_messages_enabled: true }, async () => {
        const [ann, bob] = [
          await services.member({ community: 'workplace', workplace: 'hq' }),
          await services.member({ community: 'workplace', workplace: 'porto' }),
        ];
        expect(await codeOf(post(ann, { recipients: [bob.id] }))).toBe('USER_NOT_FOUND');
      }));

    it('is not the author alone, and not a comment', async () => {
      const ann = await services.member();
      expect(await codeOf(post(ann, { recipients: [ann.id] }))).toBe('USER_NOT_FOUND');
      const { body: shout } = await post(ann, { group: '0' });
      const { body: comment } = await post(ann, { in_reply_to: shout.id });
      expect(await codeOf(post(ann, { in_reply_to: comment.id }))).toBe('SHOUT_NOT_FOUND');
    });

    it('has the id of the other participant for each of the two', async () => {
      const [ann, bob] = [await services.member(), await services.member()];
      const { body } = await post(ann, { recipients: [bob.id] });
      expect(body.recipients?.map((user) => user.id)).toEqual([bob.id]);
      for (const [as, filter] of [
        [ann, bob.id],
        [bob, ann.id],
      ] as const)
        expect((await services.call(readShouts, { filter }, { as })).body).toMatchObject({
          shouts: [{ id: body.id }],
          conversation: { id: filter, kind: 'direct', can_post: true, seq: 1, read_seq: as === ann ? 1 : 0 },
        });
    });
  });

  describe('the flags', () => {
    it('let outsiders shout in a visible group unless users_can_only_shout_in_their_groups', async () => {
      const [owner, ann] = [await services.member(), await services.member()];
      const group = (await services.group(owner))._id;
      expect(await codeOf(post(ann, { group }))).toBe('ok');
      await underFlags(services, 'motorsport', { users_can_only_shout_in_their_groups: true }, async () => {
        expect(await codeOf(post(ann, { group }))).toBe('FORBIDDEN');
        expect(await codeOf(post(owner, { group }))).toBe('ok');
        expect(await codeOf(post(ann, { group: '0' }))).toBe('ok');
      });
    });

    it('let outsiders comment on what they posted there unless users_can_only_comment_in_their_groups', async () => {
      const [owner, ann] = [await services.member(), await services.member()];
      const group = (await services.group(owner))._id;
      const unseen = (await post(owner, { group })).body;
      expect(await codeOf(post(ann, { in_reply_to: unseen.id }))).toBe('SHOUT_NOT_FOUND');
      const { body } = await post(ann, { group });
      expect(await codeOf(post(ann, { in_reply_to: body.id }))).toBe('ok');
      await underFlags(services, 'motorsport', { users_can_only_comment_in_their_groups: true }, async () => {
        expect(await codeOf(post(ann, { in_reply_to: body.id }))).toBe('FORBIDDEN');
        expect(await codeOf(post(owner, { in_reply_to: body.id }))).toBe('ok');
      });
    });

    it('never open an invisible group', async () => {
      const [owner, ann] = [await services.member(), await services.member()];
      const group = (await services.group(owner, [], { invisible: true }))._id;
      expect(await codeOf(post(ann, { group }))).toBe('GROUP_NOT_FOUND');
    });

    it('turn comments off for all, admins too: disable_comments', async () => {
      const admin = await services.member({ admin: true });
      const { body } = await post(admin, { group: '0' });
      await underFlags(services, 'motorsport', { disable_comments: true }, async () =>
        expect(await codeOf(post(admin, { in_reply_to: body.id }))).toBe('FEATURE_DISABLED'),
      );
    });

    it('turn direct messages off for all, admins too; old ones stay readable', async () => {
      const [admin, bob] = [await services.member({ admin: true }), await services.member()];
      await post(admin, { recipients: [bob.id] });
      await underFlags(services, 'motorsport', { direct_messages_enabled: false }, async () => {
        expect(await codeOf(post(admin, { recipients: [bob.id] }))).toBe('FEATURE_DISABLED');
        const { body } = await services.call(readShouts, { filter: admin.id }, { as: bob });
        expect([body.shouts.length, body.conversation.reason]).toEqual([1, 'direct_messages_off']);
      });
    });

    it('restrict direct messages to admins, own groups and their owners; admins bypass them', async () => {
      const [owner, ann, bob, stranger] = await Promise.all([1, 2, 3, 4].map(() => services.member()));
      const admin = await services.member({ admin: true });
      await services.group(owner!, [ann!, bob!]);
      const to = (from: TestMember, other: TestMember) => codeOf(post(from, { recipients: [other.id] }));
      const table: [object, TestMember, TestMember, string][] = [
        [{ only_for_my_groups: true }, ann!, bob!, 'ok'],
        [{ only_for_my_groups: true }, ann!, stranger!, 'FORBIDDEN'],
        [{ only_for_my_groups: true }, admin, stranger!, 'ok'],
        [{ only_for_my_group_owners: true }, ann!, owner!, 'ok'],
        [{ only_for_my_group_owners: true }, ann!, bob!, 'FORBIDDEN'],
        [{ only_for_admins: true }, ann!, bob!, 'FORBIDDEN'],
        [{ only_for_admins: true }, ann!, admin, 'ok'],
        [{ only_for_admins: true, only_for_my_groups: true }, ann!, admin, 'FORBIDDEN'],
      ];
      const outcomes: string[] = [];
      for (const [direct_messages_enabled, from, other] of table)
        await underFlags(services, 'motorsport', { direct_messages_enabled }, async () =>
          outcomes.push(await to(from, other)),
        );
      expect(outcomes).toEqual(table.map((row) => row[3]));
    });

    it('let a member answer an admin who began the direct chat, whatever the restriction, and begin none', async () => {
      const admin = await services.member({ admin: true });
      const [asked, stranger] = [await services.member(), await services.member()];
      const to = (from: TestMember, other: TestMember) => codeOf(post(from, { recipients: [other.id] }));
      for (const rule of ['only_for_my_groups', 'only_for_my_group_owners'])
        await underFlags(services, 'motorsport', { direct_messages_enabled: { [rule]: true } }, async () => {
          expect(await to(stranger, admin)).toBe('FORBIDDEN');
          const { id } = (await post(admin, { recipients: [asked.id] })).body;
          expect([await to(asked, admin), await codeOf(post(asked, { in_reply_to: id }))]).toEqual(['ok', 'ok']);
          expect(await to(asked, stranger)).toBe('FORBIDDEN');
        });
    });
  });

  it('refuses a private shout when either participant blocked the other', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    await services.get(UserRepository).setBlocked(tenantOfMember(bob), bob.id, ann.id, true);
    const refusal = async (as: TestMember, to: TestMember) =>
      (await services.call(postShout, { client_id: randomUUID(), shout: 'Hello', recipients: [to.id] }, { as })).body;
    expect(await refusal(ann, bob)).toEqual({ code: 'BLOCKED', message: 'This user blocked you' });
    expect(await refusal(bob, ann)).toEqual({ code: 'BLOCKED', message: 'You blocked this user' });
  });

  it('refuses a private shout to a banned member by any address, also from admins, until the ban ends', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const chief = await services.member({ admin: true });
    const ban = (banned: boolean) => services.call(banMember, { id: bob.id, banned }, { as: chief });
    const { id } = (await post(ann, { recipients: [bob.id] })).body;
    await ban(true);
    const ways = [{ recipients: [bob.id] }, { group: bob.id }, { username: bob.username }, { in_reply_to: id }];
    for (const as of [ann, chief])
      for (const way of ways.slice(0, as === ann ? 4 : 3))
        expect([way, await codeOf(post(as, way))]).not.toContain('ok');
    const chat = await services.call(readShouts, { filter: bob.id }, { as: ann });
    expect(chat.body.shouts.map((shout) => shout.id)).toEqual([id]);
    await ban(false);
    expect(await codeOf(post(ann, { recipients: [bob.id] }))).toBe('ok');
    expect(await codeOf(post(ann, { in_reply_to: id }))).toBe('ok');
  });

  it('mentions only members who can read it', async () => {
    const [owner, ann, outsider] = await Promise.all(
      ['owner', 'ann', 'out'].map((name) => services.member({ username: `${name}_${randomUUID().slice(0, 8)}` })),
    );
    const stranger = await services.member({ community: 'workplace' });
    const unproved = await services.member({ email_verified: false });
    expect((await post(owner!, { group: '0', shout: `@${unproved.username}` })).body.mentions).toEqual([]);
    const group = (await services.group(owner!, [ann!], { invisible: true }))._id;
    const names = [ann!, outsider!, stranger].map((member) => `@${member.username.toUpperCase()}`);
    const { body } = await post(owner!, { group, shout: `${names.join(' ')} @unknown` });
    expect(body.mentions).toEqual([ann!.username]);
    await underFlags(services, 'motorsport', { disable_mentions: true }, async () =>
      expect((await post(owner!, { group, shout: names.join(' ') })).body.mentions).toEqual([]),
    );
  });

  it('takes a post of 390 mentions, and refuses one of 1,000, which is too long', async () => {
    const ann = await services.member();
    const mentions = (count: number) => Array.from({ length: count }, (_, n) => `@${n}`).join(' ');
    const { status, body } = await post(ann, { group: '0', shout: mentions(390) });
    expect([status, body.mentions]).toEqual([200, []]);
    expect((await post(ann, { group: '0', shout: mentions(1000) })).body.fields).toEqual({
      shout: 'shout_LENGTH_PATTERN',
    });
  });
});
