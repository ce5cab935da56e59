import { type Preview, presentPreview } from '../../infrastructure/tenancy/preview.js';
import type { AclEntry, UserRow } from './user.schema.js';

/** A member with the role of a preview in place of their own. What they wrote, their groups and chats are still theirs. */
export function previewedMember(user: UserRow, { role, workplace }: Pick<Preview, 'role' | 'workplace'>): UserRow {
  const workplaces = workplace === '' ? user.workplaces : [...new Set([...user.workplaces, workplace])];
  const admin: AclEntry = { title: 'workplace_admin', resources: ['', ...workplaces] };
  return { ...user, workplaces, admin: role === 'super_admin', acl: role === 'workplace_admin' ? [admin] : [] };
}

/** The row of a member as the present request sees it: a preview changes the one of its own member. */
export function asPreviewed(row: UserRow): UserRow {
  const preview = presentPreview();
  return preview?.member === row._id ? previewedMember(row, preview) : row;
}
