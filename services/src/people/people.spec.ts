import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readChats } from '@paddock/contract/calls/chats';
import { readPeople, searchPeople } from '@paddock/contract/calls/people';
import { databaseCommands } from '../../test/database-commands.js';
import { documentsRead } from '../../test/documents-read.js';
import { expectNoCollectionScan } from '../../test/expect-no-collection-scan.js';
import { startTestServices, type TestServices } from '../../test/start-test-services.js';
import { underFlags } from '../../test/under-flags.js';
import { ids, peopleCalls, word } from '../../test/people-calls.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { FillKeys } from './fill-keys.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats,people', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const { list, search, all } = peopleCalls(() => services);

describe('the directory', () => {
  it('lists the verified, approved members of the workplace and super admins, and none of other workplaces and communities', async () => {
    const name = word();
    const at = { community: 'workplace', workplaces: ['hq'], fullname: `${name} Same Name` };
    const ann = await services.member({ community: 'workplace', workplace: 'hq', fullname: `${name} Ann` });
    const here = await services.member(at);
    const boss = await services.member({ ...at, workplaces: [], admin: true });
    const bossOfHere = await services.member({ ...at, admin: true });
    const strangers = [
      await services.member({ ...at, workplaces: ['porto'] }),
      await services.member({ ...at, workplaces: [] }),
      await services.member({ ...at, pending: true }),
      await services.member({ ...at, email_verified: false }),
      await services.member({ fullname: at.fullname, workplaces: ['hq'] }),
    ];
    const visible = [ann, here, boss, bossOfHere].map(({ id }) => id).sort();
    await underFlags(services, 'workplace', { can_only_view_users_in_my_groups: false }, async () => {
      const listed = await all(ann, 2);
      const known = [...visible, ...ids(strangers)];
      expect(
        ids(listed.users)
          .filter((id) => known.includes(id))
          .sort(),
      ).toEqual(visible);
      expect(listed.total).toBe(listed.users.length);
      const found = await search(ann, { query: name });
      expect([ids(found.body.results).sort(), found.body.total_users]).toEqual([visible, 4]);
    });
  });

  it('sorts by bucket, then without accents and case, with each member once for any page size', async () => {
    const mark = word();
    const names = [
      'Zoë',
      'ångström',
      'Anna',
      'Łukasz',
      '4wheels',
      'Émile',
      'emil',
      '王小明',
      '_under',
      'أحمد',
      '10th',
      'Anna',
    ];
    const owner = await services.member({ fullname: 'owner' });
    const members = [];
    for (const name of names) members.push(await services.member({ fullname: `${name} ${mark}` }));
    const group = (await services.group(owner, members))._id;
    await underFlags(services, 'motorsport', { people_tab: { sort: 'fullname' } }, async () => {
      const { users, total } = await all(owner, 60, group);
      expect(total).toBe(13);
      const shown = users.map(({ bucket, fullname }) => [bucket, fullname.replace(` ${mark}`, '')]);
      expect(shown.slice(3)).toEqual([
        ['0-9', '10th'],
        ['0-9', '4wheels'],
        ['A', 'ångström'],
        ['A', 'Anna'],
        ['A', 'Anna'],
        ['E', 'emil'],
        ['E', 'Émile'],
        ['L', 'Łukasz'],
        ['O', 'owner'],
        ['Z', 'Zoë'],
      ]);
      expect(shown.slice(0, 3).map(([bucket]) => bucket)).toEqual(['OTHERS', 'OTHERS', 'OTHERS']);
      for (const count of [1, 2, 5, 12]) expect(ids((await all(owner, count, group)).users)).toEqual(ids(users));
    });
  });

  it('merges super admins of other workplaces into the order of a workplace', async () => {
    const mark = word();
    const named = (fullname: string, more: object) =>
      services.member({ community: 'workplace', fullname: `${fullname} ${mark}`, workplaces: ['studio'], ...more });
    const first = await named('Aa', { workplace: 'studio' });
    const second = await named('Ab', { workplaces: [], admin: true });
    const third = await named('Ac', {});
    const flags = { can_only_view_users_in_my_groups: false, people_tab: { sort: 'fullname' } };
    await underFlags(services, 'workplace', flags, async () => {
      for (const count of [1, 2, 60]) {
        const order = ids((await all(first, count)).users).filter((id) => ids([first, second, third]).includes(id));
        expect(order).toEqual(ids([first, second, third]));
      }
    });
  });

  it.each<[string, object, string[]]>([
    ['the user name', {}, ['b', 'c', 'a']],
    ['the sort', { sort: 'company' }, ['a', 'b', 'c']],
    ['the secondary sort before the sort', { sort: 'company', secondary_sort: 'fullname' }, ['c', 'a', 'b']],
  ])('sorts by %s', async (_, people_tab, order) => {
    const mark = word();
    const named = (username: string, fullname: string, company: string) =>
      services.member({ username: `${username}${mark}`.slice(0, 25), fullname, fields: { company } });
    const made = { a: await named('z', 'M', 'C1'), b: await named('a', 'N', 'C2'), c: await named('k', 'L', 'C3') };
    const group = (await services.group(made.a, [made.b, made.c]))._id;
    await underFlags(services, 'motorsport', { people_tab }, async () => {
      const expected = order.map((key) => made[key as 'a'].id);
      expect(ids((await list(made.a, { group })).body.users)).toEqual(expected);
      expect(ids((await search(made.a, { group })).body.results)).toEqual(expected);
    });
  });

  it('refuses a foreign cursor and one of another sort', async () => {
    const ann = await services.member();
    await services.member();
    const { next } = (await list(ann, { count: 1 })).body;
    for (const page of [
      'x',
      'bm8',
      Buffer.from('{"$gt":""}').toString('base64url'),
      Buffer.from('["username",{"$gt":""},"x"]').toString('base64url'),
    ])
      expect((await list(ann, { page })).body).toMatchObject({
        code: 'INVALID_INPUT',
        fields: { page: 'page_INVALID_PATTERN' },
      });
    await underFlags(services, 'motorsport', { people_tab: { sort: 'company' } }, async () => {
      expect((await list(ann, { page: next! })).body.code).toBe('INVALID_INPUT');
    });
    expect((await list(ann, { page: next! })).status).toBe(200);
  });

  it('reads list and search by indexes, for every sort and visibility rule', async () => {
    const ann = await services.member({ community: 'workplace', workplace: 'hq' });
    const group = (await services.group(ann, [await services.member({ community: 'workplace', workplace: 'hq' })]))._id;
    for (const sort of ['username', 'fullname', 'company'])
      for (const can_only_view_users_in_my_groups of [true, false])
        await underFlags(
          services,
          'workplace',
          { people_tab: { sort }, can_only_view_users_in_my_groups },
          async () => {
            for (const workplace of ['', 'hq']) {
              const { next } = (await services.call(readPeople, { count: 1 }, { as: ann, workplace })).body;
              await expectNoCollectionScan(services, async () => {
                const calls = [
                  services.call(readPeople, { count: 1, page: next ?? undefined }, { as: ann, workplace }),
                  services.call(searchPeople, { query: 'a', exclude_users: 'x,y' }, { as: ann, workplace }),
                ];
                for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
                if (workplace) expect((await list(ann, { group })).status).toBe(200);
              });
            }
          },
        );
  });
});

describe('search', () => {
  it('finds prefixes of words in user name, full name and company, ignoring case and accents', async () => {
    const name = word();
    const fields = { company: `Écurie ${name}co` };
    const ann = await services.member({ username: `x_${name}u`, fullname: `Ann ${name}Ó`, fields });
    for (const query of [name, name.toUpperCase(), `${name}o`, `ann ${name}`, `ecurie ${name}`, `${name}u`])
      expect([query, ids((await search(ann, { query })).body.results)]).toEqual([query, [ann.id]]);
    for (const query of [`${name}x`, name.slice(1), `${name} nobody`, '.*', '***', '^'])
      expect((await search(ann, { query })).body).toEqual({ results: [], total_users: 0, next: null });
  });

  it('counts all results and pages through them', async () => {
    const name = word();
    const made = [];
    for (const _ of [1, 2, 3, 4, 5]) made.push(await services.member({ fullname: name }));
    const found: string[] = [];
    let page: string | undefined;
    do {
      const { body } = await search(made[0]!, { query: name, count: 2, page });
      expect(body.total_users).toBe(5);
      found.push(...ids(body.results));
      page = body.next ?? undefined;
    } while (page);
    expect(found.sort()).toEqual(ids(made).sort());
  });

  it('reads the members that it shows, for common and for unknown words', async () => {
    const name = word();
    const rare = word();
    const made = [];
    for (let index = 0; index < 30; index++)
      made.push(
        await services.member({ fullname: `${name}${index < 2 ? ` ${rare}` : ''} ${index % 2 ? 'odd' : 'even'}` }),
      );
    const [ann] = made;
    const read = (query: string, count = 5) =>
      documentsRead(services, 'users', () => search(ann!, { query, count }), 'name_terms');
    expect(await read(name)).toBe(6);
    expect(await read('w')).toBe(6);
    expect(await read(`${name}x`)).toBe(0);
    expect(await read(`${name} odd`)).toBe(6);
    // The rarest word selects, also if it is not the longest.
    for (const query of [`${name} ${rare.slice(0, 9)}`, `${rare.slice(0, 9)} ${name}`])
      expect(await read(query)).toBe(2);
    const inChats = (query: string) =>
      documentsRead(
        services,
        'users',
        () => services.call(readChats, { verb: 'search', prop: 'people', query }, { as: ann! }),
        'name_terms',
      );
    // 15, the caller, and one to know whether there are more.
    expect(await inChats(name)).toBe(17);
    expect(await inChats(`${name} ${rare.slice(0, 9)}`)).toBe(2);
    expect(await inChats(`${name}x`)).toBe(0);
  });

  it('asks the database little, side by side', async () => {
    const name = word();
    const ann = await services.member({ fullname: `${name} Ann` });
    await services.member({ fullname: `${name} Bob` });
    const asked = async (query: string) => {
      await search(ann, { query });
      const { names, rounds } = await databaseCommands(services, () => search(ann, { query }));
      return [names.length, rounds];
    };
    // New events, and the members found.
    expect(await asked(name)).toEqual([2, 2]);
    // Besides, the counts of both words, in names and in tags.
    expect(await asked(`${name} ann`)).toEqual([6, 3]);
  });

  it('excludes the given users and the members of a group', async () => {
    const name = word();
    const [ann, bob, eve] = [
      await services.member({ fullname: name }),
      await services.member({ fullname: name }),
      await services.member({ fullname: name }),
    ];
    const group = (await services.group(ann, [bob]))._id;
    const found = async (input: object) => (await search(ann, { query: name, ...input })).body;
    expect(ids((await found({ exclude_users: `${ann.id},${bob.id}` })).results)).toEqual([eve.id]);
    expect(await found({ exclude_group: group })).toMatchObject({ results: [{ id: eve.id }], total_users: 1 });
    expect(await found({ exclude_group: '0' })).toMatchObject({ results: [], total_users: 0 });
    expect((await found({ exclude_group: '0', exclude_users: eve.id })).total_users).toBe(0);
  });
});

it('fills missing keys at start', async () => {
  const fullname = word();
  const [ann, old] = [await services.member({ fullname }), await services.member({ fullname })];
  const users = services.get(Mongo).connection.collection<{ _id: string }>('users');
  await users.updateOne({ _id: old.id }, { $unset: { sort_keys: 1 } });
  await users.updateOne({ _id: ann.id }, { $unset: { name_terms: 1 } });
  await expectNoCollectionScan(services, () => services.get(FillKeys).onApplicationBootstrap());
  expect(await users.findOne({ _id: old.id })).toHaveProperty('sort_keys', old.row.sort_keys);
  expect(ids((await search(ann, { query: fullname })).body.results).sort()).toEqual(ids([ann, old]).sort());
});

it('starts alone, and the calls are missing without it', async () => {
  const alone = await startTestServices({ SERVICES: 'people' });
  try {
    const as = await alone.member();
    expect((await alone.call(readPeople, {}, { as })).body.users).toHaveLength(1);
    expect((await alone.request('PUT', '/api/users/login', { body: {} })).status).toBe(404);
  } finally {
    await alone.close();
  }
});
