import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { changePassword, login, logout, readSelf, signUp } from '@paddock/contract/account';
import { randomUUID } from 'node:crypto';
import { startTestServices, type TestMember, type TestServices } from '../../test/start-test-services.js';
import { Passwords } from './passwords.js';
import { SessionService } from '../platform/session/session.service.js';
import { tenantOf } from '../platform/tenancy/tenant.js';
import { CredentialRepository } from './credential.repository.js';
import { AccountService } from './account.service.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

const password = 'wet tyres 1998';
const fields = { company: 'Halden Racing', user_type: 'Driver', custom_field_0: 'Not Applicable' };
const fresh = (name = `driver_${randomUUID().slice(0, 8)}`) => ({
  client_id: randomUUID(),
  email: `${name}@Example.org`,
  username: name,
  fullname: 'Iris Vane',
  password,
  fields,
});
async function withPassword(community = 'motorsport'): Promise<TestMember> {
  const member = await services.member({ community });
  const passwords = services.get(Passwords);
  await passwords.store(tenantOf(community), member.id, await passwords.hash(password));
  return member;
}

describe(AccountService, () => {
  describe('signing up', () => {
    it('opens a session and keeps the extra fields', async () => {
      const { status, body } = await services.call(signUp, fresh('Iris Vane'.replace(' ', '_')));
      expect(status).toBe(200);
      expect(body.user).toMatchObject({
        username: 'Iris_Vane',
        email: 'iris_vane@example.org',
        company: 'Halden Racing',
      });
      const self = await services.call(readSelf, {}, { as: { ...(await services.member()), token: body.token } });
      expect(self.body).toMatchObject({ username: 'Iris_Vane', user_type: 'Driver', custom_field_0: 'Not Applicable' });
    });

    it.each([
      ['a short password', { password: 'short' }, { password: 'password_LENGTH_PATTERN' }],
      ['no e-mail', { email: '' }, { email: 'email_REQUIRED' }],
      ['no e-mail address', { email: 'iris@' }, { email: 'email_INVALID' }],
      ['one name', { fullname: 'Iris' }, { fullname: 'fullname_INVALID_PATTERN' }],
      ['a mandatory extra left out', { fields: { ...fields, company: '' } }, { company: 'company_REQUIRED' }],
      [
        'an option that is none',
        { fields: { ...fields, user_type: 'Ghost' } },
        { user_type: 'user_type_INVALID_PATTERN' },
      ],
    ])('refuses %s', async (_, change, codes) => {
      const { status, body } = await services.call(signUp, { ...fresh(), ...change });
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'INVALID_INPUT', fields: codes });
    });

    it('lets no extra field replace a base field', async () => {
      const input = { ...fresh(), fields: { ...fields, email: 'other@example.org' } };
      const { body } = await services.call(signUp, input);
      expect(body.user.email).toBe(input.email.toLowerCase());
    });

    it('answers a resend with the same account, also when both come at once', async () => {
      const input = fresh();
      const replies = await Promise.all([1, 2, 3].map(() => services.call(signUp, input)));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set(replies.map(({ body }) => body.user.id)).size).toBe(1);
    });

    it('opens no session for a resend with another password', async () => {
      const input = fresh();
      await services.call(signUp, input);
      const { status, body } = await services.call(signUp, { ...input, password: 'a guess of mine' });
      expect([status, body.code]).toEqual([409, 'CONFLICT']);
    });

    it('refuses a taken name and address, ignoring case, but not those of another community', async () => {
      const input = fresh();
      await services.call(signUp, input);
      const name = await services.call(signUp, { ...fresh(), username: input.username.toUpperCase() });
      expect([name.status, name.body.code]).toEqual([409, 'USERNAME_NOT_AVAILABLE']);
      const email = await services.call(signUp, { ...fresh(), email: input.email.toUpperCase() });
      expect([email.status, email.body.code]).toEqual([409, 'EMAIL_NOT_AVAILABLE']);
      const elsewhere = await services.call(signUp, { ...input, fields: {} }, { host: 'workplace.localhost' });
      expect(elsewhere.status).toBe(200);
    });

    it.each(['username', 'email'] as const)(
      'gives a %s to one of several at once, and tells the others',
      async (key) => {
        const { [key]: wanted } = fresh();
        const replies = await Promise.all([1, 2, 3].map(() => services.call(signUp, { ...fresh(), [key]: wanted })));
        const taken = `${key.toUpperCase()}_NOT_AVAILABLE`;
        expect(replies.map(({ status, body }) => [status, body.code]).sort()).toEqual([
          [200, undefined],
          [409, taken],
          [409, taken],
        ]);
      },
    );
  });

  describe('signing in', () => {
    it('takes user name or e-mail, ignoring case', async () => {
      const member = await withPassword();
      for (const name of [member.username.toUpperCase(), member.row.email.toUpperCase()])
        expect((await services.call(login, { username_or_email: name, password })).body.user?.id).toBe(member.id);
    });

    it('answers an unknown user as it answers a wrong password', async () => {
      const member = await withPassword();
      const wrong = await services.call(login, { username_or_email: member.username, password: 'not this one' });
      const unknown = await services.call(login, { username_or_email: 'nobody', password });
      expect(unknown).toEqual(wrong);
      expect([wrong.status, wrong.body.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    });

    it('does not let a member of another community in', async () => {
      const member = await withPassword('workplace');
      const reply = await services.call(login, { username_or_email: member.username, password });
      expect(reply.body.code).toBe('INVALID_CREDENTIALS');
    });

    it('works although the client still sends a dead token', async () => {
      const member = await withPassword();
      const input = { username_or_email: member.username, password };
      const reply = await services.call(login, input, { as: { ...member, token: 'dead' } });
      expect(reply.status).toBe(200);
    });
  });

  describe('signing out', () => {
    it('ends this session and no other', async () => {
      const member = await withPassword();
      const { body } = await services.call(login, { username_or_email: member.username, password });
      const second = { ...member, token: body.token };
      expect((await services.call(logout, {}, { as: member })).body).toEqual({ ok: true });
      expect((await services.call(readSelf, {}, { as: member })).body.code).toBe('INVALID_TOKEN');
      expect((await services.call(readSelf, {}, { as: second })).status).toBe(200);
    });

    it('does not happen on a HEAD', async () => {
      const member = await services.member();
      const headers = { authorization: `Bearer ${member.token}` };
      expect((await services.request('HEAD', '/api/users/logout', { headers })).status).toBe(404);
      expect((await services.call(readSelf, {}, { as: member })).status).toBe(200);
    });
  });

  describe('changing the password', () => {
    const change = (as: TestMember, input: object) =>
      services.call(
        changePassword,
        {
          id: as.id,
          verb: 'change_password',
          password,
          new_password: 'dry line 2026',
          confirm_password: 'dry line 2026',
          ...input,
        },
        { as },
      );

    it('ends the other sessions and keeps this one', async () => {
      const member = await withPassword();
      const other = await services.call(login, { username_or_email: member.username, password });
      expect((await change(member, {})).body).toEqual({ ok: true });
      expect((await services.call(readSelf, {}, { as: member })).status).toBe(200);
      const dead = await services.call(readSelf, {}, { as: { ...member, token: other.body.token } });
      expect([dead.status, dead.body.code]).toEqual([401, 'INVALID_TOKEN']);
      const again = await services.call(login, { username_or_email: member.username, password: 'dry line 2026' });
      expect(again.status).toBe(200);
    });

    it('leaves no session to a sign-in with the old password that it overtakes', async () => {
      const member = await withPassword();
      const sessions = services.get(SessionService);
      const open = sessions.open.bind(sessions);
      let opened = '';
      jest.spyOn(sessions, 'open').mockImplementationOnce(async (tenant, user) => {
        expect((await change(member, {})).body).toEqual({ ok: true });
        return (opened = await open(tenant, user));
      });
      const late = await services.call(login, { username_or_email: member.username, password });
      expect([late.status, late.body.code]).toEqual([401, 'INVALID_CREDENTIALS']);
      expect(opened).not.toBe('');
      expect((await services.call(readSelf, {}, { as: { ...member, token: opened } })).body.code).toBe('INVALID_TOKEN');
      expect((await services.call(readSelf, {}, { as: member })).status).toBe(200);
    });

    it.each([
      ['a wrong password', { password: 'not this one' }, 403, 'WRONG_PASSWORD'],
      ['a new one that is too short', { new_password: 'short', confirm_password: 'short' }, 400, 'INVALID_INPUT'],
      ['two that differ', { confirm_password: 'dry line 2027' }, 400, 'INVALID_INPUT'],
    ])('refuses %s', async (_, input, status, code) => {
      const reply = await change(await withPassword(), input);
      expect([reply.status, reply.body.code]).toEqual([status, code]);
    });

    it('is for the own account only', async () => {
      const other = await withPassword();
      const reply = await change(await withPassword(), { id: other.id });
      expect([reply.status, reply.body.code]).toEqual([403, 'FORBIDDEN']);
    });
  });

  it('keeps passwords as argon2id of at least 19 MiB, and no token and no password in the log', async () => {
    const input = fresh();
    const { body } = await services.call(signUp, input);
    const hash = await services.get(CredentialRepository).hashOf(tenantOf('motorsport'), body.user.id);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await services.request('GET', `/api/users/me?token=${body.token}`);
    expect(services.log.join('')).not.toContain(body.token);
    expect(services.log.join('')).not.toContain(password);
  });
});
