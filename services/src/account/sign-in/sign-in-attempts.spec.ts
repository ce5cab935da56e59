import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ErrorReply } from '@paddock/contract/core/errors';
import { randomUUID } from 'node:crypto';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { Metrics } from '../../infrastructure/metrics/metrics.js';
import { signInLimits } from '../../infrastructure/rate-limits/limits.js';
import { RateLimits } from '../../infrastructure/rate-limits/rate-limits.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { memberWithPassword, testPassword } from '../../../test/member-with-password.js';
import { report, times } from '../../../test/proofs.js';
import { spendLimit } from '../../../test/spend-limit.js';
import { Passwords } from '../credentials/password/passwords.js';
import { SecondFactor } from '../credentials/second-factor/second-factor.js';
import { SignInAttempts } from './sign-in-attempts.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ TRUSTED_PROXY: '127.0.0.1' });
});
afterAll(() => services.close());

const motorsport = tenantOf('motorsport');
const fromAddress = signInLimits.accountFromAddress.points;
const fromAll = signInLimits.account.points;
let lastAddress = 0;
/** An address that no other test uses. */
const newAddress = () => `198.51.${Math.floor(++lastAddress / 250)}.${lastAddress % 250}`;

async function signIn(name: string, password: string, address: string, more: object = {}) {
  const { status, text } = await services.request('PUT', '/api/users/login', {
    headers: { 'x-forwarded-for': address },
    body: { username_or_email: name, password, ...more },
  });
  return { status, body: JSON.parse(text) as ErrorReply & { token?: string } };
}
const guess = (name: string, address: string) => signIn(name, 'a guess of mine', address);
async function failing(count: number, name: string, address: string) {
  for (let index = 0; index < count; index++)
    expect((await guess(name, address)).body.code).toBe('INVALID_CREDENTIALS');
}
const filled = {
  address: (address: string, points: number) =>
    spendLimit(services, { name: 'sign_in', limit: signInLimits.address, subject: address }, points),
  account: (name: string, points: number = fromAll) =>
    spendLimit(services, { name: 'sign_in', limit: signInLimits.account, subject: name.toLowerCase() }, points),
  accountFromAddress: (name: string, address: string, points: number) =>
    spendLimit(
      services,
      { name: 'sign_in', limit: signInLimits.accountFromAddress, subject: `${name.toLowerCase()} ${address}` },
      points,
    ),
};
async function hashes(): Promise<number> {
  return (await services.get(Metrics).passwordHashes.get()).values[0]?.value ?? 0;
}
const tooMany = { status: 429, body: { code: 'TOO_MANY_REQUESTS' } };

describe(SignInAttempts, () => {
  const total = times(200, 2000);
  it(`hashes only the permitted ones of ${total} guesses from ${total / 20} addresses`, async () => {
    const { username } = await memberWithPassword(services);
    const addresses = Array.from({ length: total / 20 }, newAddress);
    const before = await hashes();
    const codes: Record<string, number> = {};
    const guesses = Array.from({ length: total }, (_, index) => addresses[index % addresses.length]!);
    const worker = async () => {
      for (let address = guesses.pop(); address; address = guesses.pop()) {
        const { code } = (await guess(username, address)).body;
        codes[code] = (codes[code] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: 40 }, worker));
    expect(codes).toEqual({ INVALID_CREDENTIALS: fromAll, TOO_MANY_REQUESTS: total - fromAll });
    expect((await hashes()) - before).toBe(fromAll);
    // From an unknown address the member waits as well: the guesses were for this account.
    expect(await signIn(username, testPassword, newAddress())).toMatchObject(tooMany);
    report('sign-in guesses', { guesses: total, hashed: fromAll });
  }, 300_000);

  it('stops an address early, also under concurrent guesses, and returns the time to wait', async () => {
    const { username } = await memberWithPassword(services);
    const address = newAddress();
    const before = await hashes();
    const replies = await Promise.all(Array.from({ length: 60 }, () => guess(username, address)));
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(fromAddress);
    expect((await hashes()) - before).toBe(fromAddress);
    const { status, body } = await signIn(username, testPassword, address);
    expect([status, body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(body.retry_after).toBeGreaterThan(500);
    expect(body.retry_after).toBeLessThanOrEqual(600);
    expect(body.message).toMatch(/^That was too often\. Please try again in (9|10) minutes\.$/);
    // Other addresses are not blocked.
    expect((await signIn(username, testPassword, newAddress())).status).toBe(200);
  });

  it('counts by account in any spelling, and other accounts separately', async () => {
    const [member, other] = [await memberWithPassword(services), await memberWithPassword(services)];
    const address = newAddress();
    const { username } = member;
    const spellings = [username, username.toUpperCase(), ` ${username}`, `${username}\t`, `\u00a0${username}\n`];
    for (let index = 0; index < fromAddress; index++) await failing(1, spellings[index % 5]!, address);
    for (const spelling of spellings) expect(await guess(spelling, address)).toMatchObject(tooMany);
    expect((await signIn(other.username, testPassword, address)).status).toBe(200);
  });

  it('counts an unknown name like a member’s', async () => {
    const address = newAddress();
    const { username } = await memberWithPassword(services);
    for (const name of [username, `ghost_${randomUUID().slice(0, 8)}`]) {
      await failing(1, name, address);
      await filled.accountFromAddress(name, address, fromAddress - 2);
      await failing(1, name, address);
      expect(await guess(name, address)).toMatchObject(tooMany);
    }
  });

  it('restarts the count after a correct password and never counts correct ones', async () => {
    const { username } = await memberWithPassword(services);
    const address = newAddress();
    for (let round = 0; round < 3; round++) {
      await filled.accountFromAddress(username, address, fromAddress - 2);
      await failing(1, username, address);
      expect((await signIn(username, testPassword, address)).status).toBe(200);
    }
    for (let index = 0; index < fromAddress + 2; index++)
      expect((await signIn(username, testPassword, address)).status).toBe(200);
  });

  it('admits a member at a known address, whatever others guess', async () => {
    const { username } = await memberWithPassword(services);
    const home = newAddress();
    expect((await signIn(username, testPassword, home)).status).toBe(200);
    await filled.account(username, fromAll - 1);
    await failing(1, username, newAddress());
    expect(await guess(username, newAddress())).toMatchObject(tooMany);
    expect((await signIn(username, testPassword, home)).status).toBe(200);
    await failing(1, username, home);
    expect((await signIn(username, testPassword, home)).status).toBe(200);
  });

  it('consumes none of a member’s tries when others’ guesses block them', async () => {
    const { username } = await memberWithPassword(services);
    await filled.account(username);
    const address = newAddress();
    for (let index = 0; index < fromAddress * 2; index++)
      expect(await signIn(username, testPassword, address)).toMatchObject(tooMany);
    const limits = services.get(RateLimits);
    await limits.forget('sign_in', signInLimits.account, 'motorsport', username.toLowerCase());
    expect((await signIn(username, testPassword, address)).status).toBe(200);
  });

  it('does not clear guesses by a sign-in to another account with the same address', async () => {
    const email = `${randomUUID().slice(0, 8)}@example.org`;
    const member = await memberWithPassword(services, { email });
    // As after a sign-up with an address that is another member's.
    const users = services.get(UserRepository);
    const fields = { username: `evil_${randomUUID().slice(0, 8)}`, fullname: 'Not You', client_id: randomUUID() };
    const evil = await users.create(motorsport, { ...fields, email, email_verified: false });
    const passwords = services.get(Passwords);
    await passwords.store(motorsport, evil._id, await passwords.hash('one of my own'));
    const address = newAddress();
    await filled.accountFromAddress(email, address, fromAddress - 2);
    await failing(1, email, address);
    const own = await signIn(email, 'one of my own', address);
    expect(own).toMatchObject({ status: 200, body: { user: { id: evil._id } } });
    await failing(1, email, address);
    expect(await guess(email, address)).toMatchObject(tooMany);
    expect((await signIn(email, testPassword, newAddress())).body).toMatchObject({ user: { id: member.id } });
  });

  it('stops an address that tries many accounts', async () => {
    const address = newAddress();
    await filled.address(address, signInLimits.address.points - 2);
    for (const name of ['ghost_98', 'ghost_99']) await failing(1, name, address);
    expect(await guess('ghost_100', address)).toMatchObject(tooMany);
  });

  describe('with a second factor', () => {
    it('asks for the code after a correct password only, counts codes from all addresses, and restarts after a correct one', async () => {
      const { username, id } = await memberWithPassword(services);
      const factor = services.get(SecondFactor);
      const needed = jest.spyOn(factor, 'needed').mockImplementation(async (_, user) => user === id);
      const check = jest.spyOn(factor, 'check').mockImplementation(async (_tenant, _user, code) => code === '123456');
      try {
        expect((await guess(username, newAddress())).body.code).toBe('INVALID_CREDENTIALS');
        const asked = await signIn(username, testPassword, newAddress());
        expect([asked.status, asked.body.code, asked.body.token]).toEqual([401, 'SECOND_FACTOR_REQUIRED', undefined]);
        expect(check).not.toHaveBeenCalled();
        const { points } = signInLimits.secondFactor;
        for (let index = 1; index < points; index++) {
          const wrong = await signIn(username, testPassword, newAddress(), { code: '000000' });
          expect([wrong.status, wrong.body.code]).toEqual([401, 'SECOND_FACTOR_INVALID']);
        }
        expect((await signIn(username, testPassword, newAddress(), { code: ' 123456 ' })).status).toBe(200);
        const atOnce = await Promise.all(
          Array.from({ length: 20 }, () => signIn(username, testPassword, newAddress(), { code: '000000' })),
        );
        expect(atOnce.filter(({ body }) => body.code === 'SECOND_FACTOR_INVALID')).toHaveLength(points);
        expect(await signIn(username, testPassword, newAddress(), { code: '123456' })).toMatchObject(tooMany);
      } finally {
        needed.mockRestore();
        check.mockRestore();
      }
    });
  });
});
