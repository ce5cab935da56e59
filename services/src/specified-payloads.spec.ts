import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FormData, request } from 'undici';
import { storedEvent } from '../test/events-scenario.js';
import { formDispatcher } from '../test/form-dispatcher.js';
import { startTestServices, type TestMember, type TestServices } from '../test/start-test-services.js';
import { underFlags } from '../test/under-flags.js';
import { Passwords } from './account/credentials/password/passwords.js';
import { newcomer } from '../test/sign-up-input.js';
import { tenantOf } from './infrastructure/tenancy/tenant.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

type Body = Record<string, unknown> & { code?: string; fields?: Record<string, string> };

/** Sends a request as a client of the specification does, without our contract. */
async function send(method: string, path: string, { as, body }: { as?: TestMember; body?: object } = {}) {
  const host = `${as?.community ?? 'motorsport'}.localhost`;
  const headers = { host, ...(as && { authorization: `Bearer ${as.token}` }) };
  const reply = await services.request(method, `/api${path}`, { headers, ...(body && { body }) });
  return { status: reply.status, body: JSON.parse(reply.text) as Body };
}

async function upload(path: string, name: string, fields: object = {}, as?: TestMember) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([Buffer.from(onePixel, 'base64')]), name);
  const reply = await request(`http://127.0.0.1:${services.port}/api${path}`, {
    method: 'POST',
    headers: { host: 'motorsport.localhost', ...(as && { authorization: `Bearer ${as.token}` }) },
    body: form,
    dispatcher: formDispatcher,
  });
  return { status: reply.statusCode, body: (await reply.body.json()) as Body };
}
const onePixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

describe('PUT users', () => {
  const flat = () => {
    const { client_id: _made, fields, ...base } = newcomer();
    return { ...base, ...fields };
  };

  it('signs up without a client_id and with the extra fields beside the base ones', async () => {
    const body = flat();
    const reply = await send('PUT', '/users', { body });
    expect(reply.status).toBe(200);
    expect(reply.body['user']).toMatchObject({ username: body.username, company: 'Halden Racing' });
  });

  it('signs up with a picture from POST profile_images, which needs no session for this', async () => {
    const picture = await upload('/profile_images', 'me.gif');
    expect([picture.status, picture.body['thumb_path']]).toEqual([200, expect.any(String)]);
    const reply = await send('PUT', '/users', { body: { ...flat(), profile_image: picture.body['thumb_path'] } });
    expect(reply.body['user']).toMatchObject({ profile_image: expect.any(String) });
  });

  it('checks extra fields beside the base ones, and refuses two values for one', async () => {
    const { fields } = (await send('PUT', '/users', { body: { ...flat(), user_type: 'Astronaut' } })).body;
    expect(fields).toEqual({ user_type: 'user_type_INVALID_PATTERN' });
    const both = await send('PUT', '/users', { body: { ...flat(), fields: { company: 'Another' } } });
    expect(both.body.code).toBe('ID_MISMATCH');
  });

  it('refuses a field that the deployment does not configure', async () => {
    const reply = await send('PUT', '/users', { body: { ...flat(), surprise: 'x' } });
    expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([400, ['surprise']]);
  });
});

describe('PUT users/{id}', () => {
  it.each(['password', 'change_password'])(
    'changes the password with the verb %s and no confirmation',
    async (verb) => {
      const rest = { password: 'the-first-one', new_password: 'the-second-one' };
      const member = await services.member();
      const passwords = services.get(Passwords);
      await passwords.store(tenantOf('motorsport'), member.id, await passwords.hash(rest.password));
      const reply = await send('PUT', `/users/${member.id}`, { as: member, body: { verb, ...rest } });
      expect([reply.status, reply.body]).toEqual([200, { ok: true }]);
      expect(await passwords.isRight(tenantOf('motorsport'), member.id, rest.new_password)).toBe(true);
    },
  );

  it('changes a setting without a verb', async () => {
    const member = await services.member();
    const reply = await send('PUT', `/users/${member.id}`, { as: member, body: { mailing_mention: false } });
    expect([reply.status, reply.body['mailing_mention']]).toEqual([200, false]);
  });
});

describe('POST profile_images', () => {
  it('changes the own picture with a session and refuses an ended session', async () => {
    const member = await services.member();
    const reply = await upload('/profile_images', 'me.gif', {}, member);
    expect(reply.status).toBe(200);
    expect((await send('GET', '/users/me', { as: member })).body['profile_image']).toEqual(expect.any(String));
    const ended = await upload('/profile_images', 'me.gif', {}, { ...member, token: 'ended' });
    expect([ended.status, ended.body.code]).toEqual([401, 'INVALID_TOKEN']);
  });
});

describe('POST files', () => {
  it.each([{}, { parent: '' }, { parent: 'null' }])('treats the parent of %j as none', async (fields) => {
    expect((await upload('/files', 'a.gif', fields, await services.member())).status).toBe(200);
  });

  it('refuses a folder that does not exist', async () => {
    const { status, body } = await upload('/files', 'a.gif', { parent: 'nowhere' }, await services.member());
    expect([status, body.code, body.fields]).toEqual([404, 'NOT_FOUND', { parent: 'NOT_FOUND' }]);
  });
});

describe('items', () => {
  it('are created without a client_id, returned as item, and listed by subtype with self and events', async () => {
    const boss = await services.member({ admin: true });
    const entry = { type: 'dynamic-list', subtype: 'paddock_role', title: 'Marshal' };
    const made = await send('POST', '/items', { as: boss, body: entry });
    expect(made.body).toEqual({ item: expect.objectContaining(entry) });
    const listed = await send('GET', '/items?type=paddock_role', { as: boss });
    expect(listed.body).toMatchObject({ items: [entry], self: { id: boss.id }, events: [] });
    const strangers = await send('GET', '/items?type=paddock_role');
    expect(strangers.body).toEqual({
      items: [{ id: expect.any(String), type: 'dynamic-list', title: 'Marshal' }],
      events: [],
    });
  });

  it('of type home come with their events', async () => {
    const boss = await services.member({ admin: true });
    const when = new Date('2099-05-01T10:00:00Z');
    const texts = { title: 'Press day', where: 'Pit lane', desc: '', color: '#2a6fdb', time_zone: 'Europe/Brussels' };
    const event = await storedEvent(services, boss, { when, ...texts });
    const body = { type: 'home', description: 'Race week.', end: '2100-01-01T00:00:00Z', event };
    expect((await send('POST', '/items', { as: boss, body })).status).toBe(200);
    const listed = await send('GET', '/items?type=home', { as: boss });
    expect(listed.body['events']).toEqual([expect.objectContaining({ id: event, title: 'Press day' })]);
  });
});

describe('POST shouts', () => {
  it('generates a missing client_id, so that the same text is posted twice', async () => {
    const as = await services.member();
    const post = () => send('POST', '/shouts', { as, body: { shout: 'Box, box.', group: '0' } });
    const [first, second] = [await post(), await post()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body['id']).not.toBe(second.body['id']);
    expect(first.body['client_id']).toEqual(expect.any(String));
  });
});

describe('GET users/abc and users/search', () => {
  it('accept a page number from 0 besides the cursor, also with super admins merged in', async () => {
    const at = { community: 'workplace', workplaces: ['hq'] };
    const as = await services.member({ community: 'workplace', workplace: 'hq', fullname: 'Paged Zoe' });
    for (const name of ['Ann', 'Cleo', 'Dora', 'Fay'])
      await services.member({ ...at, fullname: `Paged ${name}`, username: `paged_${name}` });
    for (const name of ['Bea', 'Eve', 'Abe'])
      await services.member({
        ...at,
        workplaces: [],
        admin: true,
        fullname: `Paged ${name}`,
        username: `paged_${name}`,
      });
    const lists = [
      ['/users/abc?workplace=hq', 'users'],
      ['/users/search?workplace=hq&query=paged', 'results'],
    ] as const;
    const idsOf = (rows: unknown) => (rows as { id: string }[]).map(({ id }) => id);
    await underFlags(services, 'workplace', { can_only_view_users_in_my_groups: false }, async () => {
      for (const [path, rows] of lists) {
        const whole = idsOf((await send('GET', `${path}&count=60`, { as })).body[rows]);
        for (const count of [1, 2, 3]) {
          const found: string[] = [];
          for (let page = 0; found.length < whole.length; page += 1) {
            const { body } = await send('GET', `${path}&count=${count}&page=${page}`, { as });
            expect(idsOf(body[rows]).length).toBeGreaterThan(0);
            found.push(...idsOf(body[rows]));
          }
          expect(found).toEqual(whole);
        }
        const beyond = await send('GET', `${path}&count=60&page=9`, { as });
        expect([beyond.status, beyond.body[rows], beyond.body['next']]).toEqual([200, [], null]);
        const second = await send('GET', `${path}&count=2&page=1`, { as });
        const third = await send('GET', `${path}&count=2&page=${String(second.body['next'])}`, { as });
        expect(idsOf(third.body[rows])).toEqual(whole.slice(4, 6));
      }
    });
  });
});

describe('GET workplaces', () => {
  it('returns the own workplaces with title and picture, and all to super admins', async () => {
    await services.configure('workplace', (file) => {
      (file['workplaces'] as { id: string; image_url?: string }[])[0]!.image_url = 'hq.png';
    });
    const member = await services.member({ community: 'workplace', workplace: 'hq' });
    const own = await send('GET', '/workplaces', { as: member });
    expect(own.body).toEqual({
      workplaces: [{ id: 'hq', title: 'Headquarters', image_url: expect.stringContaining('hq.png') }],
    });
    const boss = await services.member({ community: 'workplace', admin: true });
    const all = (await send('GET', '/workplaces', { as: boss })).body['workplaces'] as { id: string }[];
    expect(all.map(({ id }) => id)).toEqual(['', 'hq', 'porto', 'studio']);
    expect((await send('GET', '/workplaces')).body.code).toBe('INVALID_TOKEN');
  });
});
