import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { login, readSelf } from '@paddock/contract/calls/account';
import { exchangeToken } from '@paddock/contract/calls/sessions';
import { readThirdPartyLink } from '@paddock/contract/calls/third-party';
import { mailTo } from '../../../../test/mails.js';
import type { TestServices } from '../../../../test/start-test-services.js';
import { underFlags } from '../../../../test/under-flags.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { tenantOf } from '../../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../../../community/users/user.repository.js';
import { memberWithPassword, testPassword } from '../../../../test/member-with-password.js';
import { AuthenticatorRepository } from '../../credentials/second-factor/authenticator.repository.js';
import { ThirdPartyService } from './third-party.service.js';
import { failed, motorsport, refused, ThirdPartyServices } from '../../../../test/third-party-services.js';

let whole: ThirdPartyServices;
let services: TestServices;
beforeAll(async () => {
  whole = await ThirdPartyServices.start();
  ({ services } = whole);
});
afterAll(() => whole.close());

describe(ThirdPartyService, () => {
  it('requests a code with PKCE, state and nonce, and returns to the loading page', async () => {
    const { link, state, nonce } = await whole.begin();
    const { origin, searchParams } = new URL(link);
    expect(origin).toBe(whole.provider.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: `http://motorsport.localhost:${services.port}/loading`,
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    expect(state.length).toBeGreaterThanOrEqual(43);
    const again = await whole.begin();
    expect(again.state).not.toBe(state);
    expect(again.nonce).not.toBe(nonce);
  });

  describe('a new person', () => {
    it('becomes a member from the provider’s claims, and is the same member the next time', async () => {
      const sub = whole.person({ preferred_username: 'iris.vane' });
      const user = await whole.enter(sub);
      expect(user).toMatchObject({
        username: 'iris_vane',
        fullname: 'Iris Vane',
        email: `${sub}@example.org`,
        email_verified: true,
        pending: false,
      });
      whole.provider.accounts[sub]!['email'] = 'moved@example.org';
      expect((await whole.enter(sub)).id).toBe(user.id);
    });

    it('gets another user name when theirs is taken', async () => {
      const [first, second] = [
        await whole.enter(whole.person({ preferred_username: 'Max' })),
        await whole.enter(whole.person({ preferred_username: 'max' })),
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
    ])('gets a user name from the claims: %j', async (claims, expected) => {
      expect((await whole.enter(whole.person(claims))).username).toMatch(expected);
    });

    it('waits for approval where admins approve members', async () => {
      const user = await underFlags(services, 'motorsport', { admin_approval_required: true }, () =>
        whole.enter(whole.person()),
      );
      expect(user).toMatchObject({ email_verified: true, pending: true });
    });

    it('becomes one member from two concurrent windows', async () => {
      const sub = whole.person();
      const replies = await Promise.all([whole.returned(sub), whole.returned(sub)]).then((both) =>
        Promise.all(both.map((one) => whole.finish(one))),
      );
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      const found = await services.get(UserRepository).byEmail(tenantOf('motorsport'), `${sub}@example.org`);
      const identities = services.get(Mongo).connection.collection('third_party_identities');
      expect(await identities.countDocuments({ user: found!._id })).toBe(1);
    });

    it('becomes a new member when the linked account was deleted', async () => {
      const sub = whole.person();
      const former = await whole.enter(sub);
      await services
        .get(Mongo)
        .connection.collection('users')
        .deleteOne({ _id: former.id as never });
      services.get(Mongo).wrote('users', undefined);
      expect((await whole.enter(sub)).id).not.toBe(former.id);
    });

    it('is another member in another community', async () => {
      const sub = whole.person();
      const here = await whole.enter(sub);
      const there = await whole.enter(sub, { host: 'workplace.localhost' });
      expect(there.id).not.toBe(here.id);
    });
  });

  describe('an account with the same address', () => {
    it('is linked when both sides verified it', async () => {
      const sub = whole.person();
      const member = await services.member({ email: `${sub}@Example.org` });
      expect((await whole.enter(sub)).id).toBe(member.id);
      await mailTo(services, `${sub}@example.org`, 'A third-party account was linked');
    });

    it('is linked although the deployment accepts such addresses no longer at sign-up', async () => {
      const [sub, newcomer] = [whole.person(), whole.person()];
      const member = await memberWithPassword(services, { email: `${sub}@example.org` });
      await underFlags(services, 'motorsport', { email_pattern: '^.+@club\\.example$' }, async () => {
        expect((await whole.enter(sub)).id).toBe(member.id);
        expect((await whole.enter(sub)).id).toBe(member.id);
        const refusal = refused(await whole.finish(await whole.returned(newcomer)));
        expect(refusal).toEqual([403, 'THIRD_PARTY_UNVERIFIED']);
      });
    });

    it.each([false, undefined, 'true', 1])(
      'is not linked, and no account is created, while email_verified is %p',
      async (email_verified) => {
        const known = whole.person({ email_verified });
        await services.member({ email: `${known}@example.org` });
        expect(refused(await whole.finish(await whole.returned(known)))).toEqual([403, 'THIRD_PARTY_UNVERIFIED']);
        const unknown = whole.person({ email_verified });
        expect(refused(await whole.finish(await whole.returned(unknown)))).toEqual([403, 'THIRD_PARTY_UNVERIFIED']);
        expect(await services.get(UserRepository).byEmail(tenantOf('motorsport'), `${unknown}@example.org`)).toBeNull();
      },
    );

    it.each([undefined, '', 'nobody', 'a@b'])('needs an address: %p', async (email) => {
      expect(refused(await whole.finish(await whole.returned(whole.person({ email }))))).toEqual([
        403,
        'THIRD_PARTY_UNVERIFIED',
      ]);
    });

    it('is not linked while unverified: the person who created it gains nothing', async () => {
      const sub = whole.person();
      const squatter = await services.member({ email: `${sub}@example.org`, email_verified: false });
      const user = await whole.enter(sub);
      expect(user.id).not.toBe(squatter.id);
      const row = await services.get(UserRepository).byId(tenantOf('motorsport'), squatter.id);
      expect(row).toMatchObject({ email_verified: false });
      expect(row!.held_email).toBeUndefined();
    });

    it('is not linked by its address while it has a second factor', async () => {
      const sub = whole.person();
      const member = await services.member({ email: `${sub}@example.org` });
      const rows = services.get(Mongo).connection.collection('authenticators');
      await services.get(AuthenticatorRepository).start(tenantOf('motorsport'), member.id, 'sealed');
      await rows.updateOne({ _id: member.id as never }, { $set: { confirmed: true } });
      await underFlags(services, 'motorsport', { totp: true }, async () => {
        expect(refused(await whole.finish(await whole.returned(sub)))).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
      });
      expect((await whole.enter(sub)).id).toBe(member.id);
    });

    it('keeps its own password', async () => {
      const sub = whole.person();
      const member = await memberWithPassword(services, { email: `${sub}@example.org` });
      await whole.enter(sub);
      const reply = await services.call(login, { username_or_email: member.username, password: testPassword });
      expect(reply.status).toBe(200);
    });
  });

  it('returns a single-use token that is no session', async () => {
    const { body } = await whole.finish(await whole.returned(whole.person()));
    const member = await services.member();
    const self = await services.call(readSelf, {}, { as: { ...member, token: body.token } });
    expect(refused(self)).toEqual([401, 'INVALID_TOKEN']);
    const both = await Promise.all(
      [1, 2].map(() => services.call(exchangeToken, { login_token: body.token }, motorsport)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it.each<[string, () => object | false]>([
    ['a private address', () => whole.settings({ issuer: 'http://127.0.0.1:9' })],
    ['no encryption', () => whole.settings({ issuer: 'http://example.org' })],
    [
      'another issuer in its document',
      () => whole.settings({ issuer: whole.provider.issuer.replace('127.0.0.1', 'localhost') }),
    ],
  ])('refuses a provider with %s', async (_, third_party_auth) => {
    await underFlags(services, 'motorsport', { third_party_auth: third_party_auth() }, async () => {
      expect(refused(await services.call(readThirdPartyLink, {}, motorsport))).toEqual(failed);
    });
  });

  it('is off when the deployment has no provider', async () => {
    const answer = await whole.returned(whole.person());
    await underFlags(services, 'motorsport', { third_party_auth: false }, async () => {
      expect(refused(await services.call(readThirdPartyLink, {}, motorsport))).toEqual([403, 'FEATURE_DISABLED']);
      expect(refused(await whole.finish(answer))).toEqual([403, 'FEATURE_DISABLED']);
    });
  });

  it('logs the cause of a failure, but no secret, code, state, nonce or token', async () => {
    const answer = await whole.returned(whole.person());
    await whole.finish({ ...answer, code: `${answer.code}x` });
    const good = await whole.returned(whole.person());
    const { body } = await whole.finish(good);
    const log = services.log.join('');
    expect(log).toContain('third-party sign-in failed');
    const { iss: _, ...secrets } = answer;
    for (const secret of [whole.provider.clientSecret, body.token, ...Object.values(secrets), good.code])
      expect(log).not.toContain(secret);
  });
});
