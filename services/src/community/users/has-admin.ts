import { type Places, placesOf } from '@paddock/contract/core/workplaces';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import type { UserRepository } from './user.repository.js';

/** Whether a community has an admin, of the whole or of a workplace. */
export async function hasAdmin(users: UserRepository, community: { id: string } & Places): Promise<boolean> {
  const tenant = tenantOf(community.id);
  const found = await Promise.all([users.admins(tenant, 'community'), users.admins(tenant, placesOf(community))]);
  return found.flat().length > 0;
}
