import { z } from 'zod';
import { defineCall } from '../core/call.js';
import { secret } from '../core/secret.js';

/** Where the third-party button leads. The browser keeps `state` and `nonce`, and takes an answer for these only. */
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
 * Ends it: a `code` with the `state` and `iss` that came with it, or an `id_token` (also as `jwt`); either with the `nonce` that the
 * link gave this browser, so that an address alone, stolen or sent to somebody, opens nothing. The token is good once, for two
 * minutes, for `users/exchange_token`.
 */
export const thirdPartyLogin = defineCall({
  name: 'third_party_auth.login',
  method: 'PUT',
  path: '/third_party_auth/login',
  summary: 'Finish a third-party sign-in',
  input: {
    code: secret(z.string().max(4000)).optional(),
    state: secret(z.string().max(200)).optional(),
    /** The provider that answers (RFC 9207); some send it beside the code. */
    iss: z.string().max(1000).optional(),
    id_token: secret(z.string().max(16_000)).optional(),
    jwt: secret(z.string().max(16_000)).optional(),
    nonce: secret(z.string().max(200)).optional(),
  },
  reply: z.object({ token: z.string() }),
  permission: 'account.third_party',
  errors: ['THIRD_PARTY_FAILED', 'THIRD_PARTY_UNVERIFIED', 'SECOND_FACTOR_REQUIRED'],
});
