import { Injectable } from '@nestjs/common';
import type { Self } from '@paddock/contract/calls/users';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { UserCards } from '../../community/users/user-cards.js';
import type { UserRow } from '../../community/users/user.schema.js';

/** Builds the signed-in member's own record, which `GET users/me` and every sign-in return. */
@Injectable()
export class OwnRecord {
  constructor(
    private readonly memberships: MembershipRepository,
    private readonly cards: UserCards,
  ) {}

  async of(tenant: Tenant, user: UserRow): Promise<Self> {
    return this.cards.self(tenant, user, await this.memberships.ofUser(tenant, user._id));
  }
}
