import { z } from 'zod';
import { id, instant } from '../core/call.js';
import type { Flags } from '../core/flags.js';
import { belongsTo, type Places } from '../core/workplaces.js';

/** A member as others see them in rows, heads and piles. */
export const userCard = z.object({
  id,
  username: z.string(),
  fullname: z.string(),
  company: z.string().optional(),
  /** Signed address of the 200×200 picture. */
  profile_image: z.string().optional(),
  online: z.boolean(),
});
export type UserCard = z.output<typeof userCard>;

/** What a search adds to a member: whether they have blocked the caller, so that their row opens no chat (A §6). */
export const foundFields = { blocked_you: z.boolean().optional() };

export const aclEntry = z.object({ title: z.enum(['workplace_admin']), resources: z.array(z.string()) });

/** Types of mail that a member can turn off, each with its own unsubscribe address (A §3). */
export const mailingTypes = [
  'mailing_mention',
  'mailing_event',
  'mailing_classified_reminder',
  'mailing_important',
  'mailing_booking',
  'mailing_dm',
] as const;
export type MailingType = (typeof mailingTypes)[number];

export const notificationTypes = [
  'pn_event',
  'pn_file',
  'pn_mention',
  'pn_comment',
  'pn_like',
  'pn_booking',
  'pn_classified',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

const flag = z.boolean().optional();

/**
 * Notifications that a member wants: `pn_*` in the app, `mailing_*` by mail; and whether direct chats show what has been seen. A
 * missing one counts as true (A §3).
 */
export const preferences = z.object({
  pn_event: flag,
  pn_file: flag,
  pn_mention: flag,
  pn_like: flag,
  /** Comments on the member's own shouts. */
  pn_comment: flag,
  pn_booking: flag,
  pn_classified: flag,
  /** By the notices' namespace. */
  pn_sponsors: z.record(z.string().max(40), z.boolean()).optional(),
  mailing_mention: flag,
  mailing_event: flag,
  mailing_classified_reminder: flag,
  mailing_important: flag,
  mailing_booking: flag,
  /** Only where direct messages are enabled. */
  mailing_dm: flag,
  /** Reciprocal: off, a member neither shows to others what they have seen nor sees it of others. */
  seen_marks: flag,
});
export type Preferences = z.output<typeof preferences>;

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const isZone = (zone: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** The hours of the day, in the member's own zone, in which nothing is pushed. `to` before `from` is the next morning. */
const storedQuietHours = z.object({ from: timeOfDay, to: timeOfDay, zone: z.string().max(64).refine(isZone) });
export const quietHours = storedQuietHours.refine(({ from, to }) => from !== to);
export type QuietHours = z.output<typeof quietHours>;

const receipts = z.number().int().min(0).optional();

/** The signed-in member's own record (`GET users/me`), never sent to others. */
export const self = userCard.extend({
  email: z.string(),
  phone: z.string().optional(),
  description: z.string().optional(),
  job: z.string().optional(),
  tags: z.string().optional(),
  url: z.string().optional(),
  user_type: z.string().optional(),
  custom_field_0: z.string().optional(),
  /** All custom fields by name, also `custom_field_0`. */
  fields: z.record(z.string(), z.string()),
  /** Super admin. */
  admin: z.boolean(),
  acl: z.array(aclEntry),
  groups: z.array(id),
  read_only_groups: z.array(id),
  workplaces: z.array(z.string()),
  /** Ids of the members whom this one blocked. */
  blocked_users: z.array(id),
  last_activity: instant.optional(),
  email_verified: z.boolean(),
  pending: z.boolean(),
  /** An admin refused access; the waiting page says so. */
  denied: z.boolean(),
  /** Approved, but banned from the whole deployment: the forbidden page. */
  banned: z.boolean(),
  /** The plan's item id; absent without a plan. */
  subscription: id.optional(),
  ...preferences.shape,
  quiet_hours: storedQuietHours.optional(),
  /** The sum of the badges of the tabs. */
  badge: receipts,
  /** What is new to the member: counts of the deployment's tabs (A §3); absent where they are not read with the record. */
  event_new_receipts: receipts,
  classified_new_receipts: receipts,
  file_new_receipts: receipts,
  /** By the notices' namespace. */
  sponsor_new_receipts: z.record(z.string(), z.number().int()).optional(),
  language: z.string().optional(),
  created: instant,
});
export type Self = z.output<typeof self>;

/** True for a super admin and for a member whose acl names the workplace (A §6). */
export function isWorkplaceAdmin(user: Pick<Self, 'admin' | 'acl'>, workplace: string): boolean {
  return (
    user.admin || user.acl.some((entry) => entry.title === 'workplace_admin' && entry.resources.includes(workplace))
  );
}

/** True for a super admin and for an admin of a workplace of theirs: rights in one that they left or that was closed have no effect. */
export function isAdminAnywhere(user: Pick<Self, 'admin' | 'acl' | 'workplaces'>, places: Places): boolean {
  const named = user.acl.flatMap(({ title, resources }) => (title === 'workplace_admin' ? resources : []));
  return user.admin || named.some((workplace) => belongsTo(user, workplace, places));
}

/** Whether a member may invite (B §6): admins always, others unless the deployment disables it. */
export function mayInvite(
  user: Pick<Self, 'admin' | 'acl'>,
  workplace: string,
  { disable_invite_button_for_users }: Pick<Flags, 'disable_invite_button_for_users'>,
): boolean {
  return !disable_invite_button_for_users || isWorkplaceAdmin(user, workplace);
}

/**
 * The first reason why a signed-in member cannot use the community's pages; undefined for a full member. Super admins and
 * workplace admins need no plan (A §4, A §6): also in their other workplaces, because the page of plans leads to none of them. The
 * service refuses with it, and the shell opens the page that resolves it.
 */
export function missingAccess(
  user: Pick<Self, 'email_verified' | 'admin' | 'acl' | 'workplaces'> &
    Partial<Pick<Self, 'pending' | 'denied' | 'banned' | 'subscription'>>,
  community: Places & { readonly flags: Pick<Flags, 'subscription_required'> },
):
  | 'EMAIL_NOT_VERIFIED'
  | 'ACCESS_DENIED'
  | 'PENDING_APPROVAL'
  | 'ACCESS_FORBIDDEN'
  | 'SUBSCRIPTION_REQUIRED'
  | undefined {
  if (!user.email_verified) return 'EMAIL_NOT_VERIFIED';
  if (user.denied) return 'ACCESS_DENIED';
  if (user.pending) return 'PENDING_APPROVAL';
  if (user.banned) return 'ACCESS_FORBIDDEN';
  if (!community.flags.subscription_required || user.subscription) return undefined;
  return isAdminAnywhere(user, community) ? undefined : 'SUBSCRIPTION_REQUIRED';
}
