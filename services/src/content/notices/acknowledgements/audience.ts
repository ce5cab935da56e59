import { Injectable } from '@nestjs/common';
import { isWorkplaceAdmin, missingAccess } from '@paddock/contract/calls/users';
import { MembershipRepository } from '../../../community/memberships/membership.repository.js';
import type { MembershipRow } from '../../../community/memberships/membership.schema.js';
import { UserRepository } from '../../../community/users/user.repository.js';
import type { UserRow } from '../../../community/users/user.schema.js';
import { Communities } from '../../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';
import type { SponsorRow } from '../sponsor.schema.js';
import { Workplaces } from '../../../community/workplaces/workplaces.js';

/** The fields that decide whose acknowledgement a notice expects. */
export type Asking = Pick<SponsorRow, 'acknowledge' | 'group' | 'hidden' | 'workplace'>;

/** Members that are read together. */
const batch = 500;

/** The members whose acknowledgement a notice expects: full members who may read it, and belong to the groups or roles that it names. */
@Injectable()
export class Audience {
  constructor(
    private readonly users: UserRepository,
    private readonly workplaces: Workplaces,
    private readonly memberships: MembershipRepository,
    private readonly communities: Communities,
  ) {}

  /** Whether the notice expects this member's acknowledgement. */
  async includes(tenant: Tenant, user: UserRow, row: Asking): Promise<boolean> {
    if (!row.acknowledge || row.hidden || !this.isMember(tenant, user)) return false;
    return belongs(user, row, needsMemberships(row) ? await this.memberships.ofUser(tenant, user._id) : []);
  }

  /** All whose acknowledgement the notice expects. */
  async of(tenant: Tenant, row: Asking): Promise<UserRow[]> {
    if (!row.acknowledge || row.hidden) return [];
    const ids = await this.candidates(tenant, row);
    const found: UserRow[] = [];
    for (let at = 0; at < ids.length; at += batch) {
      const users = await this.users.byIds(tenant, ids.slice(at, at + batch));
      const memberships = needsMemberships(row) ? await this.ofUsers(tenant, users) : undefined;
      found.push(
        ...users.filter((user) => this.isMember(tenant, user) && belongs(user, row, memberships?.get(user._id) ?? [])),
      );
    }
    return found;
  }

  private async ofUsers(tenant: Tenant, users: readonly UserRow[]): Promise<Map<string, MembershipRow[]>> {
    const rows = await this.memberships.ofUsers(
      tenant,
      users.map(({ _id }) => _id),
    );
    const found = new Map<string, MembershipRow[]>(users.map(({ _id }) => [_id, []]));
    for (const row of rows) found.get(row.user)?.push(row);
    return found;
  }

  private candidates(tenant: Tenant, { group, acknowledge }: Asking): Promise<readonly string[]> {
    if (group !== undefined) return this.memberships.usersOf(tenant, [group]);
    const { groups = [], roles = [] } = acknowledge ?? {};
    return groups.length > 0 && roles.length === 0
      ? this.memberships.usersOf(tenant, groups)
      : this.users.idsOf(tenant);
  }

  private isMember(tenant: Tenant, user: UserRow): boolean {
    const config = this.communities.find(tenant.community);
    return config !== undefined && this.workplaces.includes(tenant, user) && missingAccess(user, config) === undefined;
  }
}

/** Whether the audience depends on groups: most notices are for the whole workplace. */
const needsMemberships = ({ group, acknowledge }: Asking) =>
  group !== undefined || [...acknowledge!.groups, ...acknowledge!.roles].length > 0;

/** A notice of a group expects nothing of admins who are outside it. */
function belongs(user: UserRow, { group, workplace, acknowledge }: Asking, own: readonly MembershipRow[]): boolean {
  if (group !== undefined && !own.some((membership) => membership.group === group)) return false;
  const { groups = [], roles = [] } = acknowledge!;
  if (groups.length === 0 && roles.length === 0) return true;
  if (own.some((membership) => groups.includes(membership.group))) return true;
  const isOwner = own.some(
    (membership) => membership.role === 'owner' && (group ?? membership.group) === membership.group,
  );
  return (
    (roles.includes('workplace_admin') && isWorkplaceAdmin(user, workplace)) ||
    (roles.includes('group_owner') && isOwner) ||
    roles.includes(user.fields['user_type'] ?? '')
  );
}
