import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { login } from '@paddock/contract/calls/account';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { memberWithPassword, testPassword } from '../../../test/member-with-password.js';
import { SignInService } from './sign-in.service.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

const withPassword = (community = 'motorsport') => memberWithPassword(services, { community });

describe(SignInService, () => {
  it('accepts user name or e-mail, ignoring case', async () => {
    const member = await withPassword();
    for (const name of [member.username.toUpperCase(), member.row.email.toUpperCase()])
      expect((await services.call(login, { username_or_email: name, password: testPassword })).body.user?.id).toBe(
        member.id,
      );
  });

  it('returns the same error for an unknown user and a wrong password', async () => {
    const member = await withPassword();
    const wrong = await services.call(login, { username_or_email: member.username, password: 'not this one' });
    const unknown = await services.call(login, { username_or_email: 'nobody', password: testPassword });
    expect(unknown).toEqual(wrong);
    expect([wrong.status, wrong.body.code]).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  it('refuses a member of another community', async () => {
    const member = await withPassword('workplace');
    const reply = await services.call(login, { username_or_email: member.username, password: testPassword });
    expect(reply.body.code).toBe('INVALID_CREDENTIALS');
  });

  it('signs in although the client still sends an expired token', async () => {
    const member = await withPassword();
    const input = { username_or_email: member.username, password: testPassword };
    const reply = await services.call(login, input, { as: { ...member, token: 'dead' } });
    expect(reply.status).toBe(200);
  });
});
