import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findMember, readProfile } from '@paddock/contract/calls/people';
import { postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { expectNoCollectionScan } from '../../test/expect-no-collection-scan.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../test/start-test-services.js';
import { underFlags } from '../../test/under-flags.js';
import { MembershipRepository } from '../community/memberships/membership.repository.js';
import { UserRepository } from '../community/users/user.repository.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'people,shouts', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const profile = (as: TestMember, id: string) => services.call(readProfile, { id }, { as });
const workplaceAdmin = () => services.member({ acl: [{ title: 'workplace_admin', resources: [''] }] });
const fields = {
  company: 'Halden Racing',
  description: 'Car 27',
  job: 'Driver',
  tags: 'GT3, English',
  user_type: 'Driver',
  url: 'https://halden.example',
  phone: '+31 6 1234',
  garage: '14',
  never_defined: 'x',
};

describe('a profile', () => {
  it('has the member’s standard fields and the deployment’s custom fields', async () => {
    const [ann, bob] = [await services.member({ fields }), await services.member()];
    const flags = {
      profile_fields: [
        { name: 'garage', type: 'text' },
        { name: 'empty', type: 'text' },
      ],
    };
    await underFlags(services, 'motorsport', flags, async () => {
      const { status, body } = await profile(bob, ann.id);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        id: ann.id,
        username: ann.username,
        fullname: ann.row.fullname,
        company: 'Halden Racing',
        description: 'Car 27',
        job: 'Driver',
        tags: 'GT3, English',
        user_type: 'Driver',
        url: 'https://halden.example',
        fields: { garage: '14' },
        online: false,
        admin: false,
        workplace_admin: false,
        can_message: true,
        blocked_you: false,
        groups: [],
      });
      expect(JSON.stringify(body)).not.toMatch(/never_defined|@example\.org|1234|client_id|name_terms|sort_keys/);
    });
  });

  it('is found by user name, by members who see it', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const named = async (username: string, as = bob) => (await services.call(findMember, { username }, { as })).body;
    expect(await named(ann.username)).toEqual({ id: ann.id });
    expect(await named(ann.username.toUpperCase())).toEqual({ id: ann.id });
    const hidden = await services.member({ banned: true });
    for (const username of ['nobody_here', ann.id, hidden.username])
      expect((await services.call(findMember, { username }, { as: bob })).body.code).toBe('USER_NOT_FOUND');
  });

  it('shows the e-mail address to its owner and admins of the workplace, to others if its field is public', async () => {
    const ann = await services.member({ community: 'workplace', workplace: 'hq' });
    const admin = (resource: string) => [{ title: 'workplace_admin' as const, resources: [resource] }];
    const at = { community: 'workplace', workplace: 'hq' };
    const seers = [
      ann,
      await services.member({ ...at, acl: admin('hq') }),
      await services.member({ ...at, admin: true }),
    ];
    const others = [await services.member(at), await services.member({ ...at, acl: admin('porto') })];
    const field = { name: 'email', type: 'email' };
    for (const profile_fields of [[], [field], [{ ...field, public: true }]])
      await underFlags(services, 'workplace', { profile_fields, can_only_view_users_in_my_groups: false }, async () => {
        for (const as of seers) expect((await profile(as, ann.id)).body.email).toBe(ann.row.email);
        for (const as of others) {
          const { status, body } = await profile(as, ann.id);
          expect([status, 'email' in body]).toEqual([200, profile_fields.some((one) => 'public' in one)]);
        }
      });
  });

  it.each([
    ['phone', [], { owner: true, admin: true, other: false }],
    ['phone', [{ name: 'phone', type: 'tel' }], { owner: true, admin: true, other: false }],
    ['phone', [{ name: 'phone', type: 'tel', public: false }], { owner: true, admin: true, other: false }],
    ['phone', [{ name: 'phone', type: 'tel', public: true }], { owner: true, admin: true, other: true }],
    ['job', [], { owner: true, admin: true, other: true }],
    ['job', [{ name: 'job', type: 'text' }], { owner: true, admin: true, other: true }],
    ['job', [{ name: 'job', type: 'text', public: false }], { owner: true, admin: true, other: false }],
    ['garage', [{ name: 'garage', type: 'text', public: false }], { owner: true, admin: true, other: false }],
  ])('shows %s under %j to %j', async (name, profile_fields, expected) => {
    const [owner, admin, other] = [await services.member({ fields }), await workplaceAdmin(), await services.member()];
    await underFlags(services, 'motorsport', { profile_fields }, async () => {
      for (const [who, as] of Object.entries({ owner, admin, other })) {
        const { body } = await profile(as, owner.id);
        const seen = name in body || name in body.fields;
        expect([who, seen]).toEqual([who, expected[who as 'owner']]);
      }
    });
  });

  it('shows super admins, workplace admins, members online, and members who blocked the caller', async () => {
    const ann = await services.member({ community: 'workplace', workplace: 'hq' });
    const at = { community: 'workplace', workplaces: ['hq'] };
    const admin = await services.member({ ...at, acl: [{ title: 'workplace_admin', resources: ['hq'] }] });
    const elsewhere = await services.member({ ...at, acl: [{ title: 'workplace_admin', resources: ['porto'] }] });
    const boss = await services.member({ ...at, admin: true, last_activity: new Date() });
    const former = await services.member({ ...at, last_activity: new Date(Date.now() - 180_000) });
    await services.get(UserRepository).setBlocked(tenantOfMember(former), former.id, ann.id, true);
    await underFlags(services, 'workplace', { can_only_view_users_in_my_groups: false }, async () => {
      const of = async (member: TestMember) => (await profile(ann, member.id)).body;
      expect(await of(admin)).toMatchObject({ admin: false, workplace_admin: true, online: false });
      expect(await of(elsewhere)).toMatchObject({ admin: false, workplace_admin: false });
      expect(await of(boss)).toMatchObject({ admin: true, workplace_admin: true, online: true });
      expect(await of(former)).toMatchObject({ online: false, blocked_you: true });
    });
  });

  it('is read by indexes', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    await services.group(ann, [bob]);
    await expectNoCollectionScan(services, async () => expect((await profile(ann, bob.id)).status).toBe(200));
  });
});

describe('a member whom the caller cannot see', () => {
  it('gets the same reply for every caller and every reason', async () => {
    const at = { community: 'workplace', workplace: 'hq' };
    const ann = await services.member(at);
    const admin = await services.member({ ...at, acl: [{ title: 'workplace_admin', resources: ['hq'] }] });
    const boss = await services.member({ ...at, admin: true });
    const gone = [
      'fedcba9876543210fedcba98',
      '0123456789abcdef01234567',
      (await services.member({ ...at, pending: true })).id,
      (await services.member({ ...at, email_verified: false })).id,
      (await services.member({ ...at, workplace: 'porto' })).id,
      (await services.member({ community: 'workplace' })).id,
      (await services.member({ workplaces: ['hq'] })).id,
      (await services.group(ann))._id,
    ];
    for (const as of [ann, admin, boss])
      for (const id of gone) {
        const { status, body } = await profile(as, id);
        expect([id, status, body]).toEqual([id, 404, (await profile(as, 'fedcba9876543210fedcba98')).body]);
        expect(body.code).toBe('USER_NOT_FOUND');
      }
  });

  it('shares no group under can_only_view_users_in_my_groups, except for themselves and admins', async () => {
    const [ann, bob, eve] = [await services.member(), await services.member(), await services.member()];
    const admin = await workplaceAdmin();
    const group = await services.group(ann, [bob]);
    await underFlags(services, 'motorsport', { can_only_view_users_in_my_groups: true }, async () => {
      expect((await profile(ann, bob.id)).status).toBe(200);
      expect((await profile(bob, ann.id)).status).toBe(200);
      expect((await profile(eve, eve.id)).status).toBe(200);
      expect((await profile(admin, eve.id)).status).toBe(200);
      expect((await profile(eve, ann.id)).body.code).toBe('USER_NOT_FOUND');
      expect((await profile(ann, admin.id)).body.code).toBe('USER_NOT_FOUND');
      await services.get(MembershipRepository).leave(tenantOfMember(bob), group._id, bob.id);
      expect((await profile(ann, bob.id)).body.code).toBe('USER_NOT_FOUND');
    });
    expect((await profile(eve, ann.id)).status).toBe(200);
  });

  it.each<[string, () => Promise<TestMember | undefined>, number, string | undefined]>([
    ['signed out', async () => undefined, 401, 'INVALID_TOKEN'],
    ['pending', () => services.member({ pending: true }), 403, 'PENDING_APPROVAL'],
    ['a member', () => services.member(), 200, undefined],
    ['a member of another community', () => services.member({ community: 'workplace' }), 401, 'INVALID_TOKEN'],
    ['a workplace admin', workplaceAdmin, 200, undefined],
    ['a super admin', () => services.member({ admin: true }), 200, undefined],
  ])('%s', async (_, make, status, code) => {
    const ann = await services.member();
    const reply = await services.call(readProfile, { id: ann.id }, { as: await make(), host: 'motorsport.localhost' });
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });
});

describe('groups', () => {
  it.each([
    [false, { owner: 1, member: 1, outsider: 0, admin: 0 }],
    ['members', { owner: 1, member: 0, outsider: 0, admin: 0 }],
    [true, { owner: 0, member: 0, outsider: 0, admin: 0 }],
  ])('are the common ones, shown under hide_members %p to %j', async (hide_members, expected) => {
    const [owner, ann, member, outsider, admin] = [
      await services.member(),
      await services.member(),
      await services.member(),
      await services.member(),
      await workplaceAdmin(),
    ];
    const group = await services.group(owner, [ann, member]);
    await services.group(ann);
    await services.group(outsider, [member]);
    await underFlags(services, 'motorsport', { hide_members }, async () => {
      for (const [who, as] of Object.entries({ owner, member, outsider, admin })) {
        const { groups } = (await profile(as, ann.id)).body;
        expect([who, groups.map(({ id }) => id)]).toEqual([who, expected[who as 'owner'] === 1 ? [group._id] : []]);
      }
      expect((await profile(ann, ann.id)).body.groups).toHaveLength(2);
    });
  });
});

describe('can_message', () => {
  /** Whether posting to the direct chat succeeds; can_message must agree. */
  async function expectSame(as: TestMember, other: TestMember, expected: boolean) {
    const { can_message } = (await profile(as, other.id)).body;
    const input = { client_id: randomUUID(), shout: 'Hello', recipients: [other.id] };
    const { status } = await services.call(postShout, input, { as });
    expect({ can_message, posted: status === 200 }).toEqual({ can_message: expected, posted: expected });
  }

  it('agrees with posting to the direct chat, for every rule', async () => {
    const [ann, bob, eve, admin] = [
      await services.member(),
      await services.member(),
      await services.member(),
      await workplaceAdmin(),
    ];
    await services.group(ann, [bob]);
    const rules: [object | boolean, { bob: boolean; eve: boolean; admin: boolean }][] = [
      [true, { bob: true, eve: true, admin: true }],
      [false, { bob: false, eve: false, admin: false }],
      [{ only_for_my_groups: true }, { bob: true, eve: false, admin: false }],
      [{ only_for_my_group_owners: true }, { bob: true, eve: false, admin: false }],
      [{ only_for_admins: true }, { bob: false, eve: false, admin: true }],
    ];
    for (const [direct_messages_enabled, expected] of rules)
      await underFlags(services, 'motorsport', { direct_messages_enabled }, async () => {
        await expectSame(ann, bob, expected.bob);
        await expectSame(ann, eve, expected.eve);
        await expectSame(ann, admin, expected.admin);
        await expectSame(admin, eve, direct_messages_enabled !== false);
      });
  });

  it('is false for the caller, across a block, and where no conversations are deployed', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    expect((await profile(ann, ann.id)).body.can_message).toBe(false);
    await expectSame(ann, bob, true);
    await services.get(UserRepository).setBlocked(tenantOfMember(bob), bob.id, ann.id, true);
    await expectSame(ann, bob, false);
    await expectSame(bob, ann, false);
    const eve = await services.member();
    let tabs: unknown[] = [];
    await services.configure('motorsport', (file) => {
      tabs = file.tabs;
      file.tabs = tabs.filter((tab) => tab !== 'chats' && tab !== 'shouts');
      file.flags['default_page'] = 'people';
    });
    await expectSame(ann, eve, false);
    await services.configure('motorsport', (file) => {
      file.tabs = tabs;
      file.flags['default_page'] = 'chats';
    });
    await expectSame(ann, eve, true);
  });
});
