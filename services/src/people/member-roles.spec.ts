import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readProfile } from '@paddock/contract/calls/people';
import { blockMember, readAdmins, setRole, type GrantableRole } from '@paddock/contract/calls/profiles';
import { startTestServices, type TestMember, type TestServices } from '../../test/start-test-services.js';
import { underFlags } from '../../test/under-flags.js';
import { MemberBans } from '../community/users/member-bans.js';
import { UserRepository } from '../community/users/user.repository.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { tenantOf } from '../infrastructure/tenancy/tenant.js';
import { MemberRoles } from './member-roles.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const at = (workplace: string) => ({ community: 'workplace', workplaces: ['hq', 'porto'], workplace });
const admin = (workplace: string, resources = [workplace]) =>
  services.member({ ...at(workplace), acl: [{ title: 'workplace_admin', resources }] });
const set = (as: TestMember, { id }: TestMember, role: GrantableRole, granted = true) =>
  services.call(setRole, { id, role, granted }, { as });
const profile = async (as: TestMember, { id }: TestMember) => (await services.call(readProfile, { id }, { as })).body;
const codes = (replies: readonly { body: { code?: string } }[]) => replies.map(({ body }) => body.code).sort();
/** Leaves only these admins. */
async function withOnly(...given: TestMember[]) {
  const users = services.get(Mongo).connection.collection<{ _id: string }>('users');
  await users.updateMany({ _id: { $nin: given.map(({ id }) => id) } }, { $set: { admin: false, acl: [] } });
  services.get(Mongo).wrote('users', undefined);
}

describe(MemberRoles, () => {
  it('grants and takes workplace_admin in the workplace of the admin alone', async () => {
    const [chief, second, ann] = [await admin('hq'), await admin('hq'), await services.member(at('hq'))];
    await underFlags(services, 'workplace', { can_only_view_users_in_my_groups: false }, async () => {
      expect((await set(chief, ann, 'workplace_admin')).body.workplace_admin).toBe(true);
      const there = await services.member(at('porto'));
      expect((await profile(there, ann)).workplace_admin).toBe(false);
      expect((await set({ ...ann, workplace: 'porto' }, second, 'workplace_admin')).body.code).toBe('FORBIDDEN');
      expect((await set(ann, second, 'workplace_admin', false)).body.workplace_admin).toBe(false);
      expect((await set(chief, ann, 'workplace_admin', false)).body.workplace_admin).toBe(false);
    });
  });

  it('keeps the rights of a member in other workplaces', async () => {
    const [chief, ann] = [await admin('hq'), await admin('porto')];
    await set(chief, { ...ann, workplace: 'hq' }, 'workplace_admin');
    await set(chief, { ...ann, workplace: 'hq' }, 'workplace_admin', false);
    expect((await services.get(UserRepository).byId(tenantOf('workplace'), ann.id))!.acl).toEqual([
      { title: 'workplace_admin', resources: ['porto'] },
    ]);
  });

  it.each<[string, () => Promise<TestMember>, object]>([
    ['a member', () => services.member(at('hq')), { workplace_admin: 'FORBIDDEN', admin: 'FORBIDDEN' }],
    [
      'an admin of another workplace',
      () => admin('hq', ['porto']),
      { workplace_admin: 'FORBIDDEN', admin: 'FORBIDDEN' },
    ],
    ['a workplace admin', () => admin('hq'), { admin: 'FORBIDDEN' }],
    ['a super admin', () => services.member({ ...at('hq'), admin: true }), {}],
  ])('refuses %s what they may not grant', async (_, make, expected) => {
    const [as, ann] = [await make(), await services.member(at('hq'))];
    for (const role of ['workplace_admin', 'admin'] as const) {
      const { body } = await set(as, ann, role);
      expect([role, body.code]).toEqual([role, (expected as Record<string, string>)[role]]);
    }
    expect((await set(as, ann, 'admin', false)).body.code).toBe((expected as { admin?: string }).admin);
  });

  it('grants nothing to a member of another workplace or community', async () => {
    const boss = await services.member({ ...at('hq'), admin: true });
    const others = [await services.member({ community: 'workplace', workplace: 'porto' }), await services.member()];
    for (const ann of others) expect((await set(boss, ann, 'workplace_admin')).body.code).toBe('USER_NOT_FOUND');
  });

  it('grants workplace_admin to members of the workplace only', async () => {
    const boss = await services.member({ ...at('hq'), admin: true });
    const ann = await services.member({ community: 'workplace', workplace: 'porto' });
    const everywhere = { ...boss, workplace: '' };
    expect((await set(everywhere, ann, 'workplace_admin')).body.code).toBe('FORBIDDEN');
    expect((await set({ ...boss, workplace: 'porto' }, ann, 'workplace_admin')).status).toBe(200);
  });

  it.each<[string, boolean, () => Promise<TestMember>]>([
    ['an admin', true, () => admin('hq')],
    ['a super admin', true, () => services.member({ ...at('hq'), admin: true })],
    ['a member', false, () => services.member(at('hq'))],
    ['an admin of another workplace', false, () => admin('hq', ['porto'])],
  ])('offers %s to give and to take the role of the workplace (%p), as it accepts both', async (_, expected, make) => {
    const [as, ann] = [await make(), await services.member(at('hq'))];
    await admin('hq');
    await underFlags(services, 'workplace', { can_only_view_users_in_my_groups: false }, async () => {
      for (const granted of [true, false]) {
        expect((await profile(as, ann)).can_set_workplace_admin).toBe(expected);
        expect((await set(as, ann, 'workplace_admin', granted)).status).toBe(expected ? 200 : 403);
      }
    });
  });

  it('offers a super admin in the default place only members without a workplace, and former roles to take', async () => {
    const boss = await services.member({ ...at('hq'), admin: true });
    const everywhere = { ...boss, workplace: '' };
    const make = (workplaces: string[], acl: string[] = []) =>
      services.member({
        community: 'workplace',
        ...{ workplace: workplaces[0] ?? '', workplaces },
        acl: acl.length > 0 ? [{ title: 'workplace_admin', resources: acl }] : [],
      });
    const offered = async (ann: TestMember, as = everywhere) => (await profile(as, ann)).can_set_workplace_admin;
    const [elsewhere, nowhere, former] = [await make(['porto']), await make([]), await make(['porto'], [''])];
    const other = await services.member({ ...at('hq'), admin: true });
    expect([await offered(elsewhere), await offered(nowhere), await offered(former)]).toEqual([false, true, true]);
    expect((await set(everywhere, elsewhere, 'workplace_admin')).body.code).toBe('FORBIDDEN');
    expect((await set(everywhere, nowhere, 'workplace_admin')).body).toMatchObject({ workplace_admin: true });
    const { body } = await set(everywhere, former, 'workplace_admin', false);
    expect(body).toMatchObject({ workplace_admin: false, can_set_workplace_admin: false });
    expect(await offered(elsewhere, { ...boss, workplace: 'porto' })).toBe(true);
    expect(await offered(other)).toBe(false);
  });

  it('does not count an admin who has left the workplace as one who remains', async () => {
    const [chief, gone] = [
      await admin('hq'),
      await services.member({
        ...at('porto'),
        workplaces: ['porto'],
        acl: [{ title: 'workplace_admin', resources: ['hq'] }],
      }),
    ];
    await withOnly(chief);
    await services
      .get(Mongo)
      .connection.collection('users')
      .updateOne({ _id: gone.id as never }, { $set: { acl: [{ title: 'workplace_admin', resources: ['hq'] }] } });
    services.get(Mongo).wrote('users', undefined);
    expect((await set(chief, chief, 'workplace_admin', false)).body.code).toBe('LAST_ADMIN');
  });

  it('ends the blocks of a member who becomes an admin', async () => {
    const [chief, ann, bob] = [await admin('hq'), await services.member(at('hq')), await services.member(at('hq'))];
    await underFlags(services, 'workplace', { can_only_view_users_in_my_groups: false }, async () => {
      expect((await services.call(blockMember, { id: ann.id }, { as: bob })).body.blocked).toBe(true);
      await set(chief, ann, 'workplace_admin');
      expect(await profile(bob, ann)).toMatchObject({ blocked: false, can_block: false });
      expect((await services.call(blockMember, { id: ann.id }, { as: { ...bob, workplace: 'porto' } })).body.code).toBe(
        'FORBIDDEN',
      );
    });
  });

  it('names the members whose blocks a grant ends, to other processes and to windows', async () => {
    const [chief, ann, bob] = [await admin('hq'), await services.member(at('hq')), await services.member(at('hq'))];
    await underFlags(services, 'workplace', { can_only_view_users_in_my_groups: false }, async () => {
      await services.call(blockMember, { id: ann.id }, { as: bob });
      const outbox = services.get(Mongo).connection.collection('outbox');
      const events = () => outbox.find({ 'facts.user': bob.id }).sort({ _id: 1 }).toArray();
      const before = (await events()).length;
      await set(chief, ann, 'workplace_admin');
      expect((await events()).slice(before).map(({ kind, facts }) => [kind, facts])).toEqual([
        ['MemberChanged', { user: bob.id }],
        ['MemberBlocked', { user: bob.id, other: ann.id }],
      ]);
    });
  });

  it('takes the role of a banned admin, who is not the last that counts', async () => {
    const [chief, gone] = [await services.member({ ...at('hq'), admin: true }), await admin('hq')];
    await withOnly(chief, gone);
    await services.get(MemberBans).set(tenantOf('workplace'), gone.id, true, { by: chief.id });
    expect((await set(chief, gone, 'workplace_admin', false)).body.workplace_admin).toBe(false);
  });

  it('keeps the last super admin, also when two take it from each other at once', async () => {
    const [first, second] = [
      await services.member({ ...at('hq'), admin: true }),
      await services.member({ ...at('hq'), admin: true }),
    ];
    await withOnly(first, second);
    const replies = await Promise.all([set(first, second, 'admin', false), set(second, first, 'admin', false)]);
    expect(codes(replies).filter((code) => code === undefined)).toHaveLength(1);
    const left = (await services.get(UserRepository).admins(tenantOf('workplace'), 'community')).map(({ _id }) => _id);
    expect(left).toHaveLength(1);
    const last = left[0] === first.id ? first : second;
    expect((await set(last, last, 'admin', false)).body.code).toBe('LAST_ADMIN');
  });

  it('keeps the last admin of a workplace, and one of two who remove each other of three', async () => {
    const [first, second, third] = [await admin('hq'), await admin('hq'), await admin('hq')];
    await withOnly(first, second, third);
    const replies = await Promise.all([
      set(first, second, 'workplace_admin', false),
      set(second, first, 'workplace_admin', false),
    ]);
    expect(codes(replies)).toEqual(['FORBIDDEN', undefined]);
    const removed = replies[0].status === 200 ? second : first;
    const left = removed === second ? first : second;
    expect((await set(left, third, 'workplace_admin', false)).status).toBe(200);
    expect((await set(left, left, 'workplace_admin', false)).body.code).toBe('LAST_ADMIN');
  });
});

describe('the list of admins', () => {
  it('has the super admins, then the admins of the workplace, without those who cannot sign in', async () => {
    const acl = [{ title: 'workplace_admin' as const, resources: ['hq'] }];
    const chief = await services.member({ ...at('hq'), fullname: 'Zoe Chief', acl });
    const second = await services.member({ ...at('hq'), fullname: 'Ann Second', acl });
    const boss = await services.member({ ...at('hq'), fullname: 'Max Boss', admin: true });
    const others = [
      await admin('porto'),
      await services.member(at('hq')),
      await services.member({ ...at('hq'), acl, banned: true }),
      await services.member({ ...at('porto'), acl, workplaces: ['porto'] }),
      await services.member({ ...at('hq'), admin: true, banned: true }),
    ];
    const known = [chief, second, boss, ...others].map(({ id }) => id);
    const { status, body } = await services.call(readAdmins, {}, { as: chief });
    expect(status).toBe(200);
    const listed = body.users.filter(({ id }) => known.includes(id));
    expect(listed.map((user) => [user.id, user.admin, user.workplace_admin])).toEqual([
      [boss.id, true, true],
      [second.id, false, true],
      [chief.id, false, true],
    ]);
    expect(JSON.stringify(body)).not.toMatch(/email|phone|acl/);
  });
});
