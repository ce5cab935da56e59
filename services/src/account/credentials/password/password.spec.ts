import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { changePassword, login, readSelf } from '@paddock/contract/calls/account';
import { mailTo } from '../../../../test/mails.js';
import { startTestServices, type TestMember, type TestServices } from '../../../../test/start-test-services.js';
import { tenantOf } from '../../../infrastructure/tenancy/tenant.js';
import { SessionService } from '../../../community/sessions/session.service.js';
import { memberWithPassword, testPassword } from '../../../../test/member-with-password.js';
import { CredentialRepository } from './credential.repository.js';
import { PasswordService } from './password.service.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

const withPassword = (community = 'motorsport') => memberWithPassword(services, { community });

describe(PasswordService, () => {
  describe('changing the password', () => {
    const change = (as: TestMember, input: object) =>
      services.call(
        changePassword,
        {
          id: as.id,
          verb: 'change_password',
          password: testPassword,
          new_password: 'dry line 2026',
          confirm_password: 'dry line 2026',
          ...input,
        },
        { as },
      );

    it('ends the other sessions and keeps this one', async () => {
      const member = await withPassword();
      const other = await services.call(login, { username_or_email: member.username, password: testPassword });
      expect((await change(member, {})).body).toEqual({ ok: true });
      expect((await services.call(readSelf, {}, { as: member })).status).toBe(200);
      const dead = await services.call(readSelf, {}, { as: { ...member, token: other.body.token } });
      expect([dead.status, dead.body.code]).toEqual([401, 'INVALID_TOKEN']);
      const again = await services.call(login, { username_or_email: member.username, password: 'dry line 2026' });
      expect(again.status).toBe(200);
    });

    it('leaves no session to a concurrent sign-in with the old password', async () => {
      const member = await withPassword();
      const sessions = services.get(SessionService);
      const open = sessions.open.bind(sessions);
      let opened = '';
      jest.spyOn(sessions, 'open').mockImplementationOnce(async (tenant, user) => {
        expect((await change(member, {})).body).toEqual({ ok: true });
        return (opened = await open(tenant, user));
      });
      const late = await services.call(login, { username_or_email: member.username, password: testPassword });
      expect([late.status, late.body.code]).toEqual([401, 'INVALID_CREDENTIALS']);
      expect(opened).not.toBe('');
      expect((await services.call(readSelf, {}, { as: { ...member, token: opened } })).body.code).toBe('INVALID_TOKEN');
      expect((await services.call(readSelf, {}, { as: member })).status).toBe(200);
    });

    it('mails the owner', async () => {
      const member = await withPassword();
      await change(member, {});
      const { text } = await mailTo(services, member.row.email, /password/i);
      expect(text).toContain('/send_password');
    });

    it.each([
      ['a wrong password', { password: 'not this one' }, 403, 'WRONG_PASSWORD'],
      ['a new one that is too short', { new_password: 'short', confirm_password: 'short' }, 400, 'INVALID_INPUT'],
      ['two that differ', { confirm_password: 'dry line 2027' }, 400, 'INVALID_INPUT'],
    ])('refuses %s', async (_, input, status, code) => {
      const reply = await change(await withPassword(), input);
      expect([reply.status, reply.body.code]).toEqual([status, code]);
    });

    it('changes only the own account', async () => {
      const other = await withPassword();
      const reply = await change(await withPassword(), { id: other.id });
      expect([reply.status, reply.body.code]).toEqual([403, 'FORBIDDEN']);
    });
  });

  it('stores passwords as argon2id of at least 19 MiB and logs no token and no password', async () => {
    const member = await withPassword();
    const { body } = await services.call(login, { username_or_email: member.username, password: testPassword });
    const hash = await services.get(CredentialRepository).hashOf(tenantOf('motorsport'), member.id);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await services.request('GET', `/api/users/me?token=${body.token}`);
    expect(services.log.join('')).not.toContain(body.token);
    expect(services.log.join('')).not.toContain(testPassword);
  });
});
