import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { login } from '@paddock/contract/calls/account';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { memberWithPassword } from '../../../test/member-with-password.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const tries = 29;

/** The median of the faster half: a busy machine slows some measurements and speeds up none. */
function typical(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 4)]!;
}

/** The time to refuse each name, measured in turns so that load affects all names alike. */
async function timesOf(names: readonly string[], turns = tries): Promise<number[]> {
  const times = names.map(() => [] as number[]);
  for (let turn = 0; turn < turns; turn++)
    for (const [index, username_or_email] of names.entries()) {
      const began = performance.now();
      const { body } = await services.call(login, { username_or_email, password: 'not this one' });
      times[index]!.push(performance.now() - began);
      expect(body.code).toBe('INVALID_CREDENTIALS');
    }
  return times.map(typical);
}

describe('the time of a sign-in', () => {
  it.each<[string, 'username' | 'email', string]>([
    ['user name', 'username', 'nobody'],
    ['e-mail address', 'email', 'nobody@example.org'],
  ])(
    'is the same for an unknown %s as for a wrong password',
    async (_, key, unknown) => {
      const member = await memberWithPassword(services);
      const name = member.row[key];
      await timesOf([name, unknown], 5);
      const [wrong, absent, again] = (await timesOf([name, unknown, name])) as [number, number, number];
      // The tolerance is the noise of two equal measurements, or a few percent: a missing hash is most of the time.
      const noise = Math.max(Math.abs(again - wrong) * 3, wrong * 0.15);
      expect(Math.abs(absent - (wrong + again) / 2)).toBeLessThan(noise);
    },
    120_000,
  );
});
