import type { Limit } from '../rate-limits/limits.js';
import type { MailTemplate } from './mail-data.js';

const hour = 3600;
const day = 24 * hour;
const limit = (points: number, seconds: number): Limit => ({ by: 'account', points, seconds, shared: true });

/**
 * Maximal number of mails of a kind to one address, across all requesters, so that forms cannot flood a mailbox. Further mails
 * are dropped silently.
 */
export const mailLimits: Readonly<Record<MailTemplate, Limit>> = {
  welcome: limit(3, day),
  email_pin: limit(8, hour),
  email_change: limit(8, hour),
  // The calls have a limit of their own. The owner must get them all.
  email_change_begun: limit(20, hour),
  address_in_use: limit(2, hour),
  address_unproved: limit(2, hour),
  reset_password: limit(4, hour),
  password_changed: limit(10, hour),
  security_changed: limit(20, hour),
  // Admins see applicants in the app as well.
  access_requested: limit(30, hour),
  // Owners see requests in the app as well.
  group_requested: limit(30, hour),
  // Those who decide see requests in the app as well.
  booking_requested: limit(60, hour),
  due_receipt: limit(60, hour),
  // Per address over all senders: the recipient may not know the community.
  invitation: limit(3, 7 * day),
  access_granted: limit(5, day),
  access_denied: limit(5, day),
  account_deleted: limit(5, day),
  notice: limit(60, hour),
};
