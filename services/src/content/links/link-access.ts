import { Injectable } from '@nestjs/common';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import { ExtensionPoints, type PlanTerms } from '../../community/extension-points/extension-points.js';
import type { UserRow } from '../../community/users/user.schema.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { LinkRow } from './link.schema.js';

export type Plans = ReadonlyMap<string, PlanTerms>;

/** Whether a member's plan opens a link (specification B §4, Links). */
@Injectable()
export class LinkAccess {
  constructor(private readonly extensions: ExtensionPoints) {}

  async plans(tenant: Tenant): Promise<Plans> {
    return (await this.extensions.all('plans').get('items')?.(tenant)) ?? new Map();
  }

  /**
   * A link is restricted when its plan's amount exceeds that of the member's plan; 0 without a plan. Workplace admins see all. A link of a
   * plan that is unknown, because it was deleted, is restricted for all others.
   */
  isRestricted(tenant: Tenant, user: UserRow, { subscription }: Pick<LinkRow, 'subscription'>, plans: Plans): boolean {
    if (subscription === undefined || isWorkplaceAdmin(user, tenant.workplace)) return false;
    const needed = plans.get(subscription);
    return !needed || needed.amount > (plans.get(user.subscription ?? '')?.amount ?? 0);
  }
}
