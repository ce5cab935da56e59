import { z } from 'zod';
import { defineCall, done, id, instant } from '../core/call.js';
import { language } from '../core/deployment.js';
import { secret } from '../core/secret.js';
import { mailingTypes, preferences, self } from './users.js';

/**
 * What a notice can tell of, each with its facts: people and titles as they were then, never somebody's own words. A kind joins here,
 * in the service that registers it, and in the texts of the page that shows it.
 */
export const noticeKinds = {
  /** `where`: the group's title; empty in a direct chat. */
  mention: ['who', 'where'],
  /** `who` liked last of `count`; a further like on the same shout moves the one notice up again. */
  like: ['who', 'count'],
  /** For admins: `who` waits. */
  access_requested: ['who'],
  access_granted: [],
} as const satisfies Record<string, readonly string[]>;
export type NoticeKind = keyof typeof noticeKinds;

/** An in-app notice to one member. Its text is the client's, by `kind`; a client that does not know a kind leaves it out. */
export const notification = z.object({
  /** Changes when something new is folded into the notice: it is a later one then. */
  id,
  kind: z.string(),
  facts: z.record(z.string(), z.string()),
  /** An address below the hash to go to, where the deployment has it. */
  address: z.string().optional(),
  created: instant,
  read: z.boolean(),
});
export type Notification = z.output<typeof notification>;

export const readNotifications = defineCall({
  name: 'notifications.list',
  method: 'GET',
  path: '/notifications',
  summary: 'Notices to oneself in this workplace, newest first',
  input: { before: z.string().max(80).optional(), count: z.coerce.number().int().min(1).max(100).default(20) },
  reply: z.object({ notifications: z.array(notification), unread: z.number().int(), next: z.string().optional() }),
  permission: 'notifications.read',
});

/** All of them up to and with `id`. */
export const markNotificationsRead = defineCall({
  name: 'notifications.read',
  method: 'PUT',
  path: '/notifications/read',
  summary: 'Mark notices as read',
  input: { id },
  reply: z.object({ unread: z.number().int() }),
  permission: 'notifications.read',
});

/**
 * The settings' notification drawer (A §7) and the choice of a language: only what changes is sent. `pn_sponsors` is a JSON text by
 * namespace; `language` is one of the deployment's.
 */
export const updatePreferences = defineCall({
  name: 'account.update_preferences',
  method: 'PUT',
  path: '/users/{id}',
  summary: 'Change what one is told of, how, and in which language',
  input: {
    id,
    ...preferences.omit({ pn_sponsors: true }).shape,
    pn_sponsors: z.string().max(5000).optional(),
    language: language.optional(),
  },
  reply: self,
  permission: 'account.preferences',
  /** FEATURE_DISABLED: `mailing_dm` where there are no direct messages. */
  errors: ['FORBIDDEN', 'FEATURE_DISABLED'],
});

/** A mail's standing address: turns one type of mail off, and can be used again. */
export const unsubscribe = defineCall({
  name: 'account.unsubscribe',
  method: 'PUT',
  path: '/users/unsubscribe',
  summary: 'Turn one type of mail off by the link that stands in each',
  input: { notification_type: z.enum(mailingTypes), mailing_token: secret(z.string().max(200)) },
  reply: done,
  permission: 'account.by_link',
  errors: ['LINK_INVALID'],
});
