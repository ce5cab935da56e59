import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { login, readSelf, signUp } from '@paddock/contract/calls/account';
import { activate } from '@paddock/contract/calls/email-verification';
import { resetPassword, sendResetPasswordLink } from '@paddock/contract/calls/password-reset';
import { setTimeout as wait } from 'node:timers/promises';
import { mailsTo, mailTo } from '../../../../test/mails.js';
import { startTestServices, type TestServices } from '../../../../test/start-test-services.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { tenantOf } from '../../../infrastructure/tenancy/tenant.js';
import { memberWithPassword } from '../../../../test/member-with-password.js';
import { AuthenticatorRepository } from '../../credentials/second-factor/authenticator.repository.js';
import { PasskeyRepository } from '../../credentials/second-factor/passkey.repository.js';
import { IdentityRepository } from '../../identities/identity.repository.js';
import { newcomer } from '../../../../test/sign-up-input.js';

const tenant = tenantOf('motorsport');
let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

/** Adds an intruder's passkey. */
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
  const sent = async () => (await mailsTo(services, email)).filter(({ text }) => text.includes('/reset_password/'));
  const before = (await sent()).length;
  await services.call(sendResetPasswordLink, { email });
  while ((await sent()).length === before) await wait(25);
  const { text } = (await sent()).at(-1)!;
  const [, password_token] = /\/reset_password\/([\w-]+)/.exec(text)!;
  return services.call(resetPassword, { password_token: password_token!, password });
}

describe('an account that another person created with my address', () => {
  it.each([
    ['without its session', false, 0],
    ['with its session', true, 1],
  ])(
    'whose link was opened %s keeps passkeys only with its session, and no linked account',
    async (_, isSignedIn, kept) => {
      const input = newcomer();
      const { body: made } = await services.call(signUp, input);
      const { text } = await mailTo(services, input.email, '/activation/');
      const [, email_token] = /\/activation\/([\w-]+)/.exec(text)!;
      const stranger = { ...(await services.member()), id: made.user.id, token: made.token };
      const as = isSignedIn ? stranger : await services.member();
      expect((await services.call(activate, { email_token: email_token! }, { as })).status).toBe(200);
      await addPasskey(made.user.id);
      const [mongo, identities] = [services.get(Mongo), services.get(IdentityRepository)];
      await mongo.transaction((session) =>
        identities.link(tenant, { issuer: 'https://id.example', subject: made.user.id }, made.user.id, { session }),
      );
      await services.get(AuthenticatorRepository).start(tenant, made.user.id, 'sealed');
      const password = 'a pass phrase of mine';
      expect((await reset(input.email, password)).status).toBe(200);
      expect((await services.call(readSelf, {}, { as: stranger })).body.code).toBe('INVALID_TOKEN');
      expect((await services.call(login, { username_or_email: input.email, password })).status).toBe(200);
      const left = async () => (await services.get(PasskeyRepository).ofUser(tenant, made.user.id)).length;
      expect([await left(), (await identities.ofUser(tenant, made.user.id)).length]).toEqual([kept, 0]);
      const authenticator = await services.get(AuthenticatorRepository).ofUser(tenant, made.user.id);
      expect(authenticator === null).toBe(kept === 0);
      if (kept > 0) return;
      // From now on the account's owner reads its mail: later passkeys stay.
      await addPasskey(made.user.id);
      expect((await reset(input.email, 'another one of mine')).status).toBe(200);
      expect(await left()).toBe(1);
    },
  );

  it('keeps the passkeys of a verified member', async () => {
    const member = await memberWithPassword(services);
    await addPasskey(member.id);
    expect((await reset(member.row.email, 'a pass phrase of mine')).status).toBe(200);
    expect(await services.get(PasskeyRepository).ofUser(tenant, member.id)).toHaveLength(1);
  });
});
