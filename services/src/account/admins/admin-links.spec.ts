import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { login, readSelf, signUp } from '@paddock/contract/calls/account';
import { becomeAdmin, validateAdminLink } from '@paddock/contract/calls/admin-links';
import { readAudit } from '@paddock/contract/calls/moderation';
import { ModuleRef } from '@nestjs/core';
import { randomUUID } from 'node:crypto';
import { memberWithPassword, testPassword } from '../../../test/member-with-password.js';
import { newcomer } from '../../../test/sign-up-input.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { TestWindows, until } from '../../../test/test-windows.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { AdminLinksService } from './admin-links.service.js';
import { SuperAdmins } from './super-admins.js';

let services: TestServices;
let admins: SuperAdmins;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,moderation,people', RATE_LIMITS: 'off' });
  admins = await services.get(ModuleRef).create(SuperAdmins);
});
afterAll(() => services.close());

const motorsport = tenantOf('motorsport');
const collection = <T extends object>(name: string) => services.get(Mongo).connection.collection<T>(name);
const newAddress = () => `first_${randomUUID().slice(0, 8)}@example.org`;
const linkFor = async (email: string) =>
  /\/super_admin\/([\w-]{43})$/.exec(await admins.makeLink(motorsport, email))![1]!;
const form = () => ({ fullname: 'Iris Vane', username: `iris_${randomUUID().slice(0, 8)}`, password: testPassword });
const validate = (admin_token: string, host?: string) =>
  services.call(validateAdminLink, { admin_token }, host === undefined ? {} : { host });
const become = (admin_token: string, input: object = {}) => services.call(becomeAdmin, { admin_token, ...input });
const signIn = (username_or_email: string, password = testPassword) =>
  services.call(login, { username_or_email, password });
const aSuperAdminOfEach = () =>
  Promise.all(
    ['', 'hq', 'porto', 'studio'].map((workplace) =>
      services.member({ community: 'workplace', workplace, admin: true }),
    ),
  );
async function actsAbout(as: TestMember, id: string) {
  const acts = async () =>
    (await services.call(readAudit, {}, { as })).body.entries.filter(({ subject }) => subject === id);
  while ((await acts()).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  return acts();
}
const accountsWith = (email: string) => collection<UserRow>('users').find({ email }).toArray();

describe(AdminLinksService, () => {
  it('sets the flag of the account that verified the address, and leaves its password and sessions', async () => {
    const member = await memberWithPassword(services);
    const token = await linkFor(member.row.email);
    expect((await validate(token)).body).toEqual({ email: member.row.email, exists: true });
    // Opening the page spends nothing.
    expect((await validate(token)).status).toBe(200);
    expect((await become(token, { ...form(), password: 'another password' })).body).toEqual({ ok: true });
    expect((await services.call(readSelf, {}, { as: member })).body).toMatchObject({ id: member.id, admin: true });
    expect((await signIn(member.username)).status).toBe(200);
    expect((await signIn(member.username, 'another password')).body.code).toBe('INVALID_CREDENTIALS');

    expect((await validate(token)).body.code).toBe('LINK_EXPIRED');
    // A resend is answered.
    expect((await become(token)).body).toEqual({ ok: true });
    expect(services.log.join('')).not.toContain(token);
  });

  it('lets in a member who waits for approval or was denied', async () => {
    const member = await memberWithPassword(services, { pending: true, denied: true });
    expect((await become(await linkFor(member.row.email))).status).toBe(200);
    const [row] = await accountsWith(member.row.email);
    expect(row).toMatchObject({ admin: true, pending: false });
    expect(row).not.toHaveProperty('denied');
  });

  it('makes an account with the name and password of the form', async () => {
    const email = newAddress();
    const token = await linkFor(email);
    const input = form();
    expect((await validate(token)).body).toEqual({ email, exists: false });
    expect((await become(token, input)).body).toEqual({ ok: true });
    const { status, body } = await signIn(email);
    expect([status, body.user]).toMatchObject([
      200,
      { email, username: input.username, fullname: 'Iris Vane', admin: true, email_verified: true, pending: false },
    ]);
    expect((await become(token, input)).body).toEqual({ ok: true });
    expect(await accountsWith(email)).toHaveLength(1);
  });

  it('never promotes an account that has not verified the address, and knows no password of it', async () => {
    const email = newAddress();
    const stranger = { ...newcomer(), email, password: 'a stranger knows this' };
    expect((await services.call(signUp, stranger)).status).toBe(200);
    const token = await linkFor(email);
    expect((await validate(token)).body.exists).toBe(false);
    expect((await become(token, form())).status).toBe(200);
    const rows = await accountsWith(email);
    expect(
      rows.map(({ username, admin, email_verified }) => [username === stranger.username, admin, email_verified]),
    ).toEqual([
      [true, false, false],
      [false, true, true],
    ]);
    expect((await signIn(email, stranger.password)).body).not.toHaveProperty('user.admin', true);
  });

  it('is in the audit trail of each workplace, for an old account and a new one', async () => {
    const tenant = tenantOf('workplace');
    const old = await memberWithPassword(services, { community: 'workplace', workplace: 'porto' });
    for (const email of [old.row.email, newAddress()]) {
      const admin_token = (await admins.makeLink(tenant, email)).split('/').at(-1)!;
      const host = 'workplace.localhost';
      expect((await services.call(becomeAdmin, { admin_token, ...form() }, { host })).status).toBe(200);
      const id = (await services.get(UserRepository).byEmail(tenant, email))!._id;
      for (const as of await aSuperAdminOfEach())
        expect(await actsAbout(as, id)).toMatchObject([{ action: 'admin_by_link', admin: { id }, member: { id } }]);
    }
  });

  it('taken away by the command is in the audit trail of each workplace, without an author', async () => {
    const ann = await services.member({ community: 'workplace', workplace: 'hq', admin: true });
    const readers = await aSuperAdminOfEach();
    await admins.remove(tenantOf('workplace'), ann.row.email);
    for (const as of readers) {
      const [act, ...others] = await actsAbout(as, ann.id);
      expect([act, others]).toMatchObject([{ action: 'admin_revoked_by_operator', member: { id: ann.id } }, []]);
      expect(act).not.toHaveProperty('admin');
      expect((await services.call(readAudit, {}, { as })).body.intact).toBe(true);
    }
    const own = await services.call(readSelf, {}, { as: ann });
    expect(own.body).toMatchObject({ id: ann.id, admin: false });
  });

  it('taken away by the command reaches the open windows of the member', async () => {
    const windows = new TestWindows(services);
    const [ann] = [await services.member({ admin: true }), await services.member({ admin: true })];
    const { received } = await windows.open(ann);
    await admins.remove(motorsport, ann.row.email);
    await until(() => received.some(({ event }) => event === 'updating_user'));
    expect(received).toContainEqual({ event: 'updating_user', payload: { id: ann.id } });
    windows.closeAll();
  });

  it.each<[string, object, Record<string, string>]>([
    ['nothing', {}, { fullname: 'fullname_REQUIRED', username: 'username_REQUIRED', password: 'password_REQUIRED' }],
    ['a short password', { ...form(), password: 'x' }, { password: 'password_LENGTH_PATTERN' }],
    ['one word as a name', { ...form(), fullname: 'Iris' }, { fullname: 'fullname_INVALID_PATTERN' }],
  ])('refuses %s, and the link stays good', async (_, input, fields) => {
    const email = newAddress();
    const token = await linkFor(email);
    const { status, body } = await become(token, input);
    expect([status, body.fields]).toEqual([400, fields]);
    expect(await accountsWith(email)).toEqual([]);
    expect((await become(token, form())).status).toBe(200);
  });

  it('refuses a taken user name at its field, and the link stays good', async () => {
    const { username } = await services.member();
    const email = newAddress();
    const token = await linkFor(email);
    expect((await become(token, { ...form(), username })).body).toMatchObject({
      fields: { username: 'USERNAME_NOT_AVAILABLE' },
    });
    expect((await become(token, form())).status).toBe(200);
  });

  it('makes one account of ten presses at once', async () => {
    const email = newAddress();
    const token = await linkFor(email);
    const replies = await Promise.all(Array.from({ length: 10 }, () => become(token, form())));
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(await accountsWith(email)).toHaveLength(1);
  });

  it('is good for an hour and in its community, and a newer link replaces it', async () => {
    const email = newAddress();
    const first = await linkFor(email);
    const second = await linkFor(email);
    expect((await validate(first)).body.code).toBe('LINK_INVALID');
    expect((await validate(second, 'workplace.localhost')).body.code).toBe('LINK_INVALID');
    const links = collection<{ user: string; expires: Date }>('link_tokens');
    const row = await links.findOne({ user: email });
    expect(Math.round((row!.expires.getTime() - Date.now()) / 60_000)).toBe(60);
    await links.updateOne({ user: email }, { $set: { expires: new Date(Date.now() - 1) } });
    expect((await become(second, form())).body.code).toBe('LINK_EXPIRED');
    expect(await accountsWith(email)).toEqual([]);
  });

  it('is refused to a banned member, also after the link was made', async () => {
    const member = await memberWithPassword(services);
    const token = await linkFor(member.row.email);
    await collection<UserRow>('users').updateOne({ _id: member.id }, { $set: { banned: true } });
    await expect(admins.makeLink(motorsport, member.row.email)).rejects.toMatchObject({ code: 'ACCESS_FORBIDDEN' });
    expect((await become(token)).body.code).toBe('LINK_INVALID');
  });

  it('is refused to an account whose password another person may know, until a reset', async () => {
    const member = await memberWithPassword(services);
    const token = await linkFor(member.row.email);
    const users = collection<UserRow>('users');
    await users.updateOne({ _id: member.id }, { $set: { verified_by_link: true } });
    await expect(admins.makeLink(motorsport, member.row.email)).rejects.toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
    expect((await validate(token)).body.code).toBe('LINK_INVALID');
    expect((await become(token)).body.code).toBe('LINK_INVALID');
    expect((await accountsWith(member.row.email))[0]!.admin).toBe(false);
    await users.updateOne({ _id: member.id }, { $unset: { verified_by_link: 1 } });
    expect((await become(token)).status).toBe(200);
  });

  it('lists super admins, and takes the flag from all but the last', async () => {
    const workplace = tenantOf('workplace');
    const [ann, bob] = [
      await services.member({ community: 'workplace', admin: true }),
      await services.member({ community: 'workplace', admin: true }),
    ];
    const listed = async () => (await admins.list(workplace)).map(({ _id }) => _id);
    expect(await listed()).toEqual(expect.arrayContaining([ann.id, bob.id]));
    for (const id of await listed())
      if (id !== ann.id && id !== bob.id)
        await collection<UserRow>('users').updateOne({ _id: id }, { $set: { admin: false } });

    const open = await admins.makeLink(workplace, ann.row.email);
    await admins.remove(workplace, ann.row.email);
    // The open link of the address goes with the role.
    const host = 'workplace.localhost';
    const admin_token = open.split('/').at(-1)!;
    expect((await services.call(becomeAdmin, { admin_token }, { host })).body.code).toBe('LINK_INVALID');
    expect(await listed()).toEqual([bob.id]);
    await expect(admins.remove(workplace, bob.row.email)).rejects.toMatchObject({ code: 'LAST_ADMIN' });
    await expect(admins.remove(workplace, ann.row.email)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    expect(await listed()).toEqual([bob.id]);
  });
});
