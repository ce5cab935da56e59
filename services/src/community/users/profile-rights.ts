import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../calls/caller.js';
import type { UserRow } from './user.schema.js';

type Editor = Pick<SignedInCaller, 'tenant' | 'user' | 'flags'>;

/** Workplace admins edit others' profiles and read-only fields (A §5, §6), unless the deployment turns it off. */
export function editsAsAdmin({ tenant, user, flags }: Editor): boolean {
  return isWorkplaceAdmin(user, tenant.workplace) && !flags.disable_admin_can_edit_profiles;
}

/** Whether the caller may change a profile that they see: their own, or as admin. */
export function canEditProfile(caller: Editor, member: Pick<UserRow, '_id'>): boolean {
  return member._id === caller.user._id || editsAsAdmin(caller);
}
