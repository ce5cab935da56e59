import { z } from 'zod';
import { clientId, defineCall, done, id } from '../core/call.js';
import type { Flags } from '../core/flags.js';
import type { PatternRules } from '../core/patterns.js';
import { secret } from '../core/secret.js';
import { emailAddress } from '../core/email-addresses.js';

/** Addresses that one call invites. */
export const maxInvitedAtOnce = 50;
/** Groups that one invitation names. */
const maxGroups = 20;

/** The form of an invitation. Its addresses are those of `addressesIn`; any that no mail can reach is `email_INVALID` (B §5, Invite). */
export function invitationForm(flags: Pick<Flags, 'email_pattern'> & PatternRules) {
  const address = emailAddress(flags, 'INVALID');
  const isAddress = (text: string) => address.safeParse(text).success;
  return z.strictObject({
    emails: z
      .array(z.string(), { error: 'REQUIRED' })
      .min(1, 'email_INVALID')
      .max(maxInvitedAtOnce, 'LENGTH_PATTERN')
      // Only a list that is short enough is read.
      .pipe(z.array(z.string().refine(isAddress, 'email_INVALID'))),
    /** Groups that the new members join: those in which the caller may add members. */
    groups: z.array(id).max(maxGroups, 'LENGTH_PATTERN').optional(),
  });
}

/**
 * The reply is the same whether an address has an account or not. A member invites an address once in 30 days: further
 * invitations are answered and not repeated.
 */
export const sendInvitations = defineCall({
  name: 'invitations.send',
  method: 'POST',
  path: '/users/invitations',
  summary: 'Invite people by e-mail',
  input: {
    client_id: clientId,
    /** A list, the JSON text of one, or addresses separated by commas. */
    emails: z.union([z.string().max(1_000_000), z.array(z.string().max(10_000)).max(20_000)], {
      error: ({ input }) => (input === undefined ? 'REQUIRED' : 'LENGTH_PATTERN'),
    }),
    groups: z.array(id).max(maxGroups, 'LENGTH_PATTERN').optional(),
  },
  reply: done,
  permission: 'invitations.send',
  errors: ['FORBIDDEN', 'GROUP_NOT_FOUND', 'INVITE_NOT_SENT'],
  idempotent: true,
});

/** The member who invites: shown beside the sign-up form. Changes nothing. */
export const verifyInvitation = defineCall({
  name: 'invitations.verify',
  method: 'PUT',
  path: '/users/invitations/verify',
  summary: 'Who sent an invitation',
  input: { invitation_token: secret(z.string().max(200)) },
  reply: z.object({ fullname: z.string() }),
  permission: 'invitations.verify',
  errors: ['LINK_INVALID', 'LINK_EXPIRED'],
});

/** Groups in which the caller may add members, by title: the choices of the form. */
export const readInvitableGroups = defineCall({
  name: 'invitations.groups',
  method: 'GET',
  path: '/users/invitations/groups',
  summary: 'Groups that one may invite people to',
  input: {},
  reply: z.object({ groups: z.array(z.object({ id, title: z.string() })) }),
  permission: 'invitations.send',
  errors: ['FORBIDDEN'],
});
