import { z } from 'zod';
import { defineCall, done, id, instant } from '../core/call.js';
import { secret } from '../core/secret.js';
import { isSpeakable, requiredInput, requiredLine } from '../core/speakable.js';
import { self } from './users.js';

/** Six digits of an authenticator, or a recovery code. */
const code = secret(z.string().trim().max(40));
const password = secret(z.string().max(1000)).optional();
/** Data that only the WebAuthn library makes and checks. */
const webauthn = z.record(z.string(), z.unknown());
const response = secret(webauthn.clone());

const given = z.string({ error: 'MISSING_PASSWORD' }).min(1, 'MISSING_PASSWORD');

/** The password again, before a credential is added to the account. */
export const ownPasswordForm = z.object({ password: given });
/** The authenticator's code, or a recovery code. */
export const codeForm = z.object({ code: requiredInput(40) });
export const removeTotpForm = z.object({ password: given, code: requiredInput(40) });
export const addPasskeyForm = z.object({ password: given, name: requiredLine(60) });

/** How a member's account is secured beside the password. */
export const readSecurity = defineCall({
  name: 'account.security',
  method: 'GET',
  path: '/users/me/security',
  summary: 'Passkeys, linked accounts and the second factor of the own account',
  input: {},
  reply: z.object({
    passkeys: z.array(z.object({ id, name: z.string(), created: instant, last_used: instant.optional() })),
    totp: z.boolean(),
    /** Number of unused recovery codes. */
    recovery_codes: z.number().int(),
    /** Linked accounts: the provider's title in the deployment, else its host name. */
    identities: z.array(z.object({ id, provider: z.string(), linked: instant })),
    /** False for a member who signed up by a provider and has set no password. */
    password: z.boolean(),
  }),
  permission: 'account.security',
});

/** Creates a secret, inactive until {@link confirmTotp} has verified it. Requires the password again. */
export const startTotp = defineCall({
  name: 'account.start_totp',
  method: 'POST',
  path: '/users/me/totp',
  summary: 'Begin to use an authenticator app as second factor',
  input: { password },
  /** `uri` is for the QR code, `secret` for typing. */
  reply: z.object({ secret: z.string(), uri: z.string() }),
  permission: 'account.totp',
  errors: ['WRONG_PASSWORD', 'CONFLICT'],
});

/** Turns the second factor on and returns the recovery codes, which are shown only once. */
export const confirmTotp = defineCall({
  name: 'account.confirm_totp',
  method: 'PUT',
  path: '/users/me/totp',
  summary: 'Prove the authenticator app',
  input: { code },
  reply: z.object({ recovery_codes: z.array(z.string()) }),
  permission: 'account.totp',
  errors: ['SECOND_FACTOR_INVALID', 'CONFLICT'],
});

export const removeTotp = defineCall({
  name: 'account.remove_totp',
  method: 'PUT',
  path: '/users/me/totp/remove',
  summary: 'Stop using the second factor',
  input: { password, code },
  reply: done,
  permission: 'account.totp',
  errors: ['WRONG_PASSWORD', 'SECOND_FACTOR_INVALID'],
});

/** Whether a member has an active authenticator app, so that the client can offer {@link liftTotp}. */
export const readMemberTotp = defineCall({
  name: 'account.member_totp',
  method: 'GET',
  path: '/users/{id}/totp',
  summary: 'Whether a member has a second factor',
  input: { id },
  reply: z.object({ totp: z.boolean() }),
  permission: 'account.lift_totp',
  errors: ['USER_NOT_FOUND'],
});

/** For members who lost device and recovery codes. Ends the member's sessions and informs them by mail. */
export const liftTotp = defineCall({
  name: 'account.lift_totp',
  method: 'PUT',
  path: '/users/{id}/totp/lift',
  summary: "Take a member's second factor off",
  input: { id },
  reply: done,
  permission: 'account.lift_totp',
  /** FORBIDDEN: for the caller's own, use {@link removeTotp}; NOT_FOUND: the member has none. */
  errors: ['USER_NOT_FOUND', 'NOT_FOUND', 'FORBIDDEN'],
});

export const startPasskey = defineCall({
  name: 'account.start_passkey',
  method: 'POST',
  path: '/users/me/passkeys/options',
  summary: 'Begin to add a passkey',
  input: { password },
  reply: z.object({ options: webauthn }),
  permission: 'account.passkeys',
  errors: ['WRONG_PASSWORD'],
});

export const addPasskey = defineCall({
  name: 'account.add_passkey',
  method: 'POST',
  path: '/users/me/passkeys',
  summary: 'Add a passkey',
  input: {
    name: z.string().trim().min(1, 'REQUIRED').max(60, 'LENGTH_PATTERN').refine(isSpeakable, 'INVALID_PATTERN'),
    response,
  },
  reply: z.object({ id }),
  permission: 'account.passkeys',
  errors: ['PASSKEY_FAILED'],
});

export const removePasskey = defineCall({
  name: 'account.remove_passkey',
  method: 'DELETE',
  path: '/users/me/passkeys/{id}',
  summary: 'Remove a passkey',
  input: { id },
  reply: done,
  permission: 'account.passkeys',
  errors: ['NOT_FOUND'],
});

export const startPasskeyLogin = defineCall({
  name: 'account.start_passkey_login',
  method: 'POST',
  path: '/users/passkey_login/options',
  summary: 'Begin to sign in with a passkey',
  input: {},
  reply: z.object({ options: webauthn, challenge_id: z.string() }),
  permission: 'account.passkey_login',
});

export const passkeyLogin = defineCall({
  name: 'account.passkey_login',
  method: 'PUT',
  path: '/users/passkey_login',
  summary: 'Sign in with a passkey',
  input: { challenge_id: z.string().max(80), response },
  reply: z.object({ token: z.string(), user: self }),
  permission: 'account.passkey_login',
  errors: ['PASSKEY_FAILED'],
});
