import { z } from 'zod';
import { defineCall, done } from '../core/call.js';
import { secret } from '../core/secret.js';

/*
 * The link that `npm run admin` prints (decisions, Accounts): valid once, for an hour, for one address.
 */

const admin_token = secret(z.string().max(200));

/** Changes nothing: the page learns whether it needs a form. */
export const validateAdminLink = defineCall({
  name: 'account.validate_admin_token',
  method: 'PUT',
  path: '/users/validate_admin_token',
  summary: 'Whether a link that makes a super admin is still good, and for which address',
  input: { admin_token },
  /** `exists`: an account has verified the address, and only needs the flag. */
  reply: z.object({ email: z.string(), exists: z.boolean() }),
  permission: 'account.by_link',
  errors: ['LINK_INVALID', 'LINK_EXPIRED'],
});

/**
 * Sets the flag for the account that has verified the address, and leaves its password and sessions as they are; else makes an account
 * with this name and password. An account with the address that has not verified it is another person's until then.
 */
export const becomeAdmin = defineCall({
  name: 'account.become_admin',
  method: 'PUT',
  path: '/users/become_admin',
  summary: 'Become super admin by a link',
  input: {
    admin_token,
    fullname: z.string().max(1000, 'LENGTH_PATTERN').optional(),
    username: z.string().max(1000, 'LENGTH_PATTERN').optional(),
    password: secret(z.string().max(1000, 'LENGTH_PATTERN')).optional(),
  },
  reply: done,
  permission: 'account.by_link',
  errors: ['LINK_INVALID', 'LINK_EXPIRED', 'USERNAME_NOT_AVAILABLE', 'PASSWORD_KNOWN'],
});
