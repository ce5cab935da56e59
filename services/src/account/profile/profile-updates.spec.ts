import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSelf } from '@paddock/contract/calls/account';
import { updatePreferences } from '@paddock/contract/calls/notifications';
import { readProfile, searchPeople } from '@paddock/contract/calls/people';
import { updateProfile } from '@paddock/contract/calls/profiles';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { TestWindows, until } from '../../../test/test-windows.js';
import { underFlags } from '../../../test/under-flags.js';
import { ProfileUpdates } from './profile-updates.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,people,items', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

type Values = Record<string, string | string[]>;
const update = (as: TestMember, fields: Values, id = as.id) => services.call(updateProfile, { id, fields }, { as });
const stored = async (as: TestMember) => (await services.call(readProfile, { id: as.id }, { as })).body;
const workplaceAdmin = () => services.member({ acl: [{ title: 'workplace_admin', resources: [''] }] });
const define = (...profile_fields: object[]) => ({ profile_fields });

describe(ProfileUpdates, () => {
  it('stores trimmed values, and finds the member by the new names', async () => {
    const [ann, bob] = [await services.member({ fields: { job: 'Driver' } }), await services.member()];
    const name = `new name ${ann.username.slice(2)}`;
    const { status, body } = await update(ann, {
      username: ` ${name} `,
      fullname: ' Ada   Lee ',
      job: ' ',
      company: 'Halden',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ username: name.replaceAll(' ', '_'), fullname: 'Ada Lee', company: 'Halden' });
    expect(body.fields).toEqual({
      username: name.replaceAll(' ', '_'),
      fullname: 'Ada Lee',
      job: '',
      company: 'Halden',
    });
    expect(await stored(ann)).not.toHaveProperty('job');
    const found = await services.call(searchPeople, { query: 'halden ada' }, { as: bob });
    expect(found.body.results.map(({ id }) => id)).toEqual([ann.id]);
    const old = await services.call(searchPeople, { query: ann.username }, { as: bob });
    expect(old.body.results).toEqual([]);
    expect((await services.call(readSelf, {}, { as: ann })).body.username).toBe(name.replaceAll(' ', '_'));
  });

  it('takes the fields beside the id, and leaves password and preferences to their calls', async () => {
    const ann = await services.member();
    const send = async (body: object) => {
      const headers = { authorization: `Bearer ${ann.token}` };
      const reply = await services.request('PUT', `/api/users/${ann.id}`, { headers, body });
      return JSON.parse(reply.text) as Record<string, unknown>;
    };
    expect(await send({ job: 'Engineer' })).toMatchObject({ id: ann.id, fields: { job: 'Engineer' } });
    expect(await send({ pn_like: false })).toMatchObject({ pn_like: false });
    expect(await send({ verb: 'change_password' })).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await send({ job: 'Driver', pn_like: true })).toMatchObject({ code: 'INVALID_INPUT' });
    expect((await services.call(updatePreferences, { id: ann.id, language: 'en' }, { as: ann })).status).toBe(200);
    expect((await stored(ann)).job).toBe('Engineer');
  });

  it('does nothing for an empty value of an empty field, also a mandatory one with a pattern', async () => {
    const ann = await services.member();
    await underFlags(
      services,
      'motorsport',
      define({ name: 'garage', type: 'text', mandatory: true, pattern: '^\\d+$' }),
      async () => {
        expect((await update(ann, { garage: '  ' })).body.fields).toEqual({ garage: '' });
        expect((await update(ann, { garage: '27' })).status).toBe(200);
        expect((await update(ann, { garage: '' })).body).toMatchObject({
          code: 'INVALID_INPUT',
          fields: { garage: 'garage_INVALID_PATTERN' },
        });
        expect((await stored(ann)).fields).toEqual({ garage: '27' });
      },
    );
  });

  const range = [1950, 2010];
  const team = { name: 'f', type: 'dropdown', options: ['Car', 'Truck'] };
  it.each<[object, string | string[], string]>([
    [{ name: 'f', type: 'text' }, 'a'.repeat(999), 'a'.repeat(999)],
    [{ name: 'f', type: 'text', maxlength: 3 }, ' abc ', 'abc'],
    [{ name: 'f', type: 'text', pattern: '^[A-Z]{2}$' }, 'NL', 'NL'],
    [{ name: 'f', type: 'text', range: [1, 99] }, '99', '99'],
    [{ name: 'f', type: 'text', textarea: true }, 'a\r\nb\u202E', 'a\nb'],
    [{ name: 'f', type: 'url' }, 'halden.example/27', 'https://halden.example/27'],
    [{ name: 'f', type: 'url' }, 'http://halden.example', 'http://halden.example'],
    [{ name: 'f', type: 'tel' }, '+31 (0)6-12', '+31 (0)6-12'],
    [{ name: 'f', type: 'tel' }, '٠٦ ١٢٣', '06 123'],
    [{ name: 'f', type: 'map' }, 'Garage 14', 'Garage 14'],
    [{ name: 'f', type: 'date' }, '2024-02-29', '2024-02-29'],
    [{ name: 'f', type: 'date', range }, '2010-12-31', '2010-12-31'],
    [{ name: 'f', type: 'email' }, ' Ann@Example.org', 'ann@example.org'],
    [team, 'Car', 'Car'],
    [{ ...team, last_option_is_text: true }, 'Bike', 'Bike'],
    [{ ...team, multiple: true }, ['Car', 'Truck', 'Car'], 'Car, Truck'],
    [{ ...team, multiple: true }, 'Truck,Car', 'Truck, Car'],
    [{ name: 'f', type: 'dropdown', range: [1, 3] }, '3', '3'],
    [{ name: 'f', type: 'dynamic-list', subtype: 'x', last_option_is_text: true }, 'Own', 'Own'],
  ])('accepts for %j %j', async (field, value, expected) => {
    const ann = await services.member();
    await underFlags(services, 'motorsport', define(field), async () => {
      expect((await update(ann, { f: value })).body.fields).toEqual({ f: expected });
      expect((await stored(ann)).fields).toEqual({ f: expected });
    });
  });

  it.each<[object, string | string[], string]>([
    [{ name: 'f', type: 'text' }, 'a'.repeat(1000), 'f_LENGTH_PATTERN'],
    [{ name: 'f', type: 'text', maxlength: 3 }, 'abcd', 'f_LENGTH_PATTERN'],
    [{ name: 'f', type: 'text' }, 'a\u202Eb', 'f_INVALID_PATTERN'],
    [{ name: 'f', type: 'text' }, ['a'], 'f_INVALID_PATTERN'],
    [{ name: 'f', type: 'text', pattern: '^[A-Z]{2}$' }, 'nl', 'f_INVALID_PATTERN'],
    [{ name: 'f', type: 'text', pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`, 'f_INVALID_PATTERN'],
    [{ name: 'f', type: 'text', range: [1, 99] }, '100', 'f_INVALID_PATTERN'],
    [{ name: 'f', type: 'url' }, 'javascript:alert(1)', 'f_INVALID_PATTERN'],
    [{ name: 'f', type: 'url' }, 'data:text/html,x', 'f_INVALID_PATTERN'],
    [{ name: 'f', type: 'url' }, 'https://bank.example@evil.example', 'f_INVALID_PATTERN'],
    [{ name: 'f', type: 'url' }, 'https://a b', 'f_INVALID_PATTERN'],
    [{ name: 'f', type: 'tel' }, 'call me', 'f_INVALID_PATTERN'],
    [{ name: 'f', type: 'date' }, '2023-02-29', 'f_INVALID_PATTERN'],
    [{ name: 'f', type: 'date' }, '29.02.2024', 'f_INVALID_PATTERN'],
    [{ name: 'f', type: 'date', range }, '1949-12-31', 'f_INVALID_PATTERN'],
    [{ name: 'f', type: 'email' }, 'ann@', 'f_INVALID_PATTERN'],
    [team, 'Bike', 'f_INVALID_PATTERN'],
    [{ ...team, multiple: true }, ['Car', 'Bike'], 'f_INVALID_PATTERN'],
    [{ name: 'f', type: 'dropdown', range: [1, 3] }, '4', 'f_INVALID_PATTERN'],
    [{ name: 'f', type: 'dynamic-list', subtype: 'none' }, 'Own', 'f_INVALID_PATTERN'],
    [{ name: 'phone', type: 'tel' }, '1'.repeat(141), 'phone_LENGTH_PATTERN'],
  ])('refuses for %j %j and changes nothing', async (field, value, code) => {
    const ann = await services.member({ fields: { job: 'Driver' } });
    const { name } = field as { name: string };
    await underFlags(services, 'motorsport', define(field), async () => {
      const { status, body } = await update(ann, { job: 'Chief', [name]: value });
      expect([status, body.code, body.fields]).toEqual([400, 'INVALID_INPUT', { [name]: code }]);
      expect((await stored(ann)).job).toBe('Driver');
    });
  });

  it.each([
    ['fullname', 'Ada', 'fullname_INVALID_PATTERN'],
    ['fullname', '', 'fullname_INVALID_PATTERN'],
    ['fullname', `A ${'b'.repeat(139)}`, 'fullname_LENGTH_PATTERN'],
    ['fullname', 'Ada \u202Eeel', 'fullname_INVALID_PATTERN'],
    ['username', '', 'username_INVALID_PATTERN'],
    ['username', 'a'.repeat(26), 'username_LENGTH_PATTERN'],
    ['username', 'аda', 'username_INVALID_PATTERN'],
    ['username', 'a@b', 'username_INVALID_PATTERN'],
    ['constructor', 'x', 'constructor_UNKNOWN'],
    ['never_defined', 'x', 'never_defined_UNKNOWN'],
  ])('refuses %s %j with %s', async (name, value, code) => {
    const { body } = await update(await services.member(), { [name]: value });
    expect(body).toMatchObject({ code: 'INVALID_INPUT', fields: { [name]: code } });
  });

  it.each([
    [{ username_max: 5 }, { username: 'abcdef' }, 'username_LENGTH_PATTERN'],
    [{ fullname_max: 6 }, { fullname: 'Ada Lee' }, 'fullname_LENGTH_PATTERN'],
  ])('follows %j', async (flags, fields, code) => {
    const ann = await services.member();
    await underFlags(services, 'motorsport', flags, async () => {
      expect(Object.values((await update(ann, fields)).body.fields as object)).toEqual([code]);
    });
    const free = 'username' in fields ? { username: ann.username.replace('m_', 'abcdef') } : fields;
    expect((await update(ann, free as Values)).status).toBe(200);
  });

  it('refuses a taken user name, in any case, also to one of two who ask at once', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    expect((await update(ann, { username: bob.username.toUpperCase(), job: 'Chief' })).body).toMatchObject({
      code: 'USERNAME_NOT_AVAILABLE',
      fields: { username: 'USERNAME_NOT_AVAILABLE' },
    });
    expect(await stored(ann)).not.toHaveProperty('job');
    const username = `both_${ann.username.slice(2)}`;
    const statuses = (await Promise.all([ann, bob].map((as) => update(as, { username })))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
  });

  it('keeps both of two concurrent changes of one profile', async () => {
    const ann = await services.member();
    const statuses = await Promise.all([update(ann, { job: 'Chief' }), update(ann, { company: 'Halden' })]);
    expect(statuses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await stored(ann)).toMatchObject({ job: 'Chief', company: 'Halden' });
  });

  it('never changes the address', async () => {
    const ann = await services.member();
    for (const profile_fields of [[], [{ name: 'email', type: 'email' }]])
      await underFlags(services, 'motorsport', { profile_fields }, async () => {
        expect((await update(ann, { email: 'other@example.org' })).body.code).toBe('FORBIDDEN');
      });
    expect((await stored(ann)).email).toBe(ann.row.email);
  });

  it('lets workplace admins change others, unless disable_admin_can_edit_profiles; their own profile stays editable', async () => {
    const [ann, bob, admin] = [await services.member(), await services.member(), await workplaceAdmin()];
    const elsewhere = await services.member({ acl: [{ title: 'workplace_admin', resources: ['porto'] }] });
    expect((await update(admin, { job: 'Chief' }, ann.id)).status).toBe(200);
    for (const as of [bob, elsewhere]) expect((await update(as, { job: 'x' }, ann.id)).body.code).toBe('FORBIDDEN');
    expect((await update(admin, { job: 'x' }, 'fedcba9876543210fedcba98')).body.code).toBe('USER_NOT_FOUND');
    await underFlags(services, 'motorsport', { disable_admin_can_edit_profiles: true }, async () => {
      expect((await update(admin, { job: 'x' }, ann.id)).body.code).toBe('FORBIDDEN');
      expect((await update(admin, { job: 'Steward' })).status).toBe(200);
    });
    expect((await stored(ann)).job).toBe('Chief');
  });

  it('hides members without a common group under can_only_view_users_in_my_groups', async () => {
    const [ann, eve, admin] = [await services.member(), await services.member(), await workplaceAdmin()];
    await underFlags(services, 'motorsport', { can_only_view_users_in_my_groups: true }, async () => {
      expect((await update(eve, { job: 'x' }, ann.id)).body.code).toBe('USER_NOT_FOUND');
      expect((await update(admin, { job: 'Chief' }, ann.id)).status).toBe(200);
    });
    expect((await update(eve, { job: 'x' }, ann.id)).body.code).toBe('FORBIDDEN');
  });

  it('notifies open windows, whose next read has the new name', async () => {
    const windows = new TestWindows(services);
    const [ann, bob] = [await services.member(), await services.member()];
    const bobs = await windows.open(bob);
    await update(ann, { fullname: 'Zora Aa' });
    await until(() => bobs.received.some(({ event }) => event === 'updating_user'));
    expect(bobs.received).toEqual([{ event: 'updating_user', payload: { id: ann.id } }]);
    const { results } = (await services.call(searchPeople, { query: 'zora' }, { as: bob })).body;
    expect(results.find(({ id }) => id === ann.id)?.fullname).toBe('Zora Aa');
    windows.closeAll();
  });

  it('notifies only windows that may see the member', async () => {
    const windows = new TestWindows(services);
    const at = (workplace: string) => ({ community: 'workplace', workplace });
    const [ann, bob, eve] = [
      await services.member(at('hq')),
      await services.member(at('hq')),
      await services.member(at('porto')),
    ];
    const admin = await services.member({ ...at('hq'), acl: [{ title: 'workplace_admin', resources: ['hq'] }] });
    const [anns, bobs, eves, admins] = await Promise.all([ann, bob, eve, admin].map((one) => windows.open(one)));
    await update(ann, { fullname: 'Zora Aa' });
    const changed = { event: 'updating_user', payload: { id: ann.id } };
    await until(() => admins!.received.length > 0);
    expect([anns, bobs, eves, admins].map((one) => one!.received)).toEqual([[changed], [], [], [changed]]);
    windows.closeAll();
  });

  it('stops a pattern of names and addresses that would test for ever', async () => {
    const ann = await services.member();
    const slow = '^(\\w+\\w+)+$';
    await underFlags(services, 'motorsport', { username_pattern: slow, username_max: 60 }, async () => {
      const start = performance.now();
      expect((await update(ann, { username: `${'a'.repeat(50)}-` })).body.fields).toEqual({
        username: 'username_INVALID_PATTERN',
      });
      expect(performance.now() - start).toBeLessThan(5000);
      expect((await update(ann, { username: `steward_${ann.id.slice(-6)}` })).status).toBe(200);
    });
  });
});
