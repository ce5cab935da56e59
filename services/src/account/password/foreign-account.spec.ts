import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { login, readSelf, signUp } from '@paddock/contract/account';
import { resetPassword, sendResetPasswordLink } from '@paddock/contract/password-reset';
import { mailTo } from '../../../test/mails.js';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { Mongo } from '../../platform/mongo/mongo.js';
import { tenantOf } from '../../platform/tenancy/tenant.js';
import { memberWithPassword } from '../member-with-password.js';
import { PasskeyRepository } from '../second-factor/passkey.repository.js';
import { newcomer } from '../sign-up/sign-up-input.js';

const tenant = tenantOf('motorsport');
let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

/** A passkey of somebody who got hold of the account. */
const addPasskey = (user: string) =>
  services.get(Mongo).transaction((session) =>
    services.get(PasskeyRepository).add(
      tenant,
      {
        user,
        name: 'Key',
        credential: `c${user}`,
        public_key: 'x',
        counter: 0,
        transports: [],
        created: new Date(),
      },
      { session },
    ),
  );
async function reset(email: string, password: string) {
  await services.call(sendResetPasswordLink, { email });
  const { text } = await mailTo(services, email, '/reset_password/');
  const [, password_token] = /\/reset_password\/([\w-]+)/.exec(text)!;
  return services.call(resetPassword, { password_token: password_token!, password });
}

describe('an account that somebody else made with my address', () => {
  it('is mine alone after a reset: verified, and without the sessions, the password and the passkeys of who made it', async () => {
    const input = newcomer();
    const { body: made } = await services.call(signUp, input);
    await addPasskey(made.user.id);
    const mine = 'a pass phrase of mine';
    expect((await reset(input.email, mine)).status).toBe(200);
    const self = await services.call(readSelf, {}, { as: { ...(await services.member()), token: made.token } });
    expect(self.body.code).toBe('INVALID_TOKEN');
    expect(await services.get(PasskeyRepository).ofUser(tenant, made.user.id)).toEqual([]);
    const enter = (password: string) => services.call(login, { username_or_email: input.email, password });
    expect((await enter(input.password)).body.code).toBe('INVALID_CREDENTIALS');
    expect((await enter(mine)).body.user).toMatchObject({ id: made.user.id, email_verified: true });
  });

  it('keeps the passkeys of who had proved the address', async () => {
    const member = await memberWithPassword(services);
    await addPasskey(member.id);
    expect((await reset(member.row.email, 'a pass phrase of mine')).status).toBe(200);
    expect(await services.get(PasskeyRepository).ofUser(tenant, member.id)).toHaveLength(1);
  });
});
