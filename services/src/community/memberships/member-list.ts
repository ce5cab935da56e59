import type { Flags } from '@paddock/contract/core/flags';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { MembershipRow } from './membership.schema.js';
import type { UserRow } from '../users/user.schema.js';

/** Whether a member may see a group's members and their number (hide_members; specification A §6). */
export function seesMembers(
  flags: Flags,
  user: UserRow,
  workplace: string,
  membership: MembershipRow | null,
  isReadable: boolean,
): boolean {
  if (isWorkplaceAdmin(user, workplace)) return true;
  if (flags.hide_members === true) return false;
  if (membership?.role === 'owner') return true;
  if (flags.hide_members === 'members') return false;
  return membership !== null || (isReadable && !flags.can_only_view_users_in_my_groups);
}
