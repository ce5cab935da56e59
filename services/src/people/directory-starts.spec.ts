import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { blockMember, readAdmins } from '@paddock/contract/calls/profiles';
import { adminOf, hq } from '../../test/permission-tables.js';
import { ids, peopleCalls, word } from '../../test/people-calls.js';
import { startTestServices, type TestMember, type TestServices } from '../../test/start-test-services.js';
import { underFlags } from '../../test/under-flags.js';

let services: TestServices;
let ann: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  ann = await services.member({ ...hq, fullname: 'Aaa' });
  await services.member({ ...hq, fullname: 'Bbb' });
});
afterAll(() => services.close());

const { list, search } = peopleCalls(() => services);

describe('the start of a page at a member', () => {
  it('is the same for members whom the caller does not see as for an unknown id', async () => {
    const fullname = 'Zzz';
    const hidden = await Promise.all([
      services.member({ community: 'workplace', workplaces: ['porto'], workplace: 'porto', fullname }),
      services.member({ fullname }),
      services.member({ ...hq, fullname, pending: true }),
      services.member({ ...hq, fullname, email_verified: false }),
      services.member({ ...hq, fullname, banned: true }),
    ]);
    // The caller herself comes online meanwhile.
    const startAt = async (member: string) => {
      const { users, ...page } = (await list(ann, { member, count: 1 })).body;
      return { ...page, users: users.map((user) => ({ ...user, online: undefined })) };
    };
    const unknown = await startAt('ffffffffffffffffffffffff');
    for (const member of [...ids(hidden), '__proto__']) expect(await startAt(member)).toEqual(unknown);
    await underFlags(services, 'workplace', { can_only_view_users_in_my_groups: true }, async () => {
      const bob = await services.member({ ...hq, fullname });
      expect(await startAt(bob.id)).toEqual(await startAt('ffffffffffffffffffffffff'));
    });
  });

  it.each(['__proto__', 'constructor', 'aa', '', '\u0000', 'ß', ['A', 'B']])(
    'is refused at the letter %j',
    async (letter) => {
      const { status, body } = await list(ann, { letter } as never);
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['letter']]);
    },
  );

  it.each([
    'bm90IGpzb24',
    'W10',
    'WyJmdWxsbmFtZSIseyIkbmUiOiIifSx7IiRuZSI6IiJ9XQ',
    '-1',
    '1e9',
    '99999999999999999999',
  ])('at the cursor %j is a page or a refusal', async (page) => {
    expect([200, 400]).toContain((await list(ann, { page })).status);
  });
});

describe('the search by tags', () => {
  it('finds no member whom the caller does not see', async () => {
    const tag = word();
    const fields = { tags: tag };
    await Promise.all([
      services.member({ community: 'workplace', workplaces: ['porto'], workplace: 'porto', fields }),
      services.member({ fields }),
      services.member({ ...hq, fields, pending: true }),
      services.member({ ...hq, fields, banned: true }),
    ]);
    for (const query of [tag, `#${tag}`, `${tag}.*`, `^${tag}`])
      expect((await search(ann, { query })).body).toMatchObject({ results: [], total_users: 0 });
    await services.member({ ...hq, fields });
    await underFlags(services, 'workplace', { can_only_view_users_in_my_groups: true }, async () =>
      expect((await search(ann, { query: tag })).body).toMatchObject({ results: [], total_users: 0 }),
    );
  });
});

describe('the list of admins', () => {
  it('has no admin of another workplace, and none who cannot sign in', async () => {
    const chief = await services.member({ ...hq, ...adminOf('hq') });
    const others = await Promise.all([
      services.member({ community: 'workplace', workplaces: ['porto', 'hq'], ...adminOf('porto') }),
      services.member({ ...hq, ...adminOf('hq'), banned: true }),
      services.member({ ...hq, ...adminOf('hq'), pending: true }),
      services.member({ ...adminOf('') }),
    ]);
    const { users } = (await services.call(readAdmins, {}, { as: chief })).body;
    expect(ids(users)).toContain(chief.id);
    expect(ids(users).filter((id) => ids(others).includes(id))).toEqual([]);
    expect(JSON.stringify(users)).not.toContain(chief.row.email);
    await services.call(blockMember, { id: ann.id }, { as: chief });
    expect((await services.call(readAdmins, {}, { as: ann })).body.code).toBe('FORBIDDEN');
  });
});
