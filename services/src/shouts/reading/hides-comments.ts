import type { Communities } from '../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** Whether the stored comments are hidden (flag `disable_comments`). */
export function hidesComments(communities: Communities, { community }: Tenant): boolean {
  return communities.find(community)?.flags.disable_comments === true;
}
