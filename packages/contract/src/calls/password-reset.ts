import { z } from 'zod';
import { newPassword } from './account.js';
import { knownEmailAddress } from '../core/email-addresses.js';
import { defineCall, done } from '../core/call.js';
import type { Flags } from '../core/flags.js';
import { secret } from '../core/secret.js';

/** The forgot-password form: `email_REQUIRED`, `email_INVALID` (A §5). */
export function forgotPasswordForm(flags: Parameters<typeof knownEmailAddress>[0]) {
  return z.object({ email: knownEmailAddress(flags, 'REQUIRED') });
}

/** The reset page's one field: `password_REQUIRED`, `password_LENGTH_PATTERN` (A §5). */
export function resetPasswordForm(flags: Pick<Flags, 'passwordMinLen' | 'passwordMaxLen'>) {
  return z.object({ password: newPassword(flags) });
}

/** Returns the same reply whether or not the address is known. */
export const sendResetPasswordLink = defineCall({
  name: 'account.send_reset_password_link',
  method: 'PUT',
  path: '/users/send_reset_password_link',
  summary: 'Mail a link to set a new password',
  input: { email: z.string().max(1000).optional() },
  reply: done,
  permission: 'account.by_link',
});

/** Changes nothing: the page checks the link before it shows its field. */
export const validatePasswordToken = defineCall({
  name: 'account.validate_password_token',
  method: 'PUT',
  path: '/users/validate_password_token',
  summary: 'Whether a link to set a new password is still good',
  input: { password_token: secret(z.string().max(200)) },
  reply: done,
  permission: 'account.by_link',
  errors: ['LINK_INVALID', 'LINK_EXPIRED'],
});

/** Spends the link, ends all sessions of the member and informs them by mail. */
export const resetPassword = defineCall({
  name: 'account.reset_password',
  method: 'PUT',
  path: '/users/reset_password',
  summary: 'Set a new password by a mailed link',
  input: { password_token: secret(z.string().max(200)), password: secret(z.string().max(1000)).optional() },
  reply: done,
  permission: 'account.by_link',
  errors: ['LINK_INVALID', 'LINK_EXPIRED', 'PASSWORD_KNOWN'],
});
