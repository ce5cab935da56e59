import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { login, readSelf } from '@paddock/contract/calls/account';
import { revokeEmailChange, sendEmailPin, verifyPin } from '@paddock/contract/calls/email-verification';
import { sendResetPasswordLink } from '@paddock/contract/calls/password-reset';
import { dayMs } from '@paddock/contract/core/durations';
import { randomUUID } from 'node:crypto';
import { mailsTo, mailTo } from '../../../../test/mails.js';
import { memberWithPassword, testPassword } from '../../../../test/member-with-password.js';
import { startTestServices, type TestMember, type TestServices } from '../../../../test/start-test-services.js';
import { underFlags } from '../../../../test/under-flags.js';
import type { UserRow } from '../../../community/users/user.schema.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { EmailChangeService } from './email-change.service.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const collection = <T extends object>(name: string) => services.get(Mongo).connection.collection<T>(name);
const newAddress = () => `new_${randomUUID().slice(0, 8)}@example.org`;
const begin = (as: TestMember, email: string, password: string | undefined = testPassword) =>
  services.call(sendEmailPin, { email, ...(password !== undefined && { password }) }, { as });
const finish = (as: TestMember, pin: string, email: string) => services.call(verifyPin, { pin, email }, { as });
const revoke = (email_token: string, host?: string) =>
  services.call(revokeEmailChange, { email_token }, host === undefined ? {} : { host });
const selfOf = async (as: TestMember) => (await services.call(readSelf, {}, { as })).body;
const signIn = (username_or_email: string) => services.call(login, { username_or_email, password: testPassword });
const pinTo = async (address: string) => /^\s*(\d{6})\s*$/m.exec((await mailTo(services, address, /PIN/)).text)![1]!;
/** Moves the last mail back by a minute, so that the next one may go out. */
const later = ({ id }: TestMember) =>
  collection<{ _id: string }>('email_pins').updateOne({ _id: id }, { $set: { sent: new Date(Date.now() - 61_000) } });
const tokenFor = async (address: string, to: string) =>
  /\/revoke_email\/([\w-]+)/.exec(
    (await mailTo(services, address, new RegExp(to.replaceAll('.', '\\.') + '[^]*/revoke_email/'))).text,
  )![1]!;

/** Changes the address of a member, and returns the link that the former one got. */
async function change(member: TestMember, from: string, to: string): Promise<string> {
  expect((await begin(member, to)).status).toBe(200);
  expect((await finish(member, await pinTo(to), to)).body.email).toBe(to);
  return tokenFor(from, to);
}

describe(EmailChangeService, () => {
  it('takes password and PIN, and the former address counts until then', async () => {
    const member = await memberWithPassword(services);
    const [from, to] = [member.row.email, newAddress()];
    const { status, body } = await begin(member, to.toUpperCase());
    expect([status, body]).toEqual([200, { email: to, retry_after: 60 }]);
    expect(await selfOf(member)).toMatchObject({ email: from, email_verified: true });
    expect((await signIn(to)).body.code).toBe('INVALID_CREDENTIALS');
    const pin = await pinTo(to);
    expect((await mailTo(services, to, /PIN/)).text).not.toContain('/activation/');

    expect((await finish(member, pin, ` ${to.toUpperCase()} `)).body).toMatchObject({
      email: to,
      email_verified: true,
    });
    // A resend is answered.
    expect((await finish(member, pin, to)).body.email).toBe(to);
    expect((await signIn(from)).body.code).toBe('INVALID_CREDENTIALS');
    expect((await signIn(to)).status).toBe(200);
    expect(await selfOf(member)).toMatchObject({ email: to });
    const facts = await collection<{ kind: string; facts: { user?: string } }>('outbox').find({}).toArray();
    const kinds = facts.filter((row) => row.facts.user === member.id).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'MemberChanged')).toHaveLength(1);
  });

  it.each<[string, string, string | undefined, number, string]>([
    ['a wrong password', newAddress(), 'wrong', 403, 'WRONG_PASSWORD'],
    ['no password', newAddress(), undefined, 400, 'MISSING_PASSWORD'],
    ['an empty password', newAddress(), '', 400, 'MISSING_PASSWORD'],
    ['no address', 'nowhere', testPassword, 400, 'email_INVALID'],
  ])('refuses %s, and sends nothing', async (_, to, password, status, code) => {
    const member = await memberWithPassword(services);
    const input = { email: to, ...(password !== undefined && { password }) };
    const reply = await services.call(sendEmailPin, input, { as: member });
    expect([reply.status, Object.values(reply.body.fields!)]).toEqual([status, [code]]);
    expect([await mailsTo(services, member.row.email), await mailsTo(services, to)]).toEqual([[], []]);
    expect(await collection<{ _id: string }>('email_pins').findOne({ _id: member.id })).toBeNull();
  });

  it('refuses the own address', async () => {
    const member = await memberWithPassword(services);
    expect((await begin(member, member.row.email)).body.code).toBe('EMAIL_ALREADY_VERIFIED');
  });

  it('is off with disable_user_edit_email', async () => {
    const member = await memberWithPassword(services);
    await underFlags(services, 'motorsport', { disable_user_edit_email: true }, async () =>
      expect((await begin(member, newAddress())).body.code).toBe('FEATURE_DISABLED'),
    );
    expect((await begin(member, newAddress())).status).toBe(200);
  });

  it('waits a minute before another mail to the same address', async () => {
    const member = await memberWithPassword(services);
    const to = newAddress();
    await begin(member, to);
    expect((await begin(member, to)).body.code).toBe('TOO_MANY_REQUESTS');
    await later(member);
    expect((await begin(member, to)).status).toBe(200);
  });

  it('compares the PIN with the address that the member names', async () => {
    const member = await memberWithPassword(services);
    const [first, second] = [newAddress(), newAddress()];
    await begin(member, first);
    const pin = await pinTo(first);
    expect((await finish(member, pin === '123456' ? '654321' : '123456', first)).body.code).toBe('INVALID_PIN');
    expect((await finish(member, pin, second)).body.code).toBe('PIN_EXPIRED');
    await begin(member, second);
    expect((await finish(member, pin, first)).body.code).toMatch(/INVALID_PIN|PIN_EXPIRED/);
    expect((await selfOf(member)).email).toBe(member.row.email);
  });

  it('says that a PIN has expired, also when its record is gone', async () => {
    const member = await memberWithPassword(services);
    const to = newAddress();
    await begin(member, to);
    const pin = await pinTo(to);
    await collection<{ _id: string }>('email_pins').deleteOne({ _id: member.id });
    expect((await finish(member, pin, to)).body.code).toBe('PIN_EXPIRED');
  });

  it('does not reveal that another member has the address', async () => {
    const [member, owner] = [await memberWithPassword(services), await memberWithPassword(services)];
    expect((await begin(member, owner.row.email)).body).toEqual({ email: owner.row.email, retry_after: 60 });
    const { text } = await mailTo(services, owner.row.email, /already/);
    expect(text).not.toMatch(/^\s*\d{6}\s*$/m);
    expect((await finish(member, '123456', owner.row.email)).body.code).toBe('INVALID_PIN');
  });

  it('gives an address to the first of two members who prove it', async () => {
    const [ann, bob] = [await memberWithPassword(services), await memberWithPassword(services)];
    const to = newAddress();
    await begin(ann, to);
    const first = await pinTo(to);
    await begin(bob, to);
    let second = first;
    for (; second === first; second = (await pinTo(to)) ?? first)
      await new Promise((resolve) => setTimeout(resolve, 25));
    expect((await finish(ann, first, to)).body.email).toBe(to);
    expect((await finish(bob, second, to)).body.code).toBe('PIN_EXPIRED');
    expect((await selfOf(bob)).email).toBe(bob.row.email);
  });

  describe('revoked by the former address', () => {
    it('ends before the PIN is entered, with all sessions', async () => {
      const member = await memberWithPassword(services);
      const [from, to] = [member.row.email, newAddress()];
      await begin(member, to);
      const [pin, token] = [await pinTo(to), await tokenFor(from, to)];
      expect((await revoke(token)).body).toEqual({ email: from });
      expect((await revoke(token)).body).toEqual({ email: from });
      expect((await services.call(readSelf, {}, { as: member })).body.code).toBe('INVALID_TOKEN');
      const again = { ...member, token: (await signIn(from)).body.token };
      expect((await finish(again, pin, to)).body.code).toBe('PIN_EXPIRED');
      expect((await selfOf(again)).email).toBe(from);
      expect(services.log.join('')).not.toContain(token);
    });

    it('is taken back after the PIN, and the account counts as one that another person may have used', async () => {
      const member = await memberWithPassword(services);
      const [from, to] = [member.row.email, newAddress()];
      const token = await change(member, from, to);
      expect((await revoke(token)).body).toEqual({ email: from });
      expect((await signIn(to)).body.code).toBe('INVALID_CREDENTIALS');
      expect((await signIn(from)).status).toBe(200);
      const row = await collection<UserRow>('users').findOne({ _id: member.id });
      expect(row).toMatchObject({ email: from, held_email: from, verified_by_link: true });
      // A link for the other address opens nothing.
      await services.call(sendResetPasswordLink, { email: to });
      expect((await mailsTo(services, to)).some(({ text }) => text.includes('/reset_password/'))).toBe(false);
    });

    it('withdraws the links of later changes, and not those of earlier ones', async () => {
      const member = await memberWithPassword(services);
      const [first, second, third] = [member.row.email, newAddress(), newAddress()];
      const toFirst = await change(member, first, second);
      const toSecond = await change(member, second, third);
      expect((await revoke(toSecond)).body).toEqual({ email: second });
      expect((await revoke(toFirst)).body).toEqual({ email: first });

      const other = await memberWithPassword(services);
      const [a, b, c] = [other.row.email, newAddress(), newAddress()];
      const toA = await change(other, a, b);
      const toB = await change(other, b, c);
      expect((await revoke(toA)).body).toEqual({ email: a });
      expect((await revoke(toB)).body.code).toBe('LINK_INVALID');
    });

    it('cannot take an address that another member has verified since', async () => {
      const [ann, bob] = [await memberWithPassword(services), await memberWithPassword(services)];
      const from = ann.row.email;
      const to = newAddress();
      const token = await change(ann, from, to);
      await change(bob, bob.row.email, from);
      expect((await revoke(token)).body.code).toBe('LINK_INVALID');
      expect((await selfOf(ann)).email).toBe(to);
      expect((await selfOf(bob)).email).toBe(from);
    });

    it('ends after seven days, and belongs to its community', async () => {
      const member = await memberWithPassword(services);
      const [from, to] = [member.row.email, newAddress()];
      const token = await change(member, from, to);
      expect((await revoke(token, 'workplace.localhost')).body.code).toBe('LINK_INVALID');
      const links = collection<{ kind: string; user: string; expires: Date }>('link_tokens');
      const row = await links.findOne({ kind: 'revoke_email', user: member.id });
      const days = (row!.expires.getTime() - Date.now()) / dayMs;
      expect(Math.round(days * 100) / 100).toBe(7);
      await links.updateOne({ kind: 'revoke_email', user: member.id }, { $set: { expires: new Date(Date.now() - 1) } });
      expect((await revoke(token)).body.code).toBe('LINK_EXPIRED');
      expect((await selfOf(member)).email).toBe(to);
    });
  });
});
