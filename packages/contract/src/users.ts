import { z } from 'zod';
import { id, instant } from './call.js';

/** A member as others see them in rows, heads and piles. */
export const userCard = z.object({
  id,
  username: z.string(),
  fullname: z.string(),
  company: z.string().optional(),
  /** Signed address of the 200×200 picture. */
  profile_image: z.string().optional(),
  online: z.boolean(),
});
export type UserCard = z.output<typeof userCard>;

export const aclEntry = z.object({ title: z.enum(['workplace_admin']), resources: z.array(z.string()) });

/** The signed-in member's own record (`GET users/me`). Nobody else ever receives this shape. */
export const self = userCard.extend({
  email: z.string(),
  phone: z.string().optional(),
  description: z.string().optional(),
  user_type: z.string().optional(),
  custom_field_0: z.string().optional(),
  /** The super admin's flag. */
  admin: z.boolean(),
  acl: z.array(aclEntry),
  groups: z.array(id),
  read_only_groups: z.array(id),
  workplaces: z.array(z.string()),
  email_verified: z.boolean(),
  pending: z.boolean(),
  language: z.string().optional(),
  created: instant,
});
export type Self = z.output<typeof self>;

/** True for a super admin, or a member whose acl names the workplace (A §6). */
export function isWorkplaceAdmin(user: Pick<Self, 'admin' | 'acl'>, workplace: string): boolean {
  return (
    user.admin || user.acl.some((entry) => entry.title === 'workplace_admin' && entry.resources.includes(workplace))
  );
}
