import { Injectable } from '@nestjs/common';
import type { Applicant } from '@paddock/contract/calls/approval';
import type { UserRow } from '../../../community/users/user.schema.js';
import { Workplaces } from '../../../community/workplaces/workplaces.js';
import type { TenantIds } from '../../../infrastructure/tenancy/tenant.js';

type Admin = Pick<UserRow, 'admin' | 'acl' | 'workplaces'>;

/** On which applicants an admin decides. */
@Injectable()
export class ApprovalRights {
  constructor(private readonly workplaces: Workplaces) {}

  /** The workplaces of a workplace admin. The right of a workplace that the admin has left, or that is closed, is not in effect. */
  administered({ community }: Pick<TenantIds, 'community'>, admin: Admin): string[] {
    return admin.acl
      .filter(({ title }) => title === 'workplace_admin')
      .flatMap(({ resources }) => resources)
      .filter((workplace) => this.workplaces.includes({ community, workplace }, admin));
  }

  /** Super admins decide on all applicants; workplace admins on applicants of their workplaces or of none. */
  mayDecide(tenant: Pick<TenantIds, 'community'>, admin: Admin, { workplaces }: Pick<UserRow, 'workplaces'>): boolean {
    const own = this.administered(tenant, admin);
    return admin.admin || (own.length > 0 && (workplaces.length === 0 || own.some((id) => workplaces.includes(id))));
  }
}

export function accessOf({ pending, denied }: Pick<UserRow, 'pending' | 'denied'>): Applicant['access'] {
  if (denied) return 'denied';
  return pending ? 'waiting' : 'granted';
}
