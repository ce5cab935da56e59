import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { directChat } from '../../../test/direct-chat.js';
import { expectNoCollectionScan } from '../../../test/expect-no-collection-scan.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { MembershipRepository } from '../memberships/membership.repository.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { UserRepository } from '../users/user.repository.js';
import { ConversationPositions } from './conversation-positions.js';
import { Conversations } from './conversations.js';
import type { ConversationRow } from './conversation.schema.js';

let services: TestServices;
let conversations: Conversations;
beforeAll(async () => {
  services = await startTestServices();
  conversations = services.get(Conversations);
});
afterAll(() => services.close());

/** A member's rights in a chat entry, one word each, or the error code. */
async function accessOf(member: TestMember, entry: string): Promise<string> {
  try {
    const { row } = member;
    const access = await conversations.findReadable(tenantOfMember(member), row, entry);
    const rights = [
      access.can_post && 'post',
      access.can_comment && 'comment',
      access.manages && 'manage',
      access.reason,
    ];
    return ['read', ...rights].filter(Boolean).join(' ');
  } catch (error) {
    return (error as { code: string }).code;
  }
}

async function cast() {
  const community = 'motorsport';
  const [owner, member, muted, outsider] = await Promise.all([1, 2, 3, 4].map(() => services.member({ community })));
  const admin = await services.member({ community, acl: [{ title: 'workplace_admin', resources: [''] }] });
  const elsewhere = await services.member({ community, acl: [{ title: 'workplace_admin', resources: ['hq'] }] });
  const superAdmin = await services.member({ community, admin: true });
  const foreigner = await services.member({ community: 'workplace', admin: true });
  return { owner, member, muted, outsider, admin, elsewhere, superAdmin, foreigner } as Record<Who, TestMember>;
}
type Who = 'owner' | 'member' | 'muted' | 'outsider' | 'admin' | 'elsewhere' | 'superAdmin' | 'foreigner';

async function groupOf(people: Record<Who, TestMember>, fields: object): Promise<ConversationRow> {
  const group = await services.group(people.owner, [people.member, people.muted], fields);
  const memberships = services.get(MembershipRepository);
  await memberships.setReadOnly(tenantOfMember(people.owner), group._id, people.muted.id, true);
  return group;
}

describe(Conversations, () => {
  describe('access to a group', () => {
    const open = { users_can_only_shout_in_their_groups: false, users_can_only_comment_in_their_groups: false };
    const closed = { users_can_only_shout_in_their_groups: true, users_can_only_comment_in_their_groups: true };
    const all = 'read post comment';
    it.each<[string, Record<string, unknown>, object, Record<Who, string>]>([
      [
        'open',
        open,
        {},
        {
          owner: `${all} manage`,
          member: all,
          muted: 'read read_only',
          outsider: 'FORBIDDEN',
          admin: `${all} manage`,
          elsewhere: 'FORBIDDEN',
          superAdmin: `${all} manage`,
          foreigner: 'GROUP_NOT_FOUND',
        },
      ],
      [
        'for shouts of its members',
        { ...open, users_can_only_shout_in_their_groups: true },
        {},
        {
          owner: `${all} manage`,
          member: all,
          muted: 'read read_only',
          outsider: 'FORBIDDEN',
          admin: `${all} manage`,
          elsewhere: 'FORBIDDEN',
          superAdmin: `${all} manage`,
          foreigner: 'GROUP_NOT_FOUND',
        },
      ],
      [
        'closed',
        closed,
        {},
        {
          owner: `${all} manage`,
          member: all,
          muted: 'read read_only',
          outsider: 'FORBIDDEN',
          admin: `${all} manage`,
          elsewhere: 'FORBIDDEN',
          superAdmin: `${all} manage`,
          foreigner: 'GROUP_NOT_FOUND',
        },
      ],
      [
        'invisible',
        { ...open, disable_comments: true },
        { invisible: true },
        {
          owner: 'read post manage',
          member: 'read post',
          muted: 'read read_only',
          outsider: 'GROUP_NOT_FOUND',
          admin: 'read post manage',
          elsewhere: 'GROUP_NOT_FOUND',
          superAdmin: 'read post manage',
          foreigner: 'GROUP_NOT_FOUND',
        },
      ],
    ])('that is %s', async (_, flags, fields, expected) => {
      const people = await cast();
      const group = await groupOf(people, fields);
      const found = await underFlags(services, 'motorsport', flags, async () =>
        Promise.all(Object.entries(people).map(async ([who, member]) => [who, await accessOf(member, group._id)])),
      );
      expect(Object.fromEntries(found)).toEqual(expected);
    });

    it('ends at its workplace', async () => {
      const owner = await services.member({ community: 'workplace', workplace: 'hq' });
      const group = await services.group(owner);
      expect(await accessOf(owner, group._id)).toContain('manage');
      expect(await accessOf({ ...owner, workplace: 'porto' }, group._id)).toBe('GROUP_NOT_FOUND');
      expect(await accessOf({ ...owner, workplace: '' }, group._id)).toBe('GROUP_NOT_FOUND');
    });
  });

  it('allows everyone to shout to everybody, even where shouts are limited to own groups', async () => {
    const member = await services.member({ community: 'workplace' });
    expect(await accessOf(member, '0')).toBe('read post comment');
  });

  describe('access to a direct chat', () => {
    it('is limited to its two members, without admins', async () => {
      const { owner, member, superAdmin } = await cast();
      const chat = await directChat(services, owner, member);
      expect(await accessOf(owner, member.id)).toBe('read post comment');
      expect(await accessOf(member, chat._id)).toBe('read post comment');
      expect(await accessOf(superAdmin, chat._id)).toBe('GROUP_NOT_FOUND');
    });

    it.each<[string, object | boolean, 'outsider' | 'member' | 'owner' | 'admin', string]>([
      ['off for everybody', false, 'admin', 'read direct_messages_off'],
      ['for admins, between members', { only_for_admins: true }, 'outsider', 'read direct_messages_off'],
      ['for admins, with an admin', { only_for_admins: true }, 'admin', 'read post comment'],
      ['for my groups, without a shared one', { only_for_my_groups: true }, 'outsider', 'read direct_messages_off'],
      ['for my groups, with a shared one', { only_for_my_groups: true }, 'member', 'read post comment'],
      ['for owners, with another member', { only_for_my_group_owners: true }, 'member', 'read direct_messages_off'],
      ['for owners, with the owner', { only_for_my_group_owners: true }, 'owner', 'read post comment'],
      [
        'for owners and admins, with the owner',
        { only_for_my_group_owners: true, only_for_admins: true },
        'owner',
        'read direct_messages_off',
      ],
    ])('when direct messages are %s', async (_, rule, other, expected) => {
      const people = await cast();
      await groupOf(people, {});
      const me = people.muted;
      const access = await underFlags(services, 'motorsport', { direct_messages_enabled: rule }, () =>
        accessOf(me, people[other].id),
      );
      expect(access).toBe(expected);
    });

    it('becomes read-only for both when one blocks the other', async () => {
      const { owner, member } = await cast();
      await services.get(UserRepository).setBlocked(tenantOfMember(owner), owner.id, member.id, true);
      owner.row.blocked_users.push(member.id);
      expect(await accessOf(member, owner.id)).toBe('read blocked');
      expect(await accessOf(owner, member.id)).toBe('read blocked');
      const blockedBy = async (me: TestMember, other: TestMember) =>
        (await services.get(Conversations).findDirect(tenantOfMember(me), me.row, [other.id])).blocked;
      expect([await blockedBy(owner, member), await blockedBy(member, owner)]).toEqual([[member.id], undefined]);
      await services.get(UserRepository).setBlocked(tenantOfMember(owner), member.id, owner.id, true);
      expect(await blockedBy(owner, member)).toBeUndefined();
    });

    it('is read-only while one of the two is banned, also for admins', async () => {
      const { owner, member, superAdmin } = await cast();
      const keepOut = (banned: boolean) =>
        services
          .get(Mongo)
          .transaction((session) =>
            services.get(UserRepository).setBanned(tenantOfMember(member), member.id, banned, { session }),
          );
      await keepOut(true);
      for (const one of [owner, superAdmin]) expect(await accessOf(one, member.id)).toBe('read kept_out');
      await keepOut(false);
      expect(await accessOf(owner, member.id)).toBe('read post comment');
    });

    it('is refused like an unknown id for members who are pending, not verified or of another community, and for oneself', async () => {
      const { owner, foreigner } = await cast();
      const pending = await services.member({ pending: true });
      const unverified = await services.member({ email_verified: false });
      for (const id of [newId(), pending.id, unverified.id, foreigner.id])
        expect(await accessOf(owner, id)).toBe('GROUP_NOT_FOUND');
      expect(await accessOf(owner, owner.id)).toBe('USER_NOT_FOUND');
    });

    it('does not reveal members of another workplace', async () => {
      const [ann, bob] = [
        await services.member({ community: 'workplace', workplace: 'hq' }),
        await services.member({ community: 'workplace', workplace: 'porto' }),
      ];
      expect(await accessOf(ann, bob.id)).toBe('GROUP_NOT_FOUND');
    });

    it('is refused for invisible members under can_only_view_users_in_my_groups, unless a chat exists; admins have access to all', () =>
      underFlags(services, 'motorsport', { can_only_view_users_in_my_groups: true }, async () => {
        const { owner, member, outsider, admin } = await cast();
        await services.group(owner, [member]);
        expect(await accessOf(member, owner.id)).toBe('read post comment');
        expect(await accessOf(outsider, owner.id)).toBe('GROUP_NOT_FOUND');
        await expect(
          conversations.findDirect(tenantOfMember(outsider), outsider.row, [owner.id, member.id]),
        ).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
        expect(await accessOf(admin, outsider.id)).toBe('read post comment');
        await directChat(services, admin, outsider);
        expect(await accessOf(outsider, admin.id)).toBe('read post comment');
      }));
  });

  it('assigns positions without gaps under concurrent shouts, and counts unread from the read mark', async () => {
    const { owner, member } = await cast();
    const tenant = tenantOfMember(owner);
    const group = await services.group(owner, [member]);
    const shoutBy = (user: string) =>
      services.get(Mongo).transaction(async (session) => {
        const shout = { conversation: group._id, id: newId(), user, text: 'box, box', created: new Date() };
        return (await services.get(ConversationPositions).advance(tenant, [shout], { session }))[0]!;
      });
    const positions = await Promise.all(Array.from({ length: 7 }, () => shoutBy(owner.id)));
    expect([...positions].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const { conversation } = await conversations.findReadable(tenant, owner.row, group._id);
    expect(await services.get(ConversationPositions).unread(tenant, member.id, conversation)).toBe(7);
    expect(await services.get(ConversationPositions).unread(tenant, owner.id, conversation)).toBe(0);
    expect(conversation.last_shout?.text).toBe('box, box');
  });

  it('accepts a group title once per workplace, ignoring case, also concurrently', async () => {
    const owner = await services.member();
    const title = `Pit wall ${newId()}`;
    const made = await Promise.allSettled([
      services.group(owner, [], { title }),
      services.group(owner, [], { title: title.toUpperCase() }),
    ]);
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = made.find((one) => one.status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: 'GROUP_NAME_NOT_AVAILABLE' });
    const elsewhere = await services.member({ community: 'workplace', workplace: 'hq' });
    await expect(services.group(elsewhere, [], { title })).resolves.toMatchObject({ title });
  });

  it('uses an index for every query', async () => {
    const people = await cast();
    const group = await groupOf(people, {});
    const tenant = tenantOfMember(people.owner);
    await expectNoCollectionScan(services, async () => {
      for (const entry of ['0', group._id, people.member.id]) await accessOf(people.outsider, entry);
      await conversations.roomsOf(tenant, people.member.id);
      await services.get(MembershipRepository).shared(tenant, people.owner.id, people.member.id);
    });
  });
});
