import { z } from 'zod';
import { defineCall, done, id, instant } from '../core/call.js';
import { secret } from '../core/secret.js';
import { self } from './users.js';

/** A signed-in device of a member. `id` is not the token and grants nothing. */
export const deviceSession = z.object({
  id,
  /** Whether it is the caller's session. */
  current: z.boolean(),
  created: instant,
  last_used: instant,
  /** The client's own description at sign-in: browser or app, system, model. */
  device: z.string(),
});
export type DeviceSession = z.output<typeof deviceSession>;

export const readSessions = defineCall({
  name: 'account.sessions',
  method: 'GET',
  path: '/users/me/sessions',
  summary: 'The devices that one is signed in on',
  input: {},
  reply: z.object({ sessions: z.array(deviceSession) }),
  permission: 'account.read',
});

export const endSession = defineCall({
  name: 'account.end_session',
  method: 'DELETE',
  path: '/users/me/sessions/{id}',
  summary: 'Log another device out',
  input: { id },
  reply: done,
  permission: 'account.leave',
  errors: ['NOT_FOUND'],
});

/**
 * Landing's `?token=`: exchanges a session token, or the single-use token of a third-party sign-in, for a new session and ends
 * the given one (the decisions to the specification, Names and calls).
 */
export const exchangeToken = defineCall({
  name: 'account.exchange_token',
  method: 'PUT',
  path: '/users/exchange_token',
  summary: 'Change a token from an address for a session',
  input: { login_token: secret(z.string().min(1).max(200)) },
  reply: z.object({ token: z.string(), user: self }),
  permission: 'account.enter',
});

/** A signed token, valid for 5 minutes, that other systems can check with the published key set. */
export const readJwt = defineCall({
  name: 'account.me_jwt',
  method: 'GET',
  path: '/users/me_jwt',
  summary: 'A short-lived signed token of who one is',
  input: {},
  reply: z.object({ jwt: z.string() }),
  permission: 'account.jwt',
});

export const readKeySet = defineCall({
  name: 'account.key_set',
  method: 'GET',
  path: '/jwks',
  summary: 'The public keys that signed tokens are checked by',
  input: {},
  reply: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  permission: 'account.enter',
});
