import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exchangeToken } from '@paddock/contract/calls/sessions';
import { UnsecuredJWT } from 'jose';
import { startIdentityProvider } from '../../../../test/identity-provider.js';
import type { TestServices } from '../../../../test/start-test-services.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import {
  failed,
  motorsport,
  refused,
  type Returned,
  ThirdPartyServices,
} from '../../../../test/third-party-services.js';

let whole: ThirdPartyServices;
let services: TestServices;
beforeAll(async () => {
  whole = await ThirdPartyServices.start();
  ({ services } = whole);
});
afterAll(() => whole.close());

describe('a provider’s response', () => {
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
    expect(refused(await whole.finish(change(await whole.returned(whole.person()))))).toEqual(failed);
  });

  it('is refused with the state of another browser', async () => {
    const [mine, theirs] = [await whole.returned(whole.person()), await whole.returned(whole.person())];
    expect(refused(await whole.finish({ ...mine, state: theirs.state }))).toEqual(failed);
    expect(refused(await whole.finish({ ...mine, state: theirs.state, nonce: theirs.nonce }))).toEqual(failed);
  });

  it('is accepted once, also in concurrent calls', async () => {
    const answer = await whole.returned(whole.person());
    const both = await Promise.all([whole.finish(answer), whole.finish(answer)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(refused(await whole.finish(answer))).toEqual(failed);
  });

  it('is refused after ten minutes', async () => {
    const answer = await whole.returned(whole.person());
    const past = { $set: { expires: new Date(Date.now() - 1) } };
    await services.get(Mongo).connection.collection('third_party_attempts').updateMany({}, past);
    expect(refused(await whole.finish(answer))).toEqual(failed);
  });

  it('is refused in another community', async () => {
    const answer = await whole.returned(whole.person());
    expect(refused(await whole.finish(answer, { host: 'workplace.localhost' }))).toEqual(failed);
  });
});

describe('a token from a URL', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const claims = (sub: string, nonce: string) => ({
    ...{ iss: whole.provider.issuer, aud: whole.provider.clientId, sub, nonce, iat: now(), exp: now() + 300 },
    ...whole.provider.accounts[sub],
  });

  it.each(['id_token', 'jwt'])('is accepted as %s, once', async (field) => {
    const { nonce } = await whole.begin();
    const input = { [field]: await whole.provider.sign(claims(whole.person(), nonce)), nonce };
    const { status, body } = await whole.finish(input);
    expect(status).toBe(200);
    const self = await services.call(exchangeToken, { login_token: body.token }, motorsport);
    expect(self.body.user.fullname).toBe('Iris Vane');
    expect(refused(await whole.finish(input))).toEqual(failed);
  });

  it.each<[string, object]>([
    ['for another audience', { aud: 'another-app' }],
    ['for several, without saying for whom', { aud: ['paddock', 'another-app'], azp: 'another-app' }],
    ['that has expired', { iat: 0, exp: 1 }],
    ['that never expires', { exp: undefined }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['with another nonce', { nonce: 'x'.repeat(43) }],
    ['without a nonce', { nonce: undefined }],
    ['without a subject', { sub: undefined }],
  ])('is refused %s', async (_, change) => {
    const { nonce } = await whole.begin();
    const id_token = await whole.provider.sign({ ...claims(whole.person(), nonce), ...change });
    expect(refused(await whole.finish({ id_token, nonce }))).toEqual(failed);
  });

  it('is refused unsigned and signed by another key', async () => {
    const other = await startIdentityProvider();
    const sub = whole.person();
    for (const make of [
      async (nonce: string) => new UnsecuredJWT(claims(sub, nonce)).encode(),
      (nonce: string) => other.sign(claims(sub, nonce)),
      (nonce: string) => other.sign(claims(sub, nonce), { kid: 'unknown' }),
      async (nonce: string) => `${(await whole.provider.sign(claims(sub, nonce))).slice(0, -4)}AAAA`,
    ]) {
      const { nonce } = await whole.begin();
      expect(refused(await whole.finish({ id_token: await make(nonce), nonce }))).toEqual(failed);
    }
    await other.stop();
  });

  it('is refused without this browser’s nonce, whatever its own nonce is', async () => {
    const { nonce } = await whole.begin();
    const id_token = await whole.provider.sign(claims(whole.person(), nonce));
    expect(refused(await whole.finish({ id_token }))).toEqual(failed);
    const forged = 'n'.repeat(43);
    const unasked = await whole.provider.sign(claims(whole.person(), forged));
    expect(refused(await whole.finish({ id_token: unasked, nonce: forged }))).toEqual(failed);
  });
});
