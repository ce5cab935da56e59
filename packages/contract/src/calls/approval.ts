import { z } from 'zod';
import { defineCall, id, instant } from '../core/call.js';
import { secret } from '../core/secret.js';
import { userCard } from './users.js';

/** A member who waits for access, as admins see them. */
export const applicant = userCard.omit({ online: true }).extend({
  email: z.string(),
  user_type: z.string().optional(),
  workplaces: z.array(z.string()),
  /** `waiting` until an admin has decided. */
  access: z.enum(['waiting', 'granted', 'denied']),
  created: instant,
});
export type Applicant = z.output<typeof applicant>;

/** By a mailed link (`admin_token`), or without one by a signed-in admin of the workplace (A §2, Grant and deny behaviour). */
const input = { id, admin_token: secret(z.string().max(200)).optional() };
const errors = ['LINK_INVALID', 'LINK_EXPIRED', 'USER_NOT_FOUND', 'INVALID_TOKEN', 'FORBIDDEN'] as const;

/** ALREADY_GRANTED counts as success on the page; ALREADY_DENIED is an error there. */
export const grantAccess = defineCall({
  name: 'account.grant',
  method: 'PUT',
  path: '/users/{id}/grant',
  summary: 'Let a waiting member in',
  input,
  reply: applicant,
  permission: 'account.by_link',
  errors: [...errors, 'ALREADY_GRANTED', 'ALREADY_DENIED'],
});

export const denyAccess = defineCall({
  name: 'account.deny',
  method: 'PUT',
  path: '/users/{id}/deny',
  summary: 'Refuse a waiting member',
  input,
  reply: applicant,
  permission: 'account.by_link',
  errors: [...errors, 'ALREADY_GRANTED', 'ALREADY_DENIED'],
});

/** The applicant and the current decision. Changes nothing: the page calls it first when `two_step_grant` is on. */
export const verifyAccess = defineCall({
  name: 'account.verify_access',
  method: 'PUT',
  path: '/users/{id}/verify',
  summary: 'Whose access a mailed link is about',
  input,
  reply: applicant,
  permission: 'account.by_link',
  errors,
});

/** Waiting applicants, oldest first. */
export const readApplicants = defineCall({
  name: 'account.applicants',
  method: 'GET',
  path: '/users/pending',
  summary: 'Members who wait for access',
  input: { after: z.string().max(200).optional(), count: z.coerce.number().int().min(1).max(100).default(30) },
  reply: z.object({ users: z.array(applicant), total: z.number().int(), next: z.string().optional() }),
  permission: 'account.approve',
});
