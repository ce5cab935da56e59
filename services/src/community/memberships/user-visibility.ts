import { Injectable } from '@nestjs/common';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../calls/caller.js';
import { MembershipRepository } from './membership.repository.js';

/** The member who looks, with tenant and flags. */
export type Viewer = Pick<SignedInCaller, 'tenant' | 'user' | 'flags'>;

/**
 * The members that a member may see: with can_only_view_users_in_my_groups only those who share a group, the everybody group
 * not counted; without the flag, and for admins, the whole workplace (specification A §6).
 */
@Injectable()
export class UserVisibility {
  constructor(private readonly memberships: MembershipRepository) {}

  /** Ids of all members whom the viewer may see, including the viewer; undefined for all members. */
  async among(caller: Viewer): Promise<string[] | undefined> {
    if (!isRestricted(caller)) return undefined;
    const { tenant, user } = caller;
    const own = await this.memberships.ofUser(tenant, user._id);
    const seen = await this.memberships.usersOf(
      tenant,
      own.map(({ group }) => group),
    );
    return [...new Set([...seen, user._id])];
  }

  /** Whether the viewer may see this member. */
  async includes(caller: Viewer, other: string): Promise<boolean> {
    const { tenant, user } = caller;
    if (other === user._id || !isRestricted(caller)) return true;
    return (await this.memberships.shared(tenant, user._id, other)).length > 0;
  }
}

function isRestricted({ tenant, user, flags }: Viewer): boolean {
  return flags.can_only_view_users_in_my_groups && !isWorkplaceAdmin(user, tenant.workplace);
}
