import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSelf } from '@paddock/contract/calls/account';
import {
  addPasskey,
  passkeyLogin,
  readSecurity,
  removePasskey,
  startPasskey,
  startPasskeyLogin,
} from '@paddock/contract/calls/second-factor';
import { mailTo } from '../../../../test/mails.js';
import { startTestServices, type TestMember, type TestServices } from '../../../../test/start-test-services.js';
import { underFlags } from '../../../../test/under-flags.js';
import { CommunityAddress } from '../../../infrastructure/links/community-address.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { memberWithPassword, testPassword } from '../../../../test/member-with-password.js';
import { PasskeysService } from './passkeys.service.js';
import { SoftwareAuthenticator } from '../../../../test/software-authenticator.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
  for (const community of ['motorsport', 'workplace'])
    await services.configure(community, (file) => Object.assign(file.flags, { passkeys: true }));
});
afterAll(() => services.close());

const host = 'workplace.localhost';
const place = (community = 'workplace') => {
  const origin = services.get(CommunityAddress).origin(community);
  return { origin, rpId: new URL(origin).hostname };
};
const refused = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

async function registration(member: TestMember): Promise<string> {
  const { body } = await services.call(startPasskey, { password: testPassword }, { as: member });
  return body.options['challenge'] as string;
}
async function withPasskey(
  given: { language?: string } = {},
): Promise<{ member: TestMember; key: SoftwareAuthenticator; id: string }> {
  const member = await memberWithPassword(services, { community: 'workplace', ...given });
  const key = new SoftwareAuthenticator();
  const response = key.create({ challenge: await registration(member), ...place() });
  const added = await services.call(addPasskey, { name: 'Phone', response }, { as: member });
  expect(added.status).toBe(200);
  return { member, key, id: added.body.id };
}
async function challenged(at = host) {
  const { body } = await services.call(startPasskeyLogin, {}, { host: at });
  return { challenge_id: body.challenge_id, challenge: body.options['challenge'] as string };
}
async function signIn(key: SoftwareAuthenticator, change: object = {}) {
  const { challenge_id, challenge } = await challenged();
  key.counter += 1;
  const response = key.get({ challenge, ...place(), ...change });
  return services.call(passkeyLogin, { challenge_id, response }, { host });
}

describe(PasskeysService, () => {
  it('accepts a passkey in place of password and second factor', async () => {
    const { member, key } = await withPasskey();
    const reply = await signIn(key);
    expect(reply.body.user.id).toBe(member.id);
    const self = await services.call(readSelf, {}, { as: { ...member, token: reply.body.token } });
    expect(self.status).toBe(200);
  });

  it('lists the member’s passkeys with their last use', async () => {
    const { member, key, id } = await withPasskey();
    const before = await services.call(readSecurity, {}, { as: member });
    expect(before.body.passkeys).toEqual([{ id, name: 'Phone', created: expect.any(String) }]);
    await signIn(key);
    const after = await services.call(readSecurity, {}, { as: member });
    expect(after.body.passkeys[0]!.last_used).toEqual(expect.any(String));
  });

  it('mails the owner in their language when a passkey is added and when one is removed', async () => {
    const { member, id } = await withPasskey({ language: 'ar' });
    await mailTo(services, member.row.email, 'أُضيف مفتاح مرور');
    await services.call(removePasskey, { id }, { as: member });
    await mailTo(services, member.row.email, 'أُزيل مفتاح مرور');
  });

  describe('adding', () => {
    it('asks for the password', async () => {
      const member = await memberWithPassword(services, { community: 'workplace' });
      for (const password of [undefined, '', 'not this one'])
        expect(refused(await services.call(startPasskey, { password }, { as: member }))).toEqual([
          403,
          'WRONG_PASSWORD',
        ]);
    });

    it('accepts a challenge once', async () => {
      const { member } = await withPasskey();
      const challenge = await registration(member);
      const add = () =>
        services.call(
          addPasskey,
          { name: 'Key', response: new SoftwareAuthenticator().create({ challenge, ...place() }) },
          { as: member },
        );
      expect((await add()).status).toBe(200);
      expect(refused(await add())).toEqual([401, 'PASSKEY_FAILED']);
    });

    it.each([
      ['another page', { origin: 'http://evil.localhost:4000' }],
      ['another community', { rpId: 'motorsport.localhost' }],
      ['an unverified user', { unverified: true }],
      ['a challenge that was not given', { challenge: 'AAAA' }],
    ])('refuses a passkey for %s', async (_, change) => {
      const member = await memberWithPassword(services, { community: 'workplace' });
      const challenge = await registration(member);
      const response = new SoftwareAuthenticator().create({ challenge, ...place(), ...change });
      expect(refused(await services.call(addPasskey, { name: 'Key', response }, { as: member }))).toEqual([
        401,
        'PASSKEY_FAILED',
      ]);
    });

    it('refuses another member’s challenge', async () => {
      const [member, other] = [
        await memberWithPassword(services, { community: 'workplace' }),
        await memberWithPassword(services, { community: 'workplace' }),
      ];
      const response = new SoftwareAuthenticator().create({ challenge: await registration(other), ...place() });
      const reply = await services.call(addPasskey, { name: 'Key', response }, { as: member });
      expect(refused(reply)).toEqual([401, 'PASSKEY_FAILED']);
    });

    it('refuses a passkey that a member has already', async () => {
      const { member, key } = await withPasskey();
      const response = key.create({ challenge: await registration(member), ...place() });
      const reply = await services.call(addPasskey, { name: 'Again', response }, { as: member });
      expect(refused(reply)).toEqual([401, 'PASSKEY_FAILED']);
    });

    it.each([{}, { id: 1 }, { id: 'a', response: { clientDataJSON: {} } }, { response: 'x'.repeat(1000) }])(
      'returns the same error for nonsense as for any other failure: %j',
      async (response) => {
        const member = await memberWithPassword(services, { community: 'workplace' });
        await registration(member);
        const reply = await services.call(addPasskey, { name: 'Key', response }, { as: member });
        expect(refused(reply)).toEqual([401, 'PASSKEY_FAILED']);
        const login = await services.call(passkeyLogin, { challenge_id: 'a', response }, { host });
        expect(refused(login)).toEqual([401, 'PASSKEY_FAILED']);
      },
    );
  });

  describe('signing in', () => {
    it.each([
      ['another page', { origin: 'http://workplace.localhost.evil.example' }],
      ['another community’s passkeys', { rpId: 'motorsport.localhost' }],
      ['a device that did not verify its user', { unverified: true }],
      ['a challenge of its own making', { challenge: 'AAAA' }],
    ])('refuses %s', async (_, change) => {
      const { key } = await withPasskey();
      expect(refused(await signIn(key, change))).toEqual([401, 'PASSKEY_FAILED']);
      expect((await signIn(key)).status).toBe(200);
    });

    it('refuses a replayed response', async () => {
      const { key } = await withPasskey();
      const { challenge_id, challenge } = await challenged();
      key.counter += 1;
      const input = { challenge_id, response: key.get({ challenge, ...place() }) };
      const both = await Promise.all([1, 2].map(() => services.call(passkeyLogin, input, { host })));
      expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
      expect(refused(await services.call(passkeyLogin, input, { host }))).toEqual([401, 'PASSKEY_FAILED']);
    });

    it('refuses a response to another sign-in’s challenge', async () => {
      const { key } = await withPasskey();
      const [own, others] = [await challenged(), await challenged()];
      key.counter += 1;
      const response = key.get({ challenge: others.challenge, ...place() });
      const reply = await services.call(passkeyLogin, { challenge_id: own.challenge_id, response }, { host });
      expect(refused(reply)).toEqual([401, 'PASSKEY_FAILED']);
    });

    it('refuses a challenge after five minutes', async () => {
      const { key } = await withPasskey();
      const { challenge_id, challenge } = await challenged();
      const past = { $set: { expires: new Date(Date.now() - 1) } };
      await services.get(Mongo).connection.collection('passkey_challenges').updateMany({}, past);
      key.counter += 1;
      const response = key.get({ challenge, ...place() });
      const reply = await services.call(passkeyLogin, { challenge_id, response }, { host });
      expect(refused(reply)).toEqual([401, 'PASSKEY_FAILED']);
    });

    it('refuses a passkey of another community, in both communities', async () => {
      const { key } = await withPasskey();
      const { challenge_id, challenge } = await challenged('motorsport.localhost');
      key.counter += 1;
      const there = { challenge_id, response: key.get({ challenge, ...place('motorsport') }) };
      const reply = await services.call(passkeyLogin, there, { host: 'motorsport.localhost' });
      expect(refused(reply)).toEqual([401, 'PASSKEY_FAILED']);
    });

    it('refuses another key with a known id', async () => {
      const { key } = await withPasskey();
      const forged = new SoftwareAuthenticator();
      key.id.copy(forged.id);
      expect(refused(await signIn(forged))).toEqual([401, 'PASSKEY_FAILED']);
    });

    it('refuses a cloned key, whose counter lags behind', async () => {
      const { key } = await withPasskey();
      key.counter = 5;
      expect((await signIn(key)).status).toBe(200);
      key.counter = 4;
      expect(refused(await signIn(key))).toEqual([401, 'PASSKEY_FAILED']);
    });

    it('refuses a removed passkey', async () => {
      const { member, key, id } = await withPasskey();
      const other = await memberWithPassword(services, { community: 'workplace' });
      expect(refused(await services.call(removePasskey, { id }, { as: other }))).toEqual([404, 'NOT_FOUND']);
      expect((await services.call(removePasskey, { id }, { as: member })).status).toBe(200);
      expect(refused(await signIn(key))).toEqual([401, 'PASSKEY_FAILED']);
      expect((await services.call(readSelf, {}, { as: member })).status).toBe(200);
    });
  });

  it('is off unless the deployment turns it on', async () => {
    const { member, key, id } = await withPasskey();
    const { challenge_id, challenge } = await challenged();
    await underFlags(services, 'workplace', { passkeys: false }, async () => {
      key.counter += 1;
      const response = key.get({ challenge, ...place() });
      const replies = [
        await services.call(startPasskeyLogin, {}, { host }),
        await services.call(passkeyLogin, { challenge_id, response }, { host }),
        await services.call(startPasskey, { password: testPassword }, { as: member }),
        await services.call(addPasskey, { name: 'Key', response }, { as: member }),
        await services.call(removePasskey, { id }, { as: member }),
      ];
      expect(replies.map(refused)).toEqual(replies.map(() => [403, 'FEATURE_DISABLED']));
      expect((await services.call(readSelf, {}, { as: member })).status).toBe(200);
    });
    expect((await signIn(key)).status).toBe(200);
  });
});
