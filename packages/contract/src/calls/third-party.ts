import { z } from 'zod';
import { defineCall } from '../core/call.js';
import { secret } from '../core/secret.js';

/**
 * The address of the third-party button. The browser stores `state` and `nonce`, and accepts only a reply that matches them.
 */
export const readThirdPartyLink = defineCall({
  name: 'third_party_auth.link',
  method: 'GET',
  path: '/third_party_auth/link',
  summary: 'Begin a third-party sign-in',
  input: {},
  reply: z.object({ link: z.string(), state: z.string(), nonce: z.string() }),
  permission: 'account.third_party',
  errors: ['THIRD_PARTY_FAILED'],
});

/**
 * Completes the sign-in: a `code` with its `state` and `iss`, or an `id_token` (also as `jwt`); either with the `nonce` that
 * the link gave this browser, so that a stolen or forwarded address is useless. The token is valid once, for two minutes, in
 * `users/exchange_token`.
 */
export const thirdPartyLogin = defineCall({
  name: 'third_party_auth.login',
  method: 'PUT',
  path: '/third_party_auth/login',
  summary: 'Finish a third-party sign-in',
  input: {
    code: secret(z.string().max(4000)).optional(),
    state: secret(z.string().max(200)).optional(),
    /** The issuer of the reply (RFC 9207), which some providers send beside the code. */
    iss: z.string().max(1000).optional(),
    id_token: secret(z.string().max(16_000)).optional(),
    jwt: secret(z.string().max(16_000)).optional(),
    nonce: secret(z.string().max(200)).optional(),
  },
  reply: z.object({ token: z.string() }),
  permission: 'account.third_party',
  errors: ['THIRD_PARTY_FAILED', 'THIRD_PARTY_UNVERIFIED', 'SECOND_FACTOR_REQUIRED'],
});
