import { z } from 'zod';
import { defineCall, done, id } from '../core/call.js';
import { secret } from '../core/secret.js';

/** The address of the provider's page, with what the browser keeps until it comes back. */
const begun = z.object({ link: z.string(), state: z.string(), nonce: z.string() });
/** The password again. */
const password = secret(z.string().max(1000)).optional();

/**
 * The address of the third-party button. The browser stores `state` and `nonce`, and accepts only a reply that matches them.
 */
export const readThirdPartyLink = defineCall({
  name: 'third_party_auth.link',
  method: 'GET',
  path: '/third_party_auth/link',
  summary: 'Begin a third-party sign-in',
  input: {},
  reply: begun,
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
  errors: [
    'THIRD_PARTY_FAILED',
    'THIRD_PARTY_UNVERIFIED',
    'THIRD_PARTY_NOT_LINKED',
    'SECOND_FACTOR_REQUIRED',
    'THIRD_PARTY_TAKEN',
  ],
});

/** Begins to link an account of the provider to the own one; {@link thirdPartyLogin} finishes it. Requires the password again. */
export const linkIdentity = defineCall({
  name: 'account.link_identity',
  method: 'POST',
  path: '/users/me/identities',
  summary: 'Begin to link a third-party account',
  input: { password },
  reply: begun,
  permission: 'account.security',
  errors: ['WRONG_PASSWORD', 'FEATURE_DISABLED', 'THIRD_PARTY_FAILED'],
});

/** The account no longer signs in, and from then on no account is linked by its address alone. Requires the password again. */
export const removeIdentity = defineCall({
  name: 'account.remove_identity',
  method: 'DELETE',
  path: '/users/me/identities/{id}',
  summary: 'Remove a linked third-party account',
  input: { id, password },
  reply: done,
  permission: 'account.security',
  /** WRONG_PASSWORD: also for an account without a password, which would have no way in left. */
  errors: ['WRONG_PASSWORD', 'NOT_FOUND'],
});
