import type { ItemType } from '@paddock/contract/calls/items';
import { isWorkplaceAdmin, missingAccess } from '@paddock/contract/calls/users';
import type { Caller } from '../community/calls/caller.js';
import { checkFeature } from '../community/calls/permission-check.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';
import { tenantOf, type Tenant } from '../infrastructure/tenancy/tenant.js';
import type { ItemRow } from './item.schema.js';

/** Where an item of a type is written: plans in the community's own place, everything else in the caller's. */
export function placeOf(tenant: Tenant, type: ItemType): Tenant {
  return type === 'subscription' ? tenantOf(tenant.community) : tenant;
}

/** Where items of a type are read: lists of the default option belong to every workplace too. */
export function placesOf(tenant: Tenant, type: ItemType): Tenant[] {
  if (type === 'dynamic-list' && tenant.workplace !== '') return [tenantOf(tenant.community), tenant];
  return [placeOf(tenant, type)];
}

/** Super admins write plans, admins of the workplace the rest; an entry of the default option only who is an admin there. */
export function mayWrite({ tenant, user }: Caller, { type, workplace }: Pick<ItemRow, 'type' | 'workplace'>): boolean {
  if (!user) return false;
  if (type === 'subscription') return user.admin;
  return workplace === tenant.workplace && isWorkplaceAdmin(user, workplace);
}

export function isMember({ user, flags }: Caller): boolean {
  return user !== undefined && missingAccess(user, flags) === undefined;
}

/**
 * Who may read a type (A §5: sign-up forms show lists; A §2: whoever must choose a plan sees them).
 *
 * @throws INVALID_TOKEN, what {@link missingAccess} says, FEATURE_DISABLED.
 */
export function checkReadable(caller: Caller, type: ItemType): void {
  if (type === 'dynamic-list') return;
  if (!caller.user) throw new PaddockError('INVALID_TOKEN');
  if (type === 'subscription') return;
  const missing = missingAccess(caller.user, caller.flags);
  if (missing) throw new PaddockError(missing);
  checkFeature('home.read', caller.config);
}
