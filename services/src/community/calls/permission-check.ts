import { tabsOf, type Deployment } from '@paddock/contract/core/deployment';
import { type AnyPermission, ruleOf } from '@paddock/contract/core/permissions';
import type { Flags } from '@paddock/contract/core/flags';
import { isWorkplaceAdmin, missingAccess } from '@paddock/contract/calls/users';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { belongsTo, type UserRow } from '../users/user.schema.js';

/** @throws FEATURE_DISABLED when the community's config turns the permission's feature off. */
export function checkFeature(permission: AnyPermission, { flags, tabs }: Pick<Deployment, 'flags' | 'tabs'>): void {
  const rule = ruleOf(permission);
  const deployed = tabsOf({ tabs });
  const isOff =
    (rule.tabs !== undefined && !rule.tabs.some((tab) => deployed.includes(tab))) ||
    rule.unless?.some((flag) => flags[flag] === true) ||
    rule.needs?.some((flag) => flags[flag] === false);
  if (isOff) throw new PaddockError('FEATURE_DISABLED');
}

/**
 * @throws INVALID_TOKEN without a required user; EMAIL_NOT_VERIFIED, PENDING_APPROVAL, ACCESS_DENIED, ACCESS_FORBIDDEN,
 * SUBSCRIPTION_REQUIRED for a user who is not a full member; FORBIDDEN for an insufficient role.
 */
export function checkRole(
  permission: AnyPermission,
  tenant: Tenant,
  user: UserRow | undefined,
  flags: Pick<Flags, 'subscription_required'>,
): void {
  const { role } = ruleOf(permission);
  if (role === 'anyone') return;
  if (!user) throw new PaddockError('INVALID_TOKEN');
  if (role === 'session') return;
  const missing = missingAccess(user, flags);
  if (missing) throw new PaddockError(missing);
  if (role === 'member') return;
  const isAllowed = role === 'super_admin' ? user.admin : isWorkplaceAdmin(user, tenant.workplace);
  if (!isAllowed) throw new PaddockError('FORBIDDEN');
}

/** Whether the workplace exists in the community and the user belongs to it; '' is open to all. */
export function mayEnter(workplace: string, config: Deployment, user: UserRow): boolean {
  const exists = workplace === '' || config.workplaces.some((entry) => entry.id === workplace);
  return exists && belongsTo(user, workplace);
}

/** @throws FORBIDDEN where the user may not {@link mayEnter}. */
export function checkWorkplace(workplace: string, config: Deployment, user: UserRow): void {
  if (!mayEnter(workplace, config, user)) throw new PaddockError('FORBIDDEN');
}
