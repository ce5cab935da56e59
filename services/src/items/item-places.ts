import type { ItemType } from '@paddock/contract/calls/items';
import { isWorkplaceAdmin, missingAccess } from '@paddock/contract/calls/users';
import type { Caller } from '../community/calls/caller.js';
import { checkFeature } from '../community/calls/permission-check.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';
import { tenantOf, type Tenant } from '../infrastructure/tenancy/tenant.js';
import type { ItemRow } from './item.schema.js';

/** The tenant that stores an item: the default workplace for plans, the caller's workplace for other types. */
export function writeTenant(tenant: Tenant, type: ItemType): Tenant {
  return type === 'subscription' ? tenantOf(tenant.community) : tenant;
}

/** The tenants to read items from: lists of the default workplace belong to every workplace too. */
export function readTenants(tenant: Tenant, type: ItemType): Tenant[] {
  if (type === 'dynamic-list' && tenant.workplace !== '') return [tenantOf(tenant.community), tenant];
  return [writeTenant(tenant, type)];
}

/** Super admins write plans, workplace admins the rest; default-workplace entries: only admins of the default workplace. */
export function mayWrite({ tenant, user }: Caller, { type, workplace }: Pick<ItemRow, 'type' | 'workplace'>): boolean {
  if (!user) return false;
  if (type === 'subscription') return user.admin;
  return workplace === tenant.workplace && isWorkplaceAdmin(user, workplace);
}

export function isMember({ user, config }: Caller): boolean {
  return user !== undefined && missingAccess(user, config) === undefined;
}

/**
 * Checks that the caller may read a type. Visitors read lists (A §5: sign-up forms show them), members without access read plans
 * (A §2: they must choose one).
 *
 * @throws INVALID_TOKEN, the code of {@link missingAccess}, FEATURE_DISABLED.
 */
export function checkReadable(caller: Caller, type: ItemType): void {
  if (type === 'dynamic-list') return;
  if (!caller.user) throw new PaddockError('INVALID_TOKEN');
  if (type === 'subscription') return;
  const missing = missingAccess(caller.user, caller.config);
  if (missing) throw new PaddockError(missing);
  checkDeployed(caller, type);
}

/** @throws FEATURE_DISABLED for home pages where home is not deployed. */
export function checkDeployed({ config }: Caller, type: ItemType): void {
  if (type === 'home') checkFeature('home.read', config);
}
