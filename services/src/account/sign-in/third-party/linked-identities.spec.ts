import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changePassword, login, readSelf, signUp } from '@paddock/contract/calls/account';
import { activate } from '@paddock/contract/calls/email-verification';
import { resetPassword } from '@paddock/contract/calls/password-reset';
import { readSecurity } from '@paddock/contract/calls/second-factor';
import { exchangeToken } from '@paddock/contract/calls/sessions';
import { linkIdentity, removeIdentity } from '@paddock/contract/calls/third-party';
import { mailTo, pinMail } from '../../../../test/mails.js';
import { memberWithPassword, testPassword } from '../../../../test/member-with-password.js';
import { newcomer } from '../../../../test/sign-up-input.js';
import type { TestMember, TestServices } from '../../../../test/start-test-services.js';
import { failed, motorsport, refused, ThirdPartyServices } from '../../../../test/third-party-services.js';
import { underFlags } from '../../../../test/under-flags.js';
import { AccountAddressRepository } from '../../../community/users/account-address.repository.js';
import { LinkTokens } from '../../../infrastructure/links/link-tokens.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { tenantOf } from '../../../infrastructure/tenancy/tenant.js';
import { LinkedIdentities } from '../../credentials/linked-identities.js';
import { AuthenticatorRepository } from '../../credentials/second-factor/authenticator.repository.js';

let whole: ThirdPartyServices;
let services: TestServices;
beforeAll(async () => {
  whole = await ThirdPartyServices.start();
  ({ services } = whole);
});
afterAll(() => whole.close());

const tenant = tenantOf('motorsport');
const newPassword = 'slick tyres 2026';
const notLinked = [403, 'THIRD_PARTY_NOT_LINKED'];
const wrongPassword = [403, 'WRONG_PASSWORD'];
const security = async (as: TestMember) => (await services.call(readSecurity, {}, { as })).body;
const signIn = (username_or_email: string, password: string) =>
  services.call(login, { username_or_email, password }, motorsport);
const remove = (as: TestMember, id: string, password?: string) =>
  services.call(removeIdentity, { id, password }, { as });
const begin = (as: TestMember, password?: string) => services.call(linkIdentity, { password }, { as });
async function reset({ id: user, row }: Pick<TestMember, 'id' | 'row'>) {
  const link = { kind: 'reset_password', user, facts: { email: row.email }, lifetimeMs: 60_000 } as const;
  const password_token = await services.get(LinkTokens).make(tenant, link);
  return services.call(resetPassword, { password_token, password: newPassword }, motorsport);
}
async function confirmAuthenticator(user: string) {
  await services.get(AuthenticatorRepository).start(tenant, user, 'sealed');
  const rows = services.get(Mongo).connection.collection<{ _id: string }>('authenticators');
  await rows.updateOne({ _id: user }, { $set: { confirmed: true } });
}

/** A member with a password whose account at the provider has the same address. */
async function withProvider() {
  const sub = whole.person();
  return { sub, member: await memberWithPassword(services, { email: `${sub}@example.org` }) };
}
/** The same, signed in there once. */
async function linked() {
  const { sub, member } = await withProvider();
  expect((await whole.enter(sub)).id).toBe(member.id);
  const [identity] = (await security(member)).identities;
  return { sub, member, identity: identity! };
}
/** A member who signed up by the provider. */
async function withoutPassword() {
  const { id, email } = await whole.enter(whole.person());
  return { id, row: { ...(await services.member()).row, email } };
}

describe('an account whose address a link verified without its session', () => {
  it('loses what its creator set when the reader of the address signs in by a provider', async () => {
    const sub = whole.person();
    const input = { ...newcomer(), email: `${sub}@example.org` };
    const { body: made } = await services.call(signUp, input, motorsport);
    const { token: email_token } = await pinMail(services, input.email);
    await services.call(activate, { email_token }, motorsport);
    await confirmAuthenticator(made.user.id);
    const user = await underFlags(services, 'motorsport', { totp: true }, () => whole.enter(sub));
    expect(user.id).toBe(made.user.id);
    const creator = { ...(await services.member()), id: made.user.id, token: made.token };
    expect((await services.call(readSelf, {}, { as: creator })).body.code).toBe('INVALID_TOKEN');
    expect((await signIn(input.username, input.password)).body.code).toBe('INVALID_CREDENTIALS');
    expect(await services.get(AuthenticatorRepository).ofUser(tenant, made.user.id)).toBeNull();
    await mailTo(services, input.email, 'another person could have chosen the password');
    expect((await whole.enter(sub)).id).toBe(made.user.id);
  });

  it('is taken over by a provider also after its creator linked another account and removed it', async () => {
    const sub = whole.person();
    const input = { ...newcomer(), email: `${sub}@example.org` };
    const { body: made } = await services.call(signUp, input, motorsport);
    const { token: email_token } = await pinMail(services, input.email);
    await services.call(activate, { email_token }, motorsport);
    const creator = { ...(await services.member()), id: made.user.id, token: made.token };
    const { body: link } = await begin(creator, input.password);
    expect((await whole.finish(await whole.answerTo(link, whole.person()))).status).toBe(200);
    const [identity] = (await security(creator)).identities;
    expect((await remove(creator, identity!.id, input.password)).status).toBe(200);
    expect((await whole.enter(sub)).id).toBe(made.user.id);
    expect((await signIn(input.username, input.password)).body.code).toBe('INVALID_CREDENTIALS');
  });
});

it('a change of address that was taken back opens the account to no link by the address', async () => {
  const { sub, member } = await withProvider();
  await reset(member);
  const addresses = services.get(AccountAddressRepository);
  const own = member.row.email;
  const [from, to] = [own, `x-${own}`];
  await services.get(Mongo).transaction(async (session) => {
    await addresses.moveEmail(tenant, member.id, { from, to }, { session });
    await addresses.moveEmail(tenant, member.id, { from: to, to: from, byLink: true }, { session });
  });
  expect(refused(await whole.finish(await whole.returned(sub)))).toEqual(notLinked);
  expect((await signIn(member.row.username, newPassword)).status).toBe(200);
});

describe(LinkedIdentities, () => {
  it('are listed by the provider’s name, without their subject', async () => {
    const { sub, member, identity } = await linked();
    const body = await security(member);
    expect(body).toMatchObject({ identities: [{ provider: 'Club account' }], password: true });
    expect(new Date(identity.linked).getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(JSON.stringify(body.identities)).not.toContain(sub);
    for (const third_party_auth of [false, whole.settings({ issuer: 'https://id.example.org' })])
      await underFlags(services, 'motorsport', { third_party_auth }, async () => {
        expect((await security(member)).identities).toMatchObject([{ provider: '127.0.0.1' }]);
      });
  });

  describe('removed after the password', () => {
    it('sign in no longer, and their owner gets a mail', async () => {
      const { sub, member, identity } = await linked();
      for (const password of [undefined, '', 'not this one'])
        expect(refused(await remove(member, identity.id, password))).toEqual(wrongPassword);
      const other = await memberWithPassword(services);
      expect(refused(await remove(other, identity.id, testPassword))).toEqual([404, 'NOT_FOUND']);
      const both = await Promise.all([1, 2].map(() => remove(member, identity.id, testPassword)));
      expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
      expect((await security(member)).identities).toEqual([]);
      expect(refused(await whole.finish(await whole.returned(sub)))).toEqual(notLinked);
      await mailTo(services, member.row.email, 'Linked third-party accounts were removed');
      expect((await services.call(readSelf, {}, { as: member })).status).toBe(200);
    });

    it('stay where the account has no password: it would have no way in left', async () => {
      const sub = whole.person();
      const user = await whole.enter(sub);
      const { body } = await whole.finish(await whole.returned(sub));
      const { token } = (await services.call(exchangeToken, { login_token: body.token }, motorsport)).body;
      const as = { ...(await services.member()), id: user.id, token };
      const { identities, password } = await security(as);
      expect(password).toBe(false);
      for (const given of [undefined, '', testPassword])
        expect(refused(await remove(as, identities[0]!.id, given))).toEqual(wrongPassword);
      expect((await whole.enter(sub)).id).toBe(user.id);
    });
  });

  describe('after a reset by mail', () => {
    it('sign in no longer, nor does another account of the provider with the address', async () => {
      const { sub, member } = await linked();
      const { body } = await whole.finish(await whole.returned(sub));
      expect((await reset(member)).status).toBe(200);
      const exchanged = await services.call(exchangeToken, { login_token: body.token }, motorsport);
      expect(refused(exchanged)).toEqual([401, 'INVALID_TOKEN']);
      const prepared = whole.person({ email: member.row.email });
      for (const one of [sub, prepared])
        expect(refused(await whole.finish(await whole.returned(one)))).toEqual(notLinked);
      await mailTo(services, member.row.email, 'Linked third-party accounts were removed');
    });

    it.each([
      ['with a password', async () => (await withProvider()).member],
      ['without a password', withoutPassword],
    ])('are not back when one was linked at the same time, to an account %s', async (_, make) => {
      for (let round = 0; round < 5; round++) {
        const member = await make();
        const answer = await whole.returned(whole.person({ email: member.row.email }));
        const [, changed] = await Promise.all([whole.finish(answer), reset(member)]);
        expect(changed.status).toBe(200);
        const rows = services.get(Mongo).connection.collection('third_party_identities');
        expect(await rows.countDocuments({ user: member.id })).toBe(0);
      }
    });
  });

  describe('linked after the password', () => {
    it('sign in, whatever their address, also to an account with a second factor', async () => {
      const { member } = await withProvider();
      const other = whole.person({ email_verified: false });
      await confirmAuthenticator(member.id);
      await underFlags(services, 'motorsport', { totp: true }, async () => {
        for (const password of [undefined, '', 'not this one'])
          expect(refused(await begin(member, password))).toEqual(wrongPassword);
        const answer = await whole.answerTo((await begin(member, testPassword)).body, other);
        expect((await whole.finish(answer)).status).toBe(200);
        expect(refused(await whole.finish(answer))).toEqual(failed);
        expect((await whole.enter(other)).id).toBe(member.id);
      });
      await mailTo(services, member.row.email, 'A third-party account was linked');
    });

    it('work again after a removal', async () => {
      const { sub, member, identity } = await linked();
      await remove(member, identity.id, testPassword);
      const answer = await whole.answerTo((await begin(member, testPassword)).body, sub);
      expect((await whole.finish(answer)).status).toBe(200);
      expect((await whole.enter(sub)).id).toBe(member.id);
    });

    it('are refused once the password has changed', async () => {
      const { sub, member } = await withProvider();
      const answer = await whole.answerTo((await begin(member, testPassword)).body, sub);
      const passwords = { password: testPassword, new_password: newPassword, confirm_password: newPassword };
      const change = { id: member.id, verb: 'change_password' as const, ...passwords };
      expect((await services.call(changePassword, change, { as: member })).status).toBe(200);
      expect(refused(await whole.finish(answer))).toEqual(failed);
      expect((await security(member)).identities).toEqual([]);
    });

    it('are refused when they sign another member in', async () => {
      const { sub, member } = await linked();
      const other = await memberWithPassword(services);
      const answer = await whole.answerTo((await begin(other, testPassword)).body, sub);
      expect(refused(await whole.finish(answer))).toEqual([409, 'THIRD_PARTY_TAKEN']);
      expect((await whole.enter(sub)).id).toBe(member.id);
    });

    it('are off when the deployment has no provider', async () => {
      const { member } = await withProvider();
      await underFlags(services, 'motorsport', { third_party_auth: false }, async () => {
        expect(refused(await begin(member, testPassword))).toEqual([403, 'FEATURE_DISABLED']);
      });
    });
  });
});
