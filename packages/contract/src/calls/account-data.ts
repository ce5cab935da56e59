import { z } from 'zod';
import { defineCall, done, id } from '../core/call.js';
import { secret } from '../core/secret.js';
import { spokenText } from '../core/speakable.js';
import { maxReasonCharacters } from './moderation.js';

/** The delete-account drawer (A §5). */
export const deleteAccountForm = z.object({
  password: z.string({ error: 'MISSING_PASSWORD' }).min(1, 'MISSING_PASSWORD'),
});

/** A zip of all the caller's data, behind a signed address that is valid for ten minutes. */
export const exportAccount = defineCall({
  name: 'account.export',
  method: 'PUT',
  path: '/users/me/export',
  summary: "Make an archive of one's data",
  input: {},
  reply: z.object({ url: z.string() }),
  permission: 'account.export',
  slow: true,
});

/** Deletes the caller's own account. */
export const deleteAccount = defineCall({
  name: 'account.delete',
  method: 'DELETE',
  path: '/users',
  summary: 'Delete the own account',
  input: { verb: z.string().max(40).optional(), password: secret(z.string().max(1000)).optional() },
  reply: done,
  permission: 'account.delete',
  errors: ['MISSING_PASSWORD', 'WRONG_PASSWORD', 'LAST_ADMIN'],
});

/** A super admin's termination of a member. */
export const terminateMember = defineCall({
  name: 'account.terminate',
  method: 'DELETE',
  path: '/users/{id}',
  summary: "End a member's account",
  input: { id },
  reply: done,
  permission: 'account.terminate',
  /** FORBIDDEN: the caller's own account. LAST_ADMIN cannot occur, because the calling super admin stays. */
  errors: ['USER_NOT_FOUND', 'FORBIDDEN'],
});

/** Bans an approved member from the whole deployment, or lifts the ban. The member's windows close within a second. */
export const banMember = defineCall({
  name: 'account.ban',
  method: 'PUT',
  path: '/users/{id}/ban',
  summary: 'Keep a member out, or let them in again',
  input: {
    id,
    banned: z.boolean(),
    /** For the audit trail. */
    reason: spokenText(maxReasonCharacters).trim().optional(),
  },
  reply: done,
  permission: 'account.terminate',
  errors: ['USER_NOT_FOUND', 'LAST_ADMIN'],
});
