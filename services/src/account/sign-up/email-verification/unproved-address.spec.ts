import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { login, readSelf, signUp } from '@paddock/contract/calls/account';
import { activate, sendEmailPin, verifyPin } from '@paddock/contract/calls/email-verification';
import { sendResetPasswordLink } from '@paddock/contract/calls/password-reset';
import { mailsTo, mailTo } from '../../../../test/mails.js';
import { startTestServices, type TestMember, type TestServices } from '../../../../test/start-test-services.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { tenantOf } from '../../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../../../community/users/user.repository.js';
import type { UserRow } from '../../../community/users/user.schema.js';
import { newcomer } from '../../../../test/sign-up-input.js';
import { HoldAddresses } from './hold-addresses.js';

let services: TestServices;
let base: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  base = await services.member();
});
afterAll(() => services.close());

const tenant = tenantOf('motorsport');
const as = (token: string): TestMember => ({ ...base, token });
const users = () => services.get(Mongo).connection.collection<UserRow>('users');
const signedUp = async (input: ReturnType<typeof newcomer>) => (await services.call(signUp, input)).body;
const verify = (token: string, pin: string) => services.call(verifyPin, { pin }, { as: as(token) });
/** The mail to this account. */
async function proofOf(username: string, email: string) {
  const { text } = await mailTo(services, email, new RegExp(`${username}[^]*/activation/`));
  return { pin: /^\s*(\d{6})\s*$/m.exec(text)![1]!, email_token: /\/activation\/([\w-]+)/.exec(text)![1]! };
}

describe('an address that an account gave but did not verify', () => {
  it('goes to the account that verifies it, and the first account can no longer verify it', async () => {
    const [first, second] = [newcomer(), newcomer()];
    const squatter = await signedUp(first);
    const reader = await signedUp({ ...second, email: first.email });
    const theirs = await proofOf(first.username, first.email);
    const mine = await proofOf(second.username, first.email);
    expect((await verify(reader.token, mine.pin)).body).toMatchObject({ id: reader.user.id, email_verified: true });
    expect((await services.get(UserRepository).byEmail(tenant, first.email))!._id).toBe(reader.user.id);
    expect((await verify(squatter.token, theirs.pin)).body.code).toBe('PIN_EXPIRED');
    expect((await services.call(activate, { email_token: theirs.email_token })).body.code).toBe('LINK_INVALID');
    const self = await services.call(readSelf, {}, { as: as(squatter.token) });
    expect(self.body.email_verified).toBe(false);
    const mails = (await mailsTo(services, first.email)).filter(({ subject }) => subject.includes('already have'));
    expect(mails).toEqual([]);
  });

  it('is verified by exactly one of many concurrent accounts', async () => {
    const { email } = newcomer();
    const inputs = Array.from({ length: 6 }, () => ({ ...newcomer(), email }));
    const made = await Promise.all(inputs.map(signedUp));
    const pins = await Promise.all(inputs.map(({ username }) => proofOf(username, email)));
    const replies = await Promise.all(made.map(({ token }, index) => verify(token, pins[index]!.pin)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.code === 'PIN_EXPIRED')).toHaveLength(5);
    expect(await users().countDocuments({ held_email: email.toLowerCase() })).toBe(1);
  });

  it('is verified by an account that changes to it', async () => {
    const [first, second] = [newcomer(), newcomer()];
    await signedUp(first);
    const reader = await signedUp(second);
    const { body } = await services.call(sendEmailPin, { email: first.email }, { as: as(reader.token) });
    expect(body.email).toBe(first.email.toLowerCase());
    const { pin } = await proofOf(second.username, first.email);
    expect((await verify(reader.token, pin)).body.email_verified).toBe(true);
  });

  it('gets no reset link, which would hand over an account that a stranger created', async () => {
    const input = newcomer();
    await signedUp(input);
    expect((await services.call(sendResetPasswordLink, { email: input.email })).body).toEqual({ ok: true });
    const { text } = await mailTo(services, input.email, /has confirmed this address/);
    expect(text).toContain('/signup');
    const mails = await mailsTo(services, input.email);
    expect(mails.filter((mail) => mail.text.includes('/reset_password/'))).toEqual([]);
  });

  it('is held by no account after a start with rows of the former rules', async () => {
    const input = newcomer();
    const { user } = await signedUp(input);
    await users().updateOne({ _id: user.id }, { $set: { held_email: input.email.toLowerCase() } });
    await services.get(HoldAddresses).onApplicationBootstrap();
    expect((await users().findOne({ _id: user.id }))!.held_email).toBeUndefined();
    expect((await services.get(UserRepository).byEmail(tenant, base.row.email))!._id).toBe(base.id);
  });
});

describe('signing up again with the same address after losing the PIN', () => {
  it('accepts another user name; both passwords sign in until one account verifies the address', async () => {
    const [first, second] = [newcomer(), newcomer()];
    await signedUp(first);
    const again = await signedUp({ ...second, email: first.email, password: 'another pass phrase' });
    const { pin } = await proofOf(second.username, first.email);
    expect((await verify(again.token, pin)).status).toBe(200);
    const reply = await services.call(login, { username_or_email: first.email, password: 'another pass phrase' });
    expect(reply.body.user.id).toBe(again.user.id);
  });

  it('replaces the former account when user name and password are the same', async () => {
    const input = newcomer();
    const former = await signedUp(input);
    const again = await services.call(signUp, { ...input, client_id: newcomer().client_id, fullname: 'Iris M Vane' });
    expect([again.status, again.body.user.username, again.body.user.fullname]).toEqual([
      200,
      input.username,
      'Iris M Vane',
    ]);
    const gone = await services.call(readSelf, {}, { as: as(former.token) });
    expect(gone.body.code).toBe('INVALID_TOKEN');
    expect(await users().countDocuments({ username: input.username })).toBe(1);
    const { pin } = await (async () => {
      for (;;) {
        const mails = (await mailsTo(services, input.email)).filter(({ text }) => text.includes('/activation/'));
        if (mails.length === 2) return { pin: /^\s*(\d{6})\s*$/m.exec(mails.at(-1)!.text)![1]! };
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    })();
    expect((await verify(again.body.token, pin)).body.email_verified).toBe(true);
  });

  it.each([
    ['another password', { password: 'a guess of mine' }],
    ['another address', { email: 'somebody.else@example.org' }],
  ])('with the same user name and %s is refused like any taken name', async (_, change) => {
    const input = newcomer();
    const { token } = await signedUp(input);
    const member = await services.member();
    const refused = await services.call(signUp, { ...input, ...change, client_id: newcomer().client_id });
    const taken = await services.call(signUp, { ...newcomer(), username: member.username });
    expect(refused).toEqual(taken);
    expect(refused.body.code).toBe('USERNAME_NOT_AVAILABLE');
    expect((await services.call(readSelf, {}, { as: as(token) })).status).toBe(200);
  });

  it('never replaces a verified account', async () => {
    const input = newcomer();
    const { token } = await signedUp(input);
    await verify(token, (await proofOf(input.username, input.email)).pin);
    const { body } = await services.call(signUp, { ...input, client_id: newcomer().client_id });
    expect(body.code).toBe('USERNAME_NOT_AVAILABLE');
    expect((await services.call(readSelf, {}, { as: as(token) })).status).toBe(200);
  });
});
