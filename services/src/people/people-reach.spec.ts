import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readPeople, searchPeople } from '@paddock/contract/calls/people';
import { startTestServices, type TestMember, type TestServices } from '../../test/start-test-services.js';
import { underFlags } from '../../test/under-flags.js';
import { ids, peopleCalls, word } from '../../test/people-calls.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const { list, search, all } = peopleCalls(() => services);

describe('a group', () => {
  it('narrows list and search to its members, except for the everybody group', async () => {
    const [ann, bob, eve] = [await services.member(), await services.member(), await services.member()];
    const group = (await services.group(ann, [bob]))._id;
    for (const as of [ann, bob]) {
      expect(ids((await list(as, { group })).body.users).sort()).toEqual(ids([ann, bob]).sort());
      expect(ids((await search(as, { group })).body.results).sort()).toEqual(ids([ann, bob]).sort());
    }
    expect((await list(eve, { group })).body.code).toBe('FORBIDDEN');
    const everybody = (await list(ann, { group: '0' })).body.total_users;
    expect(everybody).toBe((await list(ann)).body.total_users);
    expect(everybody).toBeGreaterThan(2);
  });

  it('that the caller cannot see gets the same reply as an unknown one, in every field', async () => {
    const [ann, eve] = [await services.member(), await services.member()];
    const invisible = (await services.group(ann, [], { invisible: true }))._id;
    const elsewhere = await services.member({ community: 'workplace' });
    const foreign = (await services.group(elsewhere))._id;
    for (const group of [invisible, foreign, 'unknown', ann.id, eve.id])
      for (const reply of [
        await list(eve, { group }),
        await search(eve, { group }),
        await search(eve, { exclude_group: group }),
      ])
        expect([group, reply.status, reply.body.code]).toEqual([group, 404, 'GROUP_NOT_FOUND']);
    expect((await list(ann, { group: invisible })).status).toBe(200);
  });

  it.each([
    [false, { owner: 200, member: 200, outsider: 403, admin: 200 }],
    ['members', { owner: 200, member: 403, outsider: 403, admin: 200 }],
    [true, { owner: 403, member: 403, outsider: 403, admin: 200 }],
  ])(
    'shows its members under hide_members %p to %o, and finds them and others by name for owners',
    async (hide_members, expected) => {
      const [owner, member, outsider] = [await services.member(), await services.member(), await services.member()];
      const admin = await services.member({ acl: [{ title: 'workplace_admin', resources: [''] }] });
      const group = (await services.group(owner, [member]))._id;
      await underFlags(services, 'motorsport', { hide_members }, async () => {
        for (const [who, as] of Object.entries({ owner, member, outsider, admin })) {
          const replies = [await list(as, { group }), await search(as, { group })];
          const status = expected[who as keyof typeof expected];
          expect([who, ...replies.map((reply) => reply.status)]).toEqual([who, status, status]);
          const others = await search(as, { exclude_group: group, query: outsider.username });
          const isOffered = who === 'owner' || status === 200;
          expect([who, others.status]).toEqual([who, isOffered ? 200 : 403]);
          if (isOffered) expect(ids(others.body.results)).toEqual([outsider.id]);
          const managed = await search(as, { group, query: member.username });
          expect([who, managed.status]).toEqual([who, isOffered ? 200 : 403]);
          if (isOffered) expect(ids(managed.body.results)).toEqual([member.id]);
        }
      });
    },
  );
});

describe('can_only_view_users_in_my_groups', () => {
  it('shows only members who share a group other than everybody, in list, search and counts, except for admins', async () => {
    const fullname = word();
    const make = (more: object = {}) => services.member({ fullname, ...more });
    const [ann, bob, eve] = [await make(), await make(), await make()];
    const admin = await make({ acl: [{ title: 'workplace_admin', resources: [''] }] });
    const boss = await make({ admin: true });
    const group = (await services.group(ann, [bob], { invisible: true }))._id;
    const other = (await services.group(eve, [ann]))._id;
    const seen = async (as: TestMember) => {
      const found = (await search(as, { query: fullname })).body;
      expect(found.total_users).toBe(found.results.length);
      const listed = await all(as);
      expect(listed.total).toBe(listed.users.length);
      const known = ids([ann, bob, eve, admin, boss]);
      expect(ids(listed.users.filter(({ id }) => known.includes(id))).sort()).toEqual(ids(found.results).sort());
      return ids(found.results).sort();
    };
    await underFlags(services, 'motorsport', { can_only_view_users_in_my_groups: true }, async () => {
      expect(await seen(ann)).toEqual(ids([ann, bob, eve]).sort());
      expect(await seen(bob)).toEqual(ids([ann, bob]).sort());
      expect((await all(bob)).total).toBe(2);
      expect((await list(bob, { group: other })).body.code).toBe('FORBIDDEN');
      expect((await all(bob, 60, '0')).total).toBe(2);
      expect((await all(bob, 60, group)).total).toBe(2);
      for (const as of [admin, boss]) expect(await seen(as)).toHaveLength(5);
    });
    expect(await seen(bob)).toHaveLength(5);
  });

  it('ignores shared groups of other workplaces', async () => {
    const make = () => services.member({ community: 'workplace', workplaces: ['hq', 'porto'], workplace: 'hq' });
    const [ann, bob] = [await make(), await make()];
    await services.group({ ...ann, workplace: 'porto' }, [{ ...bob, workplace: 'porto' }]);
    await underFlags(services, 'workplace', { can_only_view_users_in_my_groups: true }, async () => {
      expect(ids((await all(ann)).users)).toEqual([ann.id]);
      expect(ids((await all({ ...ann, workplace: 'porto' })).users).sort()).toEqual(ids([ann, bob]).sort());
    });
  });
});

describe('permissions', () => {
  const offered = [readPeople, searchPeople] as const;
  it.each<[string, () => Promise<TestMember | undefined>, string, number, string | undefined]>([
    ['signed out', async () => undefined, '', 401, 'INVALID_TOKEN'],
    ['pending', () => services.member({ community: 'workplace', pending: true }), '', 403, 'PENDING_APPROVAL'],
    [
      'not verified',
      () => services.member({ community: 'workplace', email_verified: false }),
      '',
      403,
      'EMAIL_NOT_VERIFIED',
    ],
    ['a member', () => services.member({ community: 'workplace', workplace: 'hq' }), 'hq', 200, undefined],
    [
      'a member of another workplace',
      () => services.member({ community: 'workplace', workplace: 'porto' }),
      'hq',
      403,
      'FORBIDDEN',
    ],
    ['a member of another community', () => services.member({ workplaces: ['hq'] }), 'hq', 401, 'INVALID_TOKEN'],
    [
      'a workplace admin',
      () =>
        services.member({
          community: 'workplace',
          workplace: 'hq',
          acl: [{ title: 'workplace_admin', resources: ['hq'] }],
        }),
      'hq',
      200,
      undefined,
    ],
    ['a super admin', () => services.member({ community: 'workplace', admin: true }), 'hq', 200, undefined],
  ])('%s', async (_, make, workplace, status, code) => {
    const as = await make();
    for (const call of offered) {
      const reply = await services.call(call, {}, { as, workplace, host: 'workplace.localhost' });
      expect([call.name, reply.status, reply.body.code]).toEqual([call.name, status, code]);
    }
  });

  it('refuses the list, also to admins, where the tab is hidden or not deployed, but not the search', async () => {
    const boss = await services.member({ admin: true });
    const own = (await services.group(boss))._id;
    await underFlags(services, 'motorsport', { hide_people_tab: true }, async () => {
      expect((await list(boss)).body.code).toBe('FEATURE_DISABLED');
      expect((await search(boss, { query: 'm' })).status).toBe(200);
      // An empty query is the list, so the tab's flag applies; it does not apply to a group's members.
      for (const input of [{}, { query: ' ' }, { group: '0' }, { exclude_users: boss.id }, { exclude_group: own }])
        expect((await search(boss, input)).body.code).toBe('FEATURE_DISABLED');
      expect((await search(boss, { group: own })).body.total_users).toBe(1);
    });
    expect((await list(boss)).status).toBe(200);
    let tabs: unknown[] = [];
    await services.configure('motorsport', (file) => {
      tabs = file.tabs;
      file.tabs = tabs.filter((tab) => tab !== 'people');
    });
    expect((await list(boss)).body.code).toBe('FEATURE_DISABLED');
    expect((await search(boss)).body.code).toBe('FEATURE_DISABLED');
    await services.configure('motorsport', (file) => {
      file.tabs = tabs;
    });
  });
});
