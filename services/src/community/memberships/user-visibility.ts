import { Injectable } from '@nestjs/common';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { UserRepository } from '../users/user.repository.js';
import type { UserRow } from '../users/user.schema.js';
import { MembershipRepository } from './membership.repository.js';
import { Workplaces } from '../workplaces/workplaces.js';

/** The member who looks, with tenant and flags. */
export type Viewer = Pick<SignedInCaller, 'tenant' | 'user' | 'flags'>;

/**
 * The members that a member may see: with can_only_view_users_in_my_groups only those who share a group, the everybody group
 * not counted; without the flag, and for admins, the whole workplace (specification A §6).
 */
@Injectable()
export class UserVisibility {
  constructor(
    private readonly memberships: MembershipRepository,
    private readonly users: UserRepository,
    private readonly workplaces: Workplaces,
  ) {}

  /** @throws USER_NOT_FOUND for every member whom the viewer may not see, so that no reason reveals that they exist. */
  async find(caller: Viewer, id: string): Promise<UserRow> {
    // Both queries always run, so that timing reveals nothing either.
    const [row, isSeen] = await Promise.all([this.users.byId(caller.tenant, id), this.includes(caller, id)]);
    // A super admin manages members of all workplaces from the default one.
    const isHere = row && (this.workplaces.includes(caller.tenant, row) || isOverAll(caller));
    const isMember = isHere && !row.pending && row.email_verified;
    // Only super admins, who can unban members, see banned ones, as in lists and searches (ADR 0007).
    const isHidden = row?.banned === true && !caller.user.admin;
    if (!isMember || isHidden || !isSeen) throw new PaddockError('USER_NOT_FOUND');
    return row;
  }

  /** Ids of all members whom the viewer may see, including the viewer; undefined for all members. */
  async among(caller: Viewer): Promise<string[] | undefined> {
    if (!this.isRestricted(caller)) return undefined;
    const { tenant, user } = caller;
    const own = await this.memberships.ofUser(tenant, user._id);
    const seen = await this.memberships.usersOf(
      tenant,
      own.map(({ group }) => group),
    );
    return [...new Set([...seen, user._id])];
  }

  /** The given members whom the viewer may see. Reads cached memberships; for a few members. */
  async seenOf(caller: Viewer, others: readonly string[]): Promise<ReadonlySet<string>> {
    if (!this.isRestricted(caller)) return new Set(others);
    const { tenant, user } = caller;
    const groupsOf = async (id: string) => (await this.memberships.ofUser(tenant, id)).map(({ group }) => group);
    const [own, ...theirs] = await Promise.all([user._id, ...others].map(groupsOf));
    const shared = new Set(own);
    return new Set(others.filter((id, index) => id === user._id || theirs[index]!.some((group) => shared.has(group))));
  }

  /** Whether the viewer sees only some members of the workplace. */
  isRestricted({ tenant, user, flags }: Viewer): boolean {
    return flags.can_only_view_users_in_my_groups && !isWorkplaceAdmin(user, tenant.workplace);
  }

  /** Whether the viewer may see this member. */
  async includes(caller: Viewer, other: string): Promise<boolean> {
    const { tenant, user } = caller;
    if (other === user._id || !this.isRestricted(caller)) return true;
    return (await this.memberships.shared(tenant, user._id, other)).length > 0;
  }
}

function isOverAll({ tenant, user }: Viewer): boolean {
  return tenant.workplace === '' && user.admin;
}
