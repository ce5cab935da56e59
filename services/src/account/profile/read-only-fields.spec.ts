import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { updateProfile } from '@paddock/contract/calls/profiles';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,people', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const update = (as: TestMember, fields: Record<string, string>, id = as.id) =>
  services.call(updateProfile, { id, fields }, { as });
const workplaceAdmin = () => services.member({ acl: [{ title: 'workplace_admin', resources: [''] }] });
const define = (...profile_fields: object[]) => ({ profile_fields });
/** Rooms for members with one value of a field. */
const opening = (name: string) => ({ rooms_tab: { limited_access: { [name]: 'Apex' } } });

it.each([
  [false, { member: 403, admin: 200, other: 200, elsewhere: 403 }],
  [true, { member: 403, admin: 403, other: 403, elsewhere: 403 }],
])(
  'with disable_admin_can_edit_profiles %s changes a read-only field for %j',
  async (disable_admin_can_edit_profiles, expected) => {
    const at = { community: 'workplace', workplaces: ['hq', 'porto'], workplace: 'hq' };
    const admin = (place: string) => ({ ...at, acl: [{ title: 'workplace_admin' as const, resources: [place] }] });
    const member = await services.member(at);
    const given = {
      member,
      admin: await services.member(admin('hq')),
      elsewhere: await services.member(admin('porto')),
    };
    const flags = {
      ...define({ name: 'badge', type: 'text', read_only: true }),
      ...{ disable_admin_can_edit_profiles, can_only_view_users_in_my_groups: false },
    };
    await underFlags(services, 'workplace', flags, async () => {
      for (const [who, as] of Object.entries(given))
        expect([who, (await update(as, { badge: who })).status]).toEqual([who, expected[who as 'member']]);
      const { status } = await update(given.admin, { badge: 'B' }, member.id);
      expect(status).toBe(expected.other);
    });
  },
);

it.each([
  ['a sign-up field of its name', {}, 403],
  ['an own definition', define({ name: 'user_type', type: 'text' }), 200],
  [
    'an own definition, but rooms that it opens',
    { ...define({ name: 'user_type', type: 'text' }), ...opening('user_type') },
    403,
  ],
])('keeps the user type read-only for members with %s: %j, %i', async (_, flags, status) => {
  const [ann, admin] = [await services.member(), await workplaceAdmin()];
  await underFlags(services, 'motorsport', { ...opening('workplaces'), ...flags }, async () => {
    expect((await update(ann, { user_type: 'Official' })).status).toBe(status);
    expect((await update(admin, { user_type: 'Driver' }, ann.id)).status).toBe(200);
  });
});

it.each(['company', 'custom_field_0', 'username', 'licence_until'])(
  'keeps %s read-only where it opens the rooms',
  async (name) => {
    const ann = await services.member({ fields: { company: 'x' } });
    await underFlags(services, 'motorsport', opening(name), async () => {
      expect((await update(ann, { [name]: 'Apex' })).body.fields).toEqual({ [name]: 'FORBIDDEN' });
      expect((await update(ann, { [name]: '' })).body.code).toBe('FORBIDDEN');
    });
  },
);
