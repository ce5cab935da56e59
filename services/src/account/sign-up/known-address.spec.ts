import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { login, readSelf, signUp } from '@paddock/contract/calls/account';
import { sendEmailPin, verifyPin } from '@paddock/contract/calls/email-verification';
import { mailsTo, mailTo, pinMail } from '../../../test/mails.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { memberWithPassword, testPassword } from '../../../test/member-with-password.js';
import { newcomer } from '../../../test/sign-up-input.js';

const tenant = tenantOf('motorsport');

let services: TestServices;
let owner: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  owner = await memberWithPassword(services);
});
afterAll(() => services.close());

const address = () => owner.row.email;
const as = (token: string): TestMember => ({ ...owner, token });
const users = () => services.get(Mongo).connection.collection<UserRow>('users');
/** A reply without the values that differ between accounts. */
function shape(body: object): string {
  const { user, ...rest } = JSON.parse(JSON.stringify(body)) as { user: Record<string, unknown>; token: string };
  return JSON.stringify([Object.keys(rest), { ...user, id: '', username: '', email: '', created: '' }]);
}

describe('an address that another account has verified', () => {
  it('gets the same reply as any other, and the new account does not hold it', async () => {
    const unknown = await services.call(signUp, newcomer());
    const known = await services.call(signUp, { ...newcomer(), email: address().toUpperCase() });
    expect(known.status).toBe(unknown.status);
    expect(shape(known.body)).toBe(shape(unknown.body));
    expect(known.body.user.email).toBe(address());
    const row = await users().findOne({ _id: known.body.user.id });
    expect(row!.held_email).toBeUndefined();
    expect((await services.get(UserRepository).byEmail(tenant, address()))!._id).toBe(owner.id);
  });

  it('mails its owner, without PIN and link', async () => {
    await services.call(signUp, { ...newcomer(), email: address() });
    const { subject, text } = await mailTo(services, address(), 'You already have an account');
    expect(subject + text).not.toMatch(/\b\d{6}\b|activation/);
    const mails = await mailsTo(services, address());
    expect(mails.some((mail) => mail.text.includes('/activation/'))).toBe(false);
  });

  it('accepts no PIN: five guesses are wrong, as with any other address', async () => {
    const known = await services.call(signUp, { ...newcomer(), email: address() });
    const unknown = await services.call(signUp, newcomer());
    const codes = async (token: string) => {
      const given: string[] = [];
      for (const pin of ['000000', '111111', '222222', '333333', '444444', '555555'])
        given.push((await services.call(verifyPin, { pin }, { as: as(token) })).body.code);
      return given;
    };
    const wrong = Array<string>(5).fill('INVALID_PIN').concat('PIN_EXPIRED');
    expect([await codes(known.body.token), await codes(unknown.body.token)]).toEqual([wrong, wrong]);
    const pins = services.get(Mongo).connection.collection('email_pins');
    const [hidden] = await pins.find({ email: address() }).toArray();
    expect(hidden!['pin_hash']).toHaveLength(64);
  });

  it('accepts a resend like any other, and the account can change to an address of its own', async () => {
    const { body } = await services.call(signUp, { ...newcomer(), email: address() });
    const again = await services.call(sendEmailPin, {}, { as: as(body.token) });
    expect([again.status, again.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    const { email } = newcomer();
    expect((await services.call(sendEmailPin, { email }, { as: as(body.token) })).body.email).toBe(email.toLowerCase());
    const { pin } = await pinMail(services, email);
    const verified = await services.call(verifyPin, { pin }, { as: as(body.token) });
    expect(verified.body.email_verified).toBe(true);
  });

  it('is not taken over by a change to it', async () => {
    const { body } = await services.call(signUp, newcomer());
    const reply = await services.call(sendEmailPin, { email: address() }, { as: as(body.token) });
    expect([reply.status, reply.body.email]).toEqual([200, address()]);
    const row = await users().findOne({ _id: body.user.id });
    expect([row!.email, row!.held_email]).toEqual([address(), undefined]);
  });

  it('signs in each account that gave it, by its own password', async () => {
    const input = { ...newcomer(), email: address(), password: 'another pass phrase' };
    const known = await services.call(signUp, input);
    const enter = async (password: string) =>
      (await services.call(login, { username_or_email: address(), password })).body.user?.id;
    expect(await enter(testPassword)).toBe(owner.id);
    expect(await enter('another pass phrase')).toBe(known.body.user.id);
    expect(await enter('neither of these')).toBeUndefined();
    const self = await services.call(readSelf, {}, { as: as(known.body.token) });
    expect(self.body.email_verified).toBe(false);
  });
});
