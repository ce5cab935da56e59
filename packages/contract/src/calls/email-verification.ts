import { z } from 'zod';
import { emailAddress } from '../core/email-addresses.js';
import { defineCall, done } from '../core/call.js';
import type { Flags } from '../core/flags.js';
import type { PatternRules } from '../core/patterns.js';
import { secret } from '../core/secret.js';
import { self } from './users.js';

/** The PIN page's form: any text (A §5, PIN). */
export const pinForm = z.object({ pin: z.string({ error: 'REQUIRED' }).trim().min(1, 'REQUIRED') });

/** The edit-e-mail page's form. An empty address is as invalid as a wrong one: `email_INVALID` (A §5, Edit e-mail). */
export function editEmailForm(flags: Pick<Flags, 'email_pattern'> & PatternRules) {
  return z.object({ email: emailAddress(flags, 'INVALID') });
}

/** The drawer in which a verified member changes the address: the new one and the current password. */
export function changeEmailForm(flags: Pick<Flags, 'email_pattern'> & PatternRules) {
  return editEmailForm(flags).extend({
    password: z.string({ error: 'MISSING_PASSWORD' }).min(1, 'MISSING_PASSWORD'),
  });
}

/**
 * Sends a PIN of 6 digits and an activation link: to `email` (the edit-e-mail page), else to the current address (resend). Does
 * not reveal whether an address belongs to another member: that member gets a mail about it, and no PIN is valid.
 *
 * A verified member sends the new address with the password. The new address gets a PIN without a link, the current one a link that
 * revokes the change ({@link revokeEmailChange}), and stays the member's until the PIN is entered.
 */
export const sendEmailPin = defineCall({
  name: 'account.email_pin',
  method: 'PUT',
  path: '/users/email_pin',
  summary: 'Send a PIN to the own e-mail address, or to a new one',
  input: { email: z.string().max(1000).optional(), password: secret(z.string().max(1000)).optional() },
  /** The recipient's address, and the seconds until the next request is allowed. */
  reply: z.object({ email: z.string(), retry_after: z.number().int() }),
  permission: 'account.verify_email',
  errors: ['FEATURE_DISABLED', 'EMAIL_ALREADY_VERIFIED', 'MISSING_PASSWORD', 'WRONG_PASSWORD'],
});

/** A verified member names the new address: without it, an expired PIN could pass for a change that was made. */
export const verifyPin = defineCall({
  name: 'account.verify_pin',
  method: 'PUT',
  path: '/users/verify_pin',
  summary: 'Verify the e-mail address by the PIN that was sent to it',
  input: { pin: secret(z.string().max(1000)).optional(), email: z.string().max(1000).optional() },
  reply: self,
  permission: 'account.verify_email',
  errors: ['INVALID_PIN', 'PIN_EXPIRED'],
});

/** The link of the same mail: verifies the address without a session. */
export const activate = defineCall({
  name: 'account.activate',
  method: 'PUT',
  path: '/users/activate',
  summary: 'Verify an e-mail address by the link that was sent to it',
  input: { email_token: secret(z.string().max(200)) },
  reply: done,
  permission: 'account.by_link',
  errors: ['LINK_INVALID', 'LINK_EXPIRED'],
});

/**
 * The link in the mail to the former address: ends a change of address that has begun, and for 7 days takes back one that was made.
 * All sessions of the member end, since another person knew the password.
 */
export const revokeEmailChange = defineCall({
  name: 'account.revoke_email',
  method: 'PUT',
  path: '/users/revoke_email',
  summary: 'Keep the former e-mail address by the link that was sent to it',
  input: { email_token: secret(z.string().max(200)) },
  /** The address that is the member's again. */
  reply: z.object({ email: z.string() }),
  permission: 'account.by_link',
  errors: ['LINK_INVALID', 'LINK_EXPIRED'],
});
