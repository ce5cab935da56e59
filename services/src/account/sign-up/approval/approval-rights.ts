import type { Applicant } from '@paddock/contract/calls/approval';
import type { UserRow } from '../../../community/users/user.schema.js';

type Admin = Pick<UserRow, 'admin' | 'acl'>;

/** The workplaces that somebody is admin of. */
export function administered({ acl }: Pick<Admin, 'acl'>): string[] {
  return acl.filter(({ title }) => title === 'workplace_admin').flatMap(({ resources }) => resources);
}

/** Super admins decide on all; an admin of a workplace on who is in it or in none. */
export function mayDecide(admin: Admin, { workplaces }: Pick<UserRow, 'workplaces'>): boolean {
  const own = administered(admin);
  return admin.admin || (own.length > 0 && (workplaces.length === 0 || own.some((id) => workplaces.includes(id))));
}

export function accessOf({ pending, denied }: Pick<UserRow, 'pending' | 'denied'>): Applicant['access'] {
  if (denied) return 'denied';
  return pending ? 'waiting' : 'granted';
}
