import { z } from 'zod';
import { defineCall, id, instant } from '../core/call.js';
import { sponsor } from './notices.js';
import { userCard } from './users.js';

/**
 * The caller has read and understood this version of the notice. A resend returns the first acknowledgement.
 * A version counts from `required_version` on, also where a later one corrects it (ADR 0046). FORBIDDEN: the notice asks for none, or
 * not from the caller. CONFLICT: there is no such version, or an admin has asked again since: the current text must be read first.
 */
export const acknowledgeSponsor = defineCall({
  name: 'sponsors.acknowledge',
  method: 'PUT',
  path: '/sponsors/{id}/acknowledge',
  summary: 'Acknowledge a notice',
  input: { id, version: z.coerce.number().int().min(1).max(1_000_000) },
  reply: z.object({ sponsor }),
  permission: 'sponsors.mark',
  errors: ['SPONSOR_NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
});

/** `acknowledged` and `open` add up to `expected`, the members of the audience who may read the notice now. */
const counts = z.object({ expected: z.number().int(), acknowledged: z.number().int(), open: z.number().int() });

/** For workplace admins: members with and without an acknowledgement, by name. CONFLICT: the notice asks for none. */
export const readAcknowledgements = defineCall({
  name: 'sponsors.acknowledgements',
  method: 'GET',
  path: '/sponsors/{id}/acknowledgements',
  summary: 'Who has acknowledged a notice, and who has not',
  input: {
    id,
    which: z.enum(['acknowledged', 'open']).default('open'),
    count: z.coerce.number().int().min(1).max(100).default(50),
    /** `next` of the previous page. */
    page: z.string().max(400).optional(),
  },
  reply: z.object({
    title: z.string(),
    /** The current version, and the oldest that counts. */
    version: z.number().int(),
    required_version: z.number().int(),
    until: instant.optional(),
    counts,
    members: z.array(
      z.object({ user: userCard, version: z.number().int().optional(), acknowledged: instant.optional() }),
    ),
    next: z.string().nullable(),
    /** When members were last reminded, and from when on they can be again. */
    reminded: instant.optional(),
    remind_from: instant.optional(),
  }),
  permission: 'sponsors.manage',
  errors: ['SPONSOR_NOT_FOUND', 'CONFLICT'],
});

/** Reminds those who have not acknowledged: once an hour (TOO_MANY_REQUESTS). */
export const remindOfSponsor = defineCall({
  name: 'sponsors.remind',
  method: 'PUT',
  path: '/sponsors/{id}/acknowledgements/remind',
  summary: 'Remind the members who have not acknowledged a notice',
  input: { id },
  reply: z.object({ reminded: z.number().int() }),
  permission: 'sponsors.manage',
  errors: ['SPONSOR_NOT_FOUND', 'CONFLICT'],
});

/** Every acknowledgement of every version, and the members who are still missing. */
export const exportAcknowledgements = defineCall({
  name: 'sponsors.export_acknowledgements',
  method: 'GET',
  path: '/sponsors/{id}/acknowledgements/export',
  summary: 'The acknowledgements of a notice as CSV',
  input: { id },
  /** RFC 4180, in UTF-8 with a byte order mark. */
  reply: z.object({ name: z.string(), csv: z.string() }),
  permission: 'sponsors.manage',
  errors: ['SPONSOR_NOT_FOUND', 'CONFLICT'],
});
