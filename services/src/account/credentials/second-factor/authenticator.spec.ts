import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { login, readSelf, signUp } from '@paddock/contract/calls/account';
import { confirmTotp, readSecurity, removeTotp, startTotp } from '@paddock/contract/calls/second-factor';
import { Secret, TOTP, URI } from 'otpauth';
import { mailTo } from '../../../../test/mails.js';
import { startTestServices, type TestMember, type TestServices } from '../../../../test/start-test-services.js';
import { underFlags } from '../../../../test/under-flags.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { tenantOf } from '../../../infrastructure/tenancy/tenant.js';
import { memberWithPassword, testPassword } from '../../../../test/member-with-password.js';
import { newcomer } from '../../../../test/sign-up-input.js';
import { AuthenticatorService } from './authenticator.service.js';
import { SecretBox } from './secret-box.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  await services.configure('workplace', (file) => Object.assign(file.flags, { totp: true }));
});
afterAll(() => services.close());
// Each test starts two seconds into a step, so that it ends in the same step.
beforeEach(() => {
  const now = Date.now.bind(Date);
  const shift = 2000 - (now() % 30_000);
  jest.spyOn(Date, 'now').mockImplementation(() => now() + shift);
});
afterEach(() => void jest.restoreAllMocks());

const host = 'workplace.localhost';
const refused = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
/** The code of a 30-second step relative to now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const start = async (member: TestMember) =>
  (await services.call(startTotp, { password: testPassword }, { as: member })).body.secret;
const enter = (member: TestMember, code?: string, password = testPassword) =>
  services.call(login, { username_or_email: member.username, password, code }, { host });

/** Confirmed by the previous step's code, so that the current one is unused. */
async function withAuthenticator() {
  const member = await memberWithPassword(services, { community: 'workplace' });
  const secret = await start(member);
  const { status, body } = await services.call(confirmTotp, { code: codeOf(secret, -1) }, { as: member });
  expect(status).toBe(200);
  return { member, secret, recovery: body.recovery_codes };
}

describe(AuthenticatorService, () => {
  it('is not bypassed by a resent sign-up', async () => {
    const again = (member: TestMember) =>
      services.call(signUp, { ...newcomer(), fields: { workplaces: 'hq' }, client_id: member.row.client_id }, { host });
    expect((await again(await memberWithPassword(services, { community: 'workplace' }))).status).toBe(200);
    const { member } = await withAuthenticator();
    expect(refused(await again(member))).toEqual([409, 'CONFLICT']);
  });

  it('gives a secret for authenticator apps and applies only once confirmed', async () => {
    const member = await memberWithPassword(services, { community: 'workplace' });
    const { body } = await services.call(startTotp, { password: testPassword }, { as: member });
    const read = URI.parse(body.uri);
    expect(read).toMatchObject({ issuer: 'Riverlight', label: member.username });
    expect(read.secret.base32).toBe(body.secret);
    expect(read.secret.bytes.length).toBe(20);
    expect((await enter(member)).status).toBe(200);
    expect((await services.call(readSecurity, {}, { as: member })).body.totp).toBe(false);
    const wrong = await services.call(confirmTotp, { code: another(codeOf(body.secret)) }, { as: member });
    expect(refused(wrong)).toEqual([401, 'SECOND_FACTOR_INVALID']);
    // An Arabic keyboard types other digits.
    const code = codeOf(body.secret).replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
    expect((await services.call(confirmTotp, { code }, { as: member })).status).toBe(200);
    expect((await services.call(readSecurity, {}, { as: member })).body).toEqual({
      passkeys: [],
      totp: true,
      recovery_codes: 10,
      identities: [],
      password: true,
    });
  });

  it('asks for the password to start and refuses to start twice', async () => {
    const { member } = await withAuthenticator();
    expect(refused(await services.call(startTotp, { password: 'not this one' }, { as: member }))).toEqual([
      403,
      'WRONG_PASSWORD',
    ]);
    expect(refused(await services.call(startTotp, {}, { as: member }))).toEqual([403, 'WRONG_PASSWORD']);
    expect(refused(await services.call(startTotp, { password: testPassword }, { as: member }))).toEqual([
      409,
      'CONFLICT',
    ]);
    expect(refused(await services.call(confirmTotp, { code: '123456' }, { as: member }))).toEqual([409, 'CONFLICT']);
  });

  it('drops an unconfirmed secret after 15 minutes', async () => {
    const member = await memberWithPassword(services, { community: 'workplace' });
    const secret = await start(member);
    const past = { $set: { started: new Date(Date.now() - 16 * 60_000) } };
    await services
      .get(Mongo)
      .connection.collection('authenticators')
      .updateOne({ _id: member.id as never }, past);
    expect(refused(await services.call(confirmTotp, { code: codeOf(secret) }, { as: member }))).toEqual([
      409,
      'CONFLICT',
    ]);
  });

  it('is required after a correct password and never after a wrong one', async () => {
    const { member, secret } = await withAuthenticator();
    expect(refused(await enter(member))).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
    expect(refused(await enter(member, '000000', 'not this one'))).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(refused(await enter(member, undefined, 'not this one'))).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(refused(await enter(member, another(codeOf(secret))))).toEqual([401, 'SECOND_FACTOR_INVALID']);
    expect((await enter(member, codeOf(secret))).status).toBe(200);
    expect((await services.call(readSelf, {}, { as: member })).status).toBe(200);
  });

  it('accepts a code once, also in concurrent calls, and no earlier code after it', async () => {
    const { member, secret } = await withAuthenticator();
    const code = codeOf(secret);
    const both = await Promise.all([enter(member, code), enter(member, code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(refused(await enter(member, code))).toEqual([401, 'SECOND_FACTOR_INVALID']);
    expect(refused(await enter(member, codeOf(secret, -1)))).toEqual([401, 'SECOND_FACTOR_INVALID']);
    expect((await enter(member, codeOf(secret, 1))).status).toBe(200);
  });

  it.each([2, -2, 10])('refuses a code %d steps away', async (steps) => {
    const { member, secret } = await withAuthenticator();
    expect(refused(await enter(member, codeOf(secret, steps)))).toEqual([401, 'SECOND_FACTOR_INVALID']);
  });

  it.each(['', ' ', '12345', '1234567', '१२३४५६', 'abcdef', 'a'.repeat(40)])('refuses %p', async (code) => {
    const { member } = await withAuthenticator();
    const { body } = await enter(member, code);
    expect(['SECOND_FACTOR_INVALID', 'SECOND_FACTOR_REQUIRED']).toContain(body.code);
  });

  it('accepts each of ten recovery codes once, in any spelling', async () => {
    const { member, recovery } = await withAuthenticator();
    expect(new Set(recovery).size).toBe(10);
    const [first = '', second = ''] = recovery;
    const both = await Promise.all([enter(member, first), enter(member, first)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await enter(member, ` ${second.toUpperCase().replace('-', ' ')} `)).status).toBe(200);
    expect((await services.call(readSecurity, {}, { as: member })).body.recovery_codes).toBe(8);
  });

  it('refuses the code of another member', async () => {
    const [one, other] = [await withAuthenticator(), await withAuthenticator()];
    expect(refused(await enter(one.member, codeOf(other.secret)))).toEqual([401, 'SECOND_FACTOR_INVALID']);
    expect(refused(await enter(one.member, other.recovery[0]))).toEqual([401, 'SECOND_FACTOR_INVALID']);
  });

  it('needs password and code to be removed', async () => {
    const { member, secret } = await withAuthenticator();
    const remove = (input: { password?: string; code: string }) => services.call(removeTotp, input, { as: member });
    expect(refused(await remove({ code: codeOf(secret) }))).toEqual([403, 'WRONG_PASSWORD']);
    expect(refused(await remove({ password: testPassword, code: another(codeOf(secret)) }))).toEqual([
      401,
      'SECOND_FACTOR_INVALID',
    ]);
    expect((await remove({ password: testPassword, code: codeOf(secret) })).status).toBe(200);
    expect((await enter(member)).status).toBe(200);
    expect((await services.call(readSelf, {}, { as: member })).status).toBe(200);
  });

  it('mails the owner when it is set up and when it is removed', async () => {
    const { member, secret } = await withAuthenticator();
    const added = await mailTo(services, member.row.email, 'An authenticator app was set up');
    expect(added.text).toContain('/send_password');
    await services.call(removeTotp, { password: testPassword, code: codeOf(secret) }, { as: member });
    await mailTo(services, member.row.email, 'The authenticator app was turned off');
  });

  it('is not required while the deployment has it off, and is again once it is back on', async () => {
    const { member, secret } = await withAuthenticator();
    await underFlags(services, 'workplace', { totp: false }, async () => {
      expect((await enter(member)).status).toBe(200);
      const replies = [
        await services.call(startTotp, { password: testPassword }, { as: member }),
        await services.call(confirmTotp, { code: codeOf(secret) }, { as: member }),
        await services.call(removeTotp, { password: testPassword, code: codeOf(secret) }, { as: member }),
      ];
      expect(replies.map(refused)).toEqual(replies.map(() => [403, 'FEATURE_DISABLED']));
    });
    expect(refused(await enter(member))).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
  });

  it('stores secret and recovery codes unreadable, bound to their member, and logs none of them', async () => {
    const { member, secret, recovery } = await withAuthenticator();
    const other = await withAuthenticator();
    const rows = services.get(Mongo).connection.collection<{ _id: string; sealed: string }>('authenticators');
    const stored = await rows.findOne({ _id: member.id });
    const text = JSON.stringify(stored);
    for (const plain of [
      secret,
      Secret.fromBase32(secret).hex,
      ...recovery,
      ...recovery.map((code) => code.replace('-', '')),
    ])
      expect(text).not.toContain(plain);
    const [tenant, sealed] = [tenantOf('workplace'), services.get(SecretBox)];
    expect(sealed.open(tenant, member.id, stored!.sealed)?.length).toBe(20);
    expect(sealed.open(tenant, other.member.id, stored!.sealed)).toBeUndefined();
    expect(sealed.open(tenantOf('motorsport'), member.id, stored!.sealed)).toBeUndefined();
    await rows.updateOne({ _id: other.member.id }, { $set: { sealed: stored!.sealed } });
    expect(refused(await enter(other.member, codeOf(secret)))).toEqual([401, 'SECOND_FACTOR_INVALID']);
    const log = services.log.join('');
    for (const plain of [secret, codeOf(secret), ...recovery]) expect(log).not.toContain(plain);
  });
});
