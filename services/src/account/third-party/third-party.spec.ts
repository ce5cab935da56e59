import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { login, readSelf } from '@paddock/contract/account';
import { exchangeToken } from '@paddock/contract/sessions';
import { readThirdPartyLink, thirdPartyLogin } from '@paddock/contract/third-party';
import { UnsecuredJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { type IdentityProvider, signInAtProvider, startIdentityProvider } from '../../../test/identity-provider.js';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { Mongo } from '../../platform/mongo/mongo.js';
import { tenantOf } from '../../platform/tenancy/tenant.js';
import { UserRepository } from '../../platform/users/user.repository.js';
import { AuthenticatorRepository } from '../second-factor/authenticator.repository.js';
import { memberWithPassword, testPassword } from '../member-with-password.js';
import { ThirdPartyService } from './third-party.service.js';

let provider: IdentityProvider;
let services: TestServices;
beforeAll(async () => {
  const redirects = ['motorsport', 'workplace'].map((community) => `http://${community}.localhost:0/loading`);
  provider = await startIdentityProvider(redirects);
  services = await startTestServices({
    OUTBOUND_ALLOW: provider.pair,
    THIRD_PARTY_SECRETS: JSON.stringify({ motorsport: provider.clientSecret, workplace: provider.clientSecret }),
    RATE_LIMITS: 'off',
  });
  for (const community of ['motorsport', 'workplace'])
    await services.configure(community, (file) => Object.assign(file.flags, { third_party_auth: settings() }));
}, 60_000);
afterAll(async () => {
  await services.close();
  await provider.stop();
});

const settings = (change: object = {}) => ({
  title: 'Club account',
  issuer: provider.issuer,
  client_id: provider.clientId,
  ...change,
});
const motorsport = { host: 'motorsport.localhost' };
const refused = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const failed = [401, 'THIRD_PARTY_FAILED'];

/** Somebody that the provider knows. */
function person(said: Record<string, unknown> = {}): string {
  const sub = `p_${randomUUID().slice(0, 8)}`;
  provider.accounts[sub] = {
    ...{ email: `${sub}@example.org`, email_verified: true, name: 'Iris Vane', preferred_username: sub },
    ...said,
  };
  return sub;
}
const begin = async (options = motorsport) => (await services.call(readThirdPartyLink, {}, options)).body;
type Returned = { code: string; state: string; iss: string; nonce: string };
/** What a browser brings back from the provider's page, with what it kept. */
async function returned(sub: string, options = motorsport): Promise<Returned> {
  const { link, nonce } = await begin(options);
  const back = await signInAtProvider(link, sub);
  return { ...Object.fromEntries(back.searchParams), nonce } as Returned;
}
const finish = (input: object, options = motorsport) => services.call(thirdPartyLogin, input, options);
async function enter(sub: string, options = motorsport) {
  const { status, body } = await finish(await returned(sub, options), options);
  expect(status).toBe(200);
  const exchanged = await services.call(exchangeToken, { login_token: body.token }, options);
  expect(exchanged.status).toBe(200);
  return exchanged.body.user;
}

describe(ThirdPartyService, () => {
  it('asks the provider for a code with PKCE, state and nonce, and leads back to the loading page', async () => {
    const { link, state, nonce } = await begin();
    const { origin, searchParams } = new URL(link);
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: 'http://motorsport.localhost:0/loading',
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    expect(state.length).toBeGreaterThanOrEqual(43);
    const again = await begin();
    expect(again.state).not.toBe(state);
    expect(again.nonce).not.toBe(nonce);
  });

  describe('a new person', () => {
    it('becomes a member with what the provider says, and is the same one the next time', async () => {
      const sub = person({ preferred_username: 'iris.vane' });
      const user = await enter(sub);
      expect(user).toMatchObject({
        username: 'iris_vane',
        fullname: 'Iris Vane',
        email: `${sub}@example.org`,
        email_verified: true,
        pending: false,
      });
      provider.accounts[sub]!['email'] = 'moved@example.org';
      expect((await enter(sub)).id).toBe(user.id);
    });

    it('gets another user name where theirs is taken', async () => {
      const [first, second] = [
        await enter(person({ preferred_username: 'Max' })),
        await enter(person({ preferred_username: 'max' })),
      ];
      expect(first.username).toBe('Max');
      expect(second.username).toBe('max2');
    });

    it.each([
      [{ preferred_username: undefined, name: undefined }, /^p_[0-9a-f]{8}$/],
      [{ preferred_username: 'jürgen@example.org' }, /^jurgen/],
      [{ preferred_username: 'عمر', name: 'عمر خالد' }, /^p_[0-9a-f]{8}$/],
      [{ preferred_username: 'x'.repeat(500) }, /^x{25}$/],
      [{ preferred_username: { $gt: '' }, name: ['a'] }, /^p_[0-9a-f]{8}$/],
    ])('is made a user name of what there is: %j', async (said, expected) => {
      expect((await enter(person(said))).username).toMatch(expected);
    });

    it('waits for approval where admins decide', async () => {
      const user = await underFlags(services, 'motorsport', { admin_approval_required: true }, () => enter(person()));
      expect(user).toMatchObject({ email_verified: true, pending: true });
    });

    it('is made once by two windows at once', async () => {
      const sub = person();
      const replies = await Promise.all([returned(sub), returned(sub)]).then((both) =>
        Promise.all(both.map((one) => finish(one))),
      );
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      const found = await services.get(UserRepository).byEmail(tenantOf('motorsport'), `${sub}@example.org`);
      const identities = services.get(Mongo).connection.collection('third_party_identities');
      expect(await identities.countDocuments({ user: found!._id })).toBe(1);
    });

    it('comes anew when the account that was theirs is gone', async () => {
      const sub = person();
      const former = await enter(sub);
      await services
        .get(Mongo)
        .connection.collection('users')
        .deleteOne({ _id: former.id as never });
      services.get(Mongo).wrote('users', undefined);
      expect((await enter(sub)).id).not.toBe(former.id);
    });

    it('is another member in another community', async () => {
      const sub = person();
      const here = await enter(sub);
      const there = await enter(sub, { host: 'workplace.localhost' });
      expect(there.id).not.toBe(here.id);
    });
  });

  describe('an account with the same address', () => {
    it('is linked where both sides proved it', async () => {
      const sub = person();
      const member = await services.member({ email: `${sub}@Example.org` });
      expect((await enter(sub)).id).toBe(member.id);
    });

    it.each([false, undefined, 'true', 1])(
      'is not linked, and none is made, while the provider says %p',
      async (email_verified) => {
        const known = person({ email_verified });
        await services.member({ email: `${known}@example.org` });
        expect(refused(await finish(await returned(known)))).toEqual([403, 'THIRD_PARTY_UNVERIFIED']);
        const unknown = person({ email_verified });
        expect(refused(await finish(await returned(unknown)))).toEqual([403, 'THIRD_PARTY_UNVERIFIED']);
        expect(await services.get(UserRepository).byEmail(tenantOf('motorsport'), `${unknown}@example.org`)).toBeNull();
      },
    );

    it.each([undefined, '', 'nobody', 'a@b'])('needs an address: %p', async (email) => {
      expect(refused(await finish(await returned(person({ email }))))).toEqual([403, 'THIRD_PARTY_UNVERIFIED']);
    });

    it('is not linked when it never proved the address: who prepared it keeps nothing', async () => {
      const sub = person();
      const squatter = await services.member({ email: `${sub}@example.org`, email_verified: false });
      const user = await enter(sub);
      expect(user.id).not.toBe(squatter.id);
      const row = await services.get(UserRepository).byId(tenantOf('motorsport'), squatter.id);
      expect(row).toMatchObject({ email_verified: false });
      expect(row!.held_email).toBeUndefined();
    });

    it('is not linked by its address alone while a second factor guards it', async () => {
      const sub = person();
      const member = await services.member({ email: `${sub}@example.org` });
      const rows = services.get(Mongo).connection.collection('authenticators');
      await services.get(AuthenticatorRepository).start(tenantOf('motorsport'), member.id, 'sealed');
      await rows.updateOne({ _id: member.id as never }, { $set: { confirmed: true } });
      await underFlags(services, 'motorsport', { totp: true }, async () => {
        expect(refused(await finish(await returned(sub)))).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
      });
      expect((await enter(sub)).id).toBe(member.id);
    });

    it('goes on with its own password', async () => {
      const sub = person();
      const member = await memberWithPassword(services, { email: `${sub}@example.org` });
      await enter(sub);
      const reply = await services.call(login, { username_or_email: member.username, password: testPassword });
      expect(reply.status).toBe(200);
    });
  });

  describe('the answer of a provider', () => {
    it.each<[string, (answer: Returned) => object]>([
      ['an altered state', (answer) => ({ ...answer, state: `${answer.state}x` })],
      ['no state', ({ state: _, ...answer }) => answer],
      ['an altered code', (answer) => ({ ...answer, code: `${answer.code}x` })],
      ['an empty code', (answer) => ({ ...answer, code: '' })],
      ['no nonce: a browser that did not begin it', ({ nonce: _, ...answer }) => answer],
      ['another nonce', (answer) => ({ ...answer, nonce: 'x'.repeat(43) })],
      ['another provider', (answer) => ({ ...answer, iss: 'https://evil.example' })],
      ['none named', ({ iss: _, ...answer }) => answer],
    ])('is refused with %s', async (_, change) => {
      expect(refused(await finish(change(await returned(person()))))).toEqual(failed);
    });

    it('is refused with the state of another browser', async () => {
      const [mine, theirs] = [await returned(person()), await returned(person())];
      expect(refused(await finish({ ...mine, state: theirs.state }))).toEqual(failed);
      expect(refused(await finish({ ...mine, state: theirs.state, nonce: theirs.nonce }))).toEqual(failed);
    });

    it('is good once, also when it comes twice at once', async () => {
      const answer = await returned(person());
      const both = await Promise.all([finish(answer), finish(answer)]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
      expect(refused(await finish(answer))).toEqual(failed);
    });

    it('is refused after ten minutes', async () => {
      const answer = await returned(person());
      const past = { $set: { expires: new Date(Date.now() - 1) } };
      await services.get(Mongo).connection.collection('third_party_attempts').updateMany({}, past);
      expect(refused(await finish(answer))).toEqual(failed);
    });

    it('is refused in another community', async () => {
      const answer = await returned(person());
      expect(refused(await finish(answer, { host: 'workplace.localhost' }))).toEqual(failed);
    });
  });

  describe('a token from an address', () => {
    const now = () => Math.floor(Date.now() / 1000);
    const claims = (sub: string, nonce: string) => ({
      ...{ iss: provider.issuer, aud: provider.clientId, sub, nonce, iat: now(), exp: now() + 300 },
      ...provider.accounts[sub],
    });

    it.each(['id_token', 'jwt'])('is taken as %s, once', async (field) => {
      const { nonce } = await begin();
      const input = { [field]: await provider.sign(claims(person(), nonce)), nonce };
      const { status, body } = await finish(input);
      expect(status).toBe(200);
      const self = await services.call(exchangeToken, { login_token: body.token }, motorsport);
      expect(self.body.user.fullname).toBe('Iris Vane');
      expect(refused(await finish(input))).toEqual(failed);
    });

    it.each<[string, object]>([
      ['for somebody else', { aud: 'another-app' }],
      ['for several, without saying for whom', { aud: ['paddock', 'another-app'], azp: 'another-app' }],
      ['that has expired', { iat: 0, exp: 1 }],
      ['that never expires', { exp: undefined }],
      ['of another issuer', { iss: 'https://evil.example' }],
      ['with another nonce', { nonce: 'x'.repeat(43) }],
      ['without a nonce', { nonce: undefined }],
      ['about nobody', { sub: undefined }],
    ])('is refused %s', async (_, change) => {
      const { nonce } = await begin();
      const id_token = await provider.sign({ ...claims(person(), nonce), ...change });
      expect(refused(await finish({ id_token, nonce }))).toEqual(failed);
    });

    it('is refused unsigned, and signed by another key', async () => {
      const other = await startIdentityProvider([]);
      const sub = person();
      for (const make of [
        async (nonce: string) => new UnsecuredJWT(claims(sub, nonce)).encode(),
        (nonce: string) => other.sign(claims(sub, nonce)),
        (nonce: string) => other.sign(claims(sub, nonce), { kid: 'unknown' }),
        async (nonce: string) => `${(await provider.sign(claims(sub, nonce))).slice(0, -4)}AAAA`,
      ]) {
        const { nonce } = await begin();
        expect(refused(await finish({ id_token: await make(nonce), nonce }))).toEqual(failed);
      }
      await other.stop();
    });

    it('is refused without the nonce of this browser, whatever it says itself', async () => {
      const { nonce } = await begin();
      const id_token = await provider.sign(claims(person(), nonce));
      expect(refused(await finish({ id_token }))).toEqual(failed);
      const forged = 'n'.repeat(43);
      const unasked = await provider.sign(claims(person(), forged));
      expect(refused(await finish({ id_token: unasked, nonce: forged }))).toEqual(failed);
    });
  });

  it('gives a token that is good once, and is no session', async () => {
    const { body } = await finish(await returned(person()));
    const member = await services.member();
    const self = await services.call(readSelf, {}, { as: { ...member, token: body.token } });
    expect(refused(self)).toEqual([401, 'INVALID_TOKEN']);
    const both = await Promise.all(
      [1, 2].map(() => services.call(exchangeToken, { login_token: body.token }, motorsport)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it.each<[string, () => object | false]>([
    ['a private address', () => settings({ issuer: 'http://127.0.0.1:9' })],
    ['no encryption', () => settings({ issuer: 'http://example.org' })],
    ['another issuer in its document', () => settings({ issuer: provider.issuer.replace('127.0.0.1', 'localhost') })],
  ])('refuses a provider with %s', async (_, third_party_auth) => {
    await underFlags(services, 'motorsport', { third_party_auth: third_party_auth() }, async () => {
      expect(refused(await services.call(readThirdPartyLink, {}, motorsport))).toEqual(failed);
    });
  });

  it('is off where the deployment names no provider', async () => {
    const answer = await returned(person());
    await underFlags(services, 'motorsport', { third_party_auth: false }, async () => {
      expect(refused(await services.call(readThirdPartyLink, {}, motorsport))).toEqual([403, 'FEATURE_DISABLED']);
      expect(refused(await finish(answer))).toEqual([403, 'FEATURE_DISABLED']);
    });
  });

  it('writes no secret, code, state, nonce or token to the log, and says there what went wrong', async () => {
    const answer = await returned(person());
    await finish({ ...answer, code: `${answer.code}x` });
    const good = await returned(person());
    const { body } = await finish(good);
    const log = services.log.join('');
    expect(log).toContain('third-party sign-in failed');
    const { iss: _, ...secrets } = answer;
    for (const secret of [provider.clientSecret, body.token, ...Object.values(secrets), good.code])
      expect(log).not.toContain(secret);
  });
});
