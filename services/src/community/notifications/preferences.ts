import type { MailingType, NotificationType } from '@paddock/contract/calls/users';
import type { Flags } from '@paddock/contract/core/flags';
import type { UserRow } from '../users/user.schema.js';

type Wishes = Pick<UserRow, 'preferences'>;

/**
 * Whether a member wants this type of notification; a missing preference counts as true (A §3). `namespace` belongs to
 * `pn_sponsors`.
 */
export function wantsNotification(
  { preferences }: Wishes,
  type: NotificationType | 'pn_sponsors' | 'always',
  namespace = '',
): boolean {
  if (type === 'always') return true;
  if (type !== 'pn_sponsors') return preferences?.[type] !== false;
  const by = preferences?.pn_sponsors;
  return !by || !Object.hasOwn(by, namespace) || by[namespace] !== false;
}

/** Whether a member wants this type of mail. Mails about direct messages require direct messages in the community. */
export function wantsMail(
  { preferences }: Wishes,
  type: MailingType,
  { direct_messages_enabled }: Pick<Flags, 'direct_messages_enabled'>,
): boolean {
  if (type === 'mailing_dm' && direct_messages_enabled === false) return false;
  return preferences?.[type] !== false;
}
