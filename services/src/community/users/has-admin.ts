import type { Places } from '@paddock/contract/core/workplaces';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import type { UserRepository } from './user.repository.js';

/** Whether a community has an admin, of the whole or of a workplace. */
export async function hasAdmin(users: UserRepository, { id, workplaces }: { id: string } & Places): Promise<boolean> {
  const places = ['', ...workplaces.map((workplace) => workplace.id)];
  const found = await Promise.all([users.admins(tenantOf(id), 'community'), users.admins(tenantOf(id), places)]);
  return found.flat().length > 0;
}
