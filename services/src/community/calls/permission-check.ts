import { tabsOf, type Deployment } from '@paddock/contract/core/deployment';
import { type AnyPermission, ruleOf } from '@paddock/contract/core/permissions';
import { isWorkplaceAdmin, missingAccess } from '@paddock/contract/calls/users';
import { belongsTo, workplaceOf } from '@paddock/contract/core/workplaces';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { UserRow } from '../users/user.schema.js';

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
  config: Pick<Deployment, 'flags' | 'workplaces'>,
): void {
  const { role } = ruleOf(permission);
  if (role === 'anyone') return;
  if (!user) throw new PaddockError('INVALID_TOKEN');
  if (role === 'session') return;
  const missing = missingAccess(user, config);
  if (missing) throw new PaddockError(missing);
  if (role === 'member') return;
  const isAllowed = role === 'super_admin' ? user.admin : isWorkplaceAdmin(user, tenant.workplace);
  if (!isAllowed) throw new PaddockError('FORBIDDEN');
}

/**
 * The workplace of a request: the requested one, or without one ('' too) the user's first by title, as clients choose it. Where workplaces
 * are off, it is the default place also for windows that do not know that yet.
 *
 * @throws FORBIDDEN for a workplace that does not exist or is not the user's
 */
export function resolveWorkplace(requested: string, config: Deployment, user: UserRow): string {
  const isOff = !config.flags.workplaces_enabled && config.workplaces.some(({ id }) => id === requested);
  if (requested === '' || isOff) return workplaceOf(user, undefined, config);
  if (!belongsTo(user, requested, config)) throw new PaddockError('FORBIDDEN');
  return requested;
}
