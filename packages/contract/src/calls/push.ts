import { z } from 'zod';
import { defineCall, done, id } from '../core/call.js';
import { secret } from '../core/secret.js';

const base64url = (min: number, max: number) => z.string().regex(new RegExp(`^[\\w-]{${min},${max}}=*$`));

/** What a browser needs to subscribe, and whether the caller's session has a subscription. */
export const readPush = defineCall({
  name: 'notifications.push',
  method: 'GET',
  path: '/users/push',
  summary: 'The key for push subscriptions, and whether this session has one',
  input: {},
  reply: z.object({ key: z.string(), registered: z.boolean() }),
  permission: 'notifications.read',
});

/**
 * Registers the browser's push subscription for the caller's session, in place of an earlier one (A §7). It ends with the session. A person
 * who knows endpoint and keys can send to this browser, so they never travel in an address.
 */
export const registerDevice = defineCall({
  name: 'notifications.register_device',
  method: 'POST',
  path: '/users/register_device/{id}',
  summary: 'Register this device for push messages',
  input: {
    id,
    endpoint: secret(z.url({ protocol: /^https?$/ }).max(1000)),
    /** The browser's public key (P-256) and its authentication secret. */
    p256dh: secret(base64url(87, 88)),
    auth: secret(base64url(22, 24)),
  },
  reply: done,
  permission: 'notifications.read',
  errors: ['FORBIDDEN'],
});

/** Ends the push subscription of the caller's session; repeatable. */
export const unregisterDevice = defineCall({
  name: 'notifications.unregister_device',
  method: 'DELETE',
  path: '/users/register_device/{id}',
  summary: 'End push messages to this device',
  input: { id },
  reply: done,
  permission: 'notifications.read',
  errors: ['FORBIDDEN'],
});

/** The content of a push message, encrypted for one browser; the service worker shows it. */
export const pushMessage = z.object({
  /** Names the subject: a later message with the same tag replaces the shown one. */
  tag: z.string(),
  /** The notification's id in the list. */
  id: z.string(),
  /** The community. */
  title: z.string(),
  /** The notification's text in the member's language. */
  body: z.string(),
  /** Target below the hash, with its workplace. */
  address: z.string(),
  language: z.string(),
});
export type PushMessage = z.output<typeof pushMessage>;
