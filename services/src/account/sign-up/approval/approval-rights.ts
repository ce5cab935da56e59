import type { Applicant } from '@paddock/contract/calls/approval';
import type { UserRow } from '../../../community/users/user.schema.js';

type Admin = Pick<UserRow, 'admin' | 'acl'>;

/** The workplaces of a workplace admin. */
export function administeredWorkplaces({ acl }: Pick<Admin, 'acl'>): string[] {
  return acl.filter(({ title }) => title === 'workplace_admin').flatMap(({ resources }) => resources);
}

/** Super admins decide on all applicants; workplace admins on applicants of their workplaces or of none. */
export function mayDecide(admin: Admin, { workplaces }: Pick<UserRow, 'workplaces'>): boolean {
  const own = administeredWorkplaces(admin);
  return admin.admin || (own.length > 0 && (workplaces.length === 0 || own.some((id) => workplaces.includes(id))));
}

export function accessOf({ pending, denied }: Pick<UserRow, 'pending' | 'denied'>): Applicant['access'] {
  if (denied) return 'denied';
  return pending ? 'waiting' : 'granted';
}
