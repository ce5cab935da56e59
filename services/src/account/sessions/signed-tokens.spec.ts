import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readJwt, readKeySet } from '@paddock/contract/calls/sessions';
import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from 'jose';
import { request } from 'undici';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import type { Environment } from '../../infrastructure/environment/environment.js';
import { CommunityAddress } from '../../infrastructure/links/community-address.js';
import { SignedTokens } from './signed-tokens.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

const jwtOf = async (as: TestMember) => (await services.call(readJwt, {}, { as })).body.jwt;

/** The published keys as another system reads them: over HTTP at the community's host. */
function keysOf(community: string) {
  return createRemoteJWKSet(new URL(`http://127.0.0.1:${services.port}/api/jwks`), {
    [customFetch]: async (url: string) => {
      const { statusCode, body } = await request(url, { headers: { host: `${community}.localhost` } });
      return new Response(await body.text(), { status: statusCode });
    },
  });
}

describe(SignedTokens, () => {
  it('identifies the member for five minutes and verifies with the published key set', async () => {
    const member = await services.member({ community: 'workplace', workplace: 'hq' });
    const issuer = services.get(CommunityAddress).origin('workplace');
    const jwt = await jwtOf(member);
    const options = { issuer, audience: 'workplace', subject: member.id, algorithms: ['ES256'] };
    const { payload, protectedHeader } = await jwtVerify(jwt, keysOf('workplace'), options);
    expect(payload).toEqual({
      iss: issuer,
      aud: 'workplace',
      sub: member.id,
      username: member.username,
      name: member.row.fullname,
      workplace: 'hq',
      workplace_admin: false,
      iat: expect.any(Number),
      exp: payload.iat! + 300,
    });
    expect(protectedHeader).toMatchObject({ alg: 'ES256', kid: expect.any(String) });
    expect(JSON.stringify(decodeJwt(jwt))).not.toContain(member.row.email);
  });

  it('fails verification when altered, expired, or of another community', async () => {
    const member = await services.member();
    const jwt = await jwtOf(member);
    const keys = keysOf('motorsport');
    const [head, , signature] = jwt.split('.') as [string, string, string];
    const claims = Buffer.from(JSON.stringify({ ...decodeJwt(jwt), sub: 'somebody else' })).toString('base64url');
    await expect(jwtVerify(`${head}.${claims}.${signature}`, keys)).rejects.toThrow('signature');
    const late = new Date(Date.now() + 301_000);
    await expect(jwtVerify(jwt, keys, { currentDate: late })).rejects.toThrow('"exp"');
    await expect(jwtVerify(jwt, keysOf('workplace'))).rejects.toThrow('no applicable key');
  });

  it('publishes no private part', async () => {
    const { body } = await services.call(readKeySet, {});
    expect(body.keys).toHaveLength(1);
    expect(Object.keys(body.keys[0]!).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });

  it('derives the same key from the same secret in every process', async () => {
    const address = services.get(CommunityAddress);
    const of = async (secret: string, community = 'motorsport') =>
      (await new SignedTokens(address, { secret } as Environment).keySet(community)).keys[0]!['kid'];
    const [one, two] = ['x'.repeat(32), 'y'.repeat(32)];
    expect(await of(one)).toBe(await of(one));
    expect(await of(one)).not.toBe(await of(two));
    expect(await of(one)).not.toBe(await of(one, 'workplace'));
  });
});
