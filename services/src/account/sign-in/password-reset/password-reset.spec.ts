import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { login, readSelf } from '@paddock/contract/calls/account';
import { resetPassword, sendResetPasswordLink, validatePasswordToken } from '@paddock/contract/calls/password-reset';
import { randomUUID } from 'node:crypto';
import { mailsTo, mailTo } from '../../../../test/mails.js';
import { startTestServices, type TestMember, type TestServices } from '../../../../test/start-test-services.js';
import { moveAddress } from '../../../../test/move-address.js';
import { underFlags } from '../../../../test/under-flags.js';
import { LinkTokens } from '../../../infrastructure/links/link-tokens.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import type { Delivered } from '../../../infrastructure/outbox/domain-events.js';
import { signInLimits } from '../../../infrastructure/rate-limits/limits.js';
import { tenantOf } from '../../../infrastructure/tenancy/tenant.js';
import { memberWithPassword, testPassword } from '../../../../test/member-with-password.js';
import { PasswordResetService } from './password-reset.service.js';
import { ResetMail } from './reset-mail.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const motorsport = tenantOf('motorsport');
const newPassword = 'slick tyres 2026';
const ask = (email: string) => services.call(sendResetPasswordLink, { email });
const validate = (password_token: string) => services.call(validatePasswordToken, { password_token });
const reset = (password_token: string, password = newPassword) =>
  services.call(resetPassword, { password_token, password });
const signIn = (member: TestMember, password: string) =>
  services.call(login, { username_or_email: member.username, password });
const tokenIn = (text: string) => /\/reset_password\/([\w-]+)/.exec(text)![1]!;

/** Requests a link and returns its token from the mail. */
async function mailedToken({ row }: TestMember): Promise<string> {
  const before = (await mailsTo(services, row.email)).filter(({ text }) => text.includes('/reset_password/')).length;
  await ask(row.email);
  for (;;) {
    await mailTo(services, row.email, '/reset_password/');
    const mails = (await mailsTo(services, row.email)).filter(({ text }) => text.includes('/reset_password/'));
    if (mails.length > before) return tokenIn(mails.at(-1)!.text);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
const links = () => services.get(Mongo).connection.collection('link_tokens');

describe(PasswordResetService, () => {
  it('sets a new password by a mailed link, ends every session and mails the owner', async () => {
    const member = await memberWithPassword(services);
    const { token: other } = (await signIn(member, testPassword)).body;
    const token = await mailedToken(member);
    expect((await validate(token)).body).toEqual({ ok: true });
    expect((await validate(token)).body).toEqual({ ok: true });
    expect((await reset(token)).body).toEqual({ ok: true });
    for (const dead of [member.token, other])
      expect((await services.call(readSelf, {}, { as: { ...member, token: dead } })).body.code).toBe('INVALID_TOKEN');
    expect((await signIn(member, testPassword)).body.code).toBe('INVALID_CREDENTIALS');
    expect((await signIn(member, newPassword)).status).toBe(200);
    await mailTo(services, member.row.email, /password .*changed|changed .*password/i);
    expect(services.log.join('')).not.toContain(token);
  });

  it('returns the same reply for an unknown address and sends no mail', async () => {
    const { row } = await memberWithPassword(services);
    const unknown = `${randomUUID().slice(0, 8)}@example.org`;
    const [known, absent] = [await ask(row.email), await ask(unknown)];
    expect(absent).toEqual(known);
    expect(known).toEqual({ status: 200, body: { ok: true } });
    await mailTo(services, row.email, '/reset_password/');
    expect(await mailsTo(services, unknown)).toEqual([]);
    const events = await services.get(Mongo).connection.collection('outbox').find().toArray();
    expect(JSON.stringify(events)).not.toContain(unknown);
  });

  it('takes as long for an unknown address', async () => {
    const { row } = await memberWithPassword(services);
    const absent = 'nobody@example.org';
    const addresses = [absent, row.email, absent];
    const times = addresses.map(() => [] as number[]);
    for (let turn = 0; turn < 20; turn++)
      for (const [index, email] of addresses.entries()) {
        const mails = (await mailsTo(services, email)).length;
        const began = performance.now();
        await ask(email);
        times[index]!.push(performance.now() - began);
        // Work after the reply must not delay the next measurement.
        while (email === row.email && (await mailsTo(services, email)).length === mails)
          await new Promise((resolve) => setTimeout(resolve, 20));
      }
    const [unknown, known, again] = times.map((some) => Math.min(...some)) as [number, number, number];
    // The tolerance is the noise of two equal measurements, or half: queueing the mail takes four times as long and would exceed it.
    const noise = Math.max(Math.abs(again - unknown) * 3, Math.min(unknown, again) * 0.5);
    expect(Math.abs(known - (unknown + again) / 2)).toBeLessThan(noise);
  }, 120_000);

  it.each(['', 'iris@', 'iris'])('refuses %j as an address', async (email) => {
    const { status, body } = await ask(email);
    expect([status, body.fields]).toEqual([400, { email: email === '' ? 'email_REQUIRED' : 'email_INVALID' }]);
  });

  it.each<[string, string | undefined, string]>([
    ['none', undefined, 'password_REQUIRED'],
    ['an empty one', '', 'password_REQUIRED'],
    ['one under the least', 'x'.repeat(7), 'password_LENGTH_PATTERN'],
    ['one over the most', 'x'.repeat(51), 'password_LENGTH_PATTERN'],
    ['10⁵ characters', 'x'.repeat(100_000), 'password_LENGTH_PATTERN'],
  ])('refuses %s as a password and keeps the link valid', async (_, password, code) => {
    const member = await memberWithPassword(services);
    const token = await services.get(LinkTokens).make(motorsport, {
      kind: 'reset_password',
      user: member.id,
      facts: { email: member.row.email },
      lifetimeMs: 60_000,
    });
    const { status, body } = await services.call(resetPassword, {
      password_token: token,
      ...(password !== undefined && { password }),
    });
    expect([status, body.code, body.fields]).toEqual([400, 'INVALID_INPUT', { password: code }]);
    expect((await reset(token)).status).toBe(200);
  });

  it.each([
    ['the least', 'x'.repeat(8)],
    ['the most', 'x'.repeat(50)],
    ['spaces', '  a b c  '],
    ['emoji', '🏁🏎️🏁🏎️🏁🏎️'],
    ['right-to-left', 'كلمة مرور جديدة'],
  ])('accepts %s as a password, unchanged', async (_, password) => {
    const member = await memberWithPassword(services);
    const token = await mailedToken(member);
    expect((await reset(token, password)).status).toBe(200);
    expect((await signIn(member, password)).status).toBe(200);
    expect((await signIn(member, `${password.slice(1)}-`)).body.code).toBe('INVALID_CREDENTIALS');
  });

  it('accepts only the newest link', async () => {
    const member = await memberWithPassword(services);
    const [first, second] = [await mailedToken(member), await mailedToken(member)];
    expect((await reset(first)).body.code).toBe('LINK_INVALID');
    expect((await reset(second)).status).toBe(200);
  });

  it('changes nothing by a spent link, and returns the first reply to a resend with the same password', async () => {
    const member = await memberWithPassword(services);
    const token = await mailedToken(member);
    await reset(token);
    expect((await validate(token)).body.code).toBe('LINK_EXPIRED');
    expect((await reset(token)).body).toEqual({ ok: true });
    expect((await reset(token, 'a third password')).body.code).toBe('LINK_EXPIRED');
    expect((await signIn(member, 'a third password')).body.code).toBe('INVALID_CREDENTIALS');
    expect((await signIn(member, newPassword)).status).toBe(200);
  });

  it('sets one password under concurrent resets', async () => {
    const member = await memberWithPassword(services);
    const token = await mailedToken(member);
    const passwords = Array.from({ length: 5 }, (_, index) => `password number ${index}`);
    const replies = await Promise.all(passwords.map((password) => reset(token, password)));
    const taken = passwords.filter((_, index) => replies[index]!.status === 200);
    expect(taken).toHaveLength(1);
    const after = await Promise.all(passwords.map((password) => signIn(member, password)));
    expect(passwords.filter((_, index) => after[index]!.status === 200)).toEqual(taken);
  });

  it('refuses a link that is altered, of another kind, of another community or an hour old', async () => {
    const member = await memberWithPassword(services);
    const token = await mailedToken(member);
    const make = (kind: 'activate' | 'login') =>
      services
        .get(LinkTokens)
        .make(motorsport, { kind, user: member.id, facts: { email: member.row.email }, lifetimeMs: 60_000 });
    const altered = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
    for (const bad of [altered, '', 'nothing', await make('activate'), await make('login')]) {
      const codes = [(await validate(bad)).body.code, (await reset(bad)).body.code];
      expect(codes).toEqual(['LINK_INVALID', 'LINK_INVALID']);
    }
    const elsewhere = { password_token: token, password: newPassword };
    const foreign = await services.call(resetPassword, elsewhere, { host: 'workplace.localhost' });
    expect(foreign.body.code).toBe('LINK_INVALID');
    const link = await links().findOne({ user: member.id, kind: 'reset_password' });
    const lifetime = (link!['expires'] as Date).getTime() - Date.now();
    expect(lifetime).toBeGreaterThan(55 * 60_000);
    expect(lifetime).toBeLessThanOrEqual(60 * 60_000);
    await links().updateOne({ _id: link!._id }, { $set: { expires: new Date(Date.now() - 1) } });
    expect([(await validate(token)).body.code, (await reset(token)).body.code]).toEqual([
      'LINK_EXPIRED',
      'LINK_EXPIRED',
    ]);
    expect((await signIn(member, testPassword)).status).toBe(200);
  });

  it('refuses a link to an address that the member has given up', async () => {
    const member = await memberWithPassword(services);
    const token = await mailedToken(member);
    await moveAddress(services, member);
    expect((await reset(token)).body.code).toBe('LINK_INVALID');
  });

  it('mails a member whose address the deployment no longer accepts at sign-up', async () => {
    const member = await memberWithPassword(services);
    await underFlags(services, 'motorsport', { email_pattern: '^.+@club\\.example$' }, async () => {
      expect((await reset(await mailedToken(member))).status).toBe(200);
      expect((await signIn(member, newPassword)).status).toBe(200);
      const { row } = member;
      const byAddress = await services.call(login, { username_or_email: row.email, password: newPassword });
      expect(byAddress.status).toBe(200);
    });
  });

  it('makes one link and one mail when the event is delivered twice, concurrently or later', async () => {
    const member = await memberWithPassword(services);
    const id = randomUUID();
    const event = { kind: 'PasswordResetRequested', tenant: motorsport, user: member.id, id, at: new Date() };
    const send = () => services.get(ResetMail)['send'](event as Delivered<'PasswordResetRequested'>);
    await Promise.all([send(), send()]);
    await send();
    const { text } = await mailTo(services, member.row.email, '/reset_password/');
    expect(await links().countDocuments({ user: member.id, kind: 'reset_password' })).toBe(1);
    expect((await reset(tokenIn(text))).status).toBe(200);
    const mails = (await mailsTo(services, member.row.email)).filter(({ text: one }) =>
      one.includes('/reset_password/'),
    );
    expect(mails).toHaveLength(1);
  });
});

describe('a reset with rate limits on', () => {
  const headers = { 'x-forwarded-for': '198.51.100.9' };
  let limited: TestServices;
  beforeAll(async () => {
    limited = await startTestServices({ TRUSTED_PROXY: '127.0.0.1' });
  });
  afterAll(() => limited.close());

  const attempt = async ({ username }: TestMember, password: string) => {
    const body = { username_or_email: username, password };
    return (await limited.request('PUT', '/api/users/login', { headers, body })).status;
  };
  const linkFor = ({ id: user, row }: TestMember) =>
    limited
      .get(LinkTokens)
      .make(motorsport, { kind: 'reset_password', user, facts: { email: row.email }, lifetimeMs: 60_000 });
  const use = async (password_token: string, password: string) => {
    const body = { password_token, password };
    return (await limited.request('PUT', '/api/users/reset_password', { headers, body })).status;
  };

  it('admits a member whom wrong guesses had locked out', async () => {
    const member = await memberWithPassword(limited);
    for (let index = 0; index < 10; index++) await attempt(member, 'a guess of mine');
    expect(await attempt(member, testPassword)).toBe(429);
    expect(await use(await linkFor(member), newPassword)).toBe(200);
    expect(await attempt(member, newPassword)).toBe(200);
  });

  it('counts the passwords given with a spent link as attempts to sign in', async () => {
    const member = await memberWithPassword(limited);
    const token = await linkFor(member);
    expect(await use(token, newPassword)).toBe(200);
    for (let index = 0; index < 4; index++) expect(await use(token, newPassword)).toBe(200);
    for (let index = 0; index < signInLimits.accountFromAddress.points; index++)
      expect(await use(token, 'a guess of mine')).toBe(403);
    expect(await use(token, newPassword)).toBe(429);
    expect(await attempt(member, newPassword)).toBe(429);
  });
});
