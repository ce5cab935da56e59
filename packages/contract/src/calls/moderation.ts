import { z } from 'zod';
import { clientId, defineCall, done, id, instant } from '../core/call.js';
import { isVisible, spokenText } from '../core/speakable.js';
import { attachedFile } from './files.js';
import { userCard } from './users.js';

/** What members can report. `shout` includes comments. */
export const reportKinds = ['shout', 'user', 'event', 'classified', 'sponsor', 'file'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Reasons that a reporter can choose. */
export const reportReasons = [
  'spam',
  'harassment',
  'hate',
  'violence',
  'nudity',
  'false_information',
  'privacy',
  'other',
] as const;
export type ReportReason = (typeof reportReasons)[number];

/** Maximal characters of a reporter's text and of an admin's reason. */
export const maxReasonCharacters = 500;

const report = {
  id,
  client_id: clientId,
  reason: z.enum(reportReasons).default('other'),
  text: spokenText(maxReasonCharacters).optional(),
};

/**
 * POST shouts/{id}/report (A §7): a shout or comment of another member. The client confirms with REPORT_SUCCESS (A §8). A further
 * report by the same member is answered and not counted while the case is open, or decided and the content is unchanged.
 */
export const reportShout = defineCall({
  name: 'moderation.report_shout',
  method: 'POST',
  path: '/shouts/{id}/report',
  summary: "Report a shout or comment to the workplace's admins",
  input: report,
  reply: done,
  permission: 'shouts.report',
  /** FORBIDDEN: the caller's own. */
  errors: ['SHOUT_NOT_FOUND', 'FORBIDDEN'],
  idempotent: true,
});

/** POST users/{id}/report (A §7): a member, but not an admin (A §6). While the case is open, a further report is not counted. */
export const reportMember = defineCall({
  name: 'moderation.report_member',
  method: 'POST',
  path: '/users/{id}/report',
  summary: "Report a member to the workplace's admins",
  input: report,
  reply: done,
  permission: 'people.report',
  /** FORBIDDEN: oneself, or an admin. */
  errors: ['USER_NOT_FOUND', 'FORBIDDEN'],
  idempotent: true,
});

/** As {@link reportShout}, for an event (B §7, Events: report). */
export const reportEvent = defineCall({
  name: 'moderation.report_event',
  method: 'POST',
  path: '/events/{id}/report',
  summary: "Report an event to the workplace's admins",
  input: report,
  reply: done,
  permission: 'events.report',
  /** FORBIDDEN: the caller's own. */
  errors: ['EVENT_NOT_FOUND', 'FORBIDDEN'],
  idempotent: true,
});

/** As {@link reportShout}, for an ad (B §7). */
export const reportClassified = defineCall({
  name: 'moderation.report_classified',
  method: 'POST',
  path: '/classifieds/{id}/report',
  summary: "Report an ad to the workplace's admins",
  input: report,
  reply: done,
  permission: 'classifieds.report',
  /** FORBIDDEN: the caller's own. */
  errors: ['CLASSIFIED_NOT_FOUND', 'FORBIDDEN'],
  idempotent: true,
});

/** As {@link reportShout}, for a notice (B §7, Sponsors: report). */
export const reportSponsor = defineCall({
  name: 'moderation.report_sponsor',
  method: 'POST',
  path: '/sponsors/{id}/report',
  summary: "Report a notice to the workplace's admins",
  input: report,
  reply: done,
  permission: 'sponsors.report',
  /** FORBIDDEN: the caller's own. */
  errors: ['SPONSOR_NOT_FOUND', 'FORBIDDEN'],
  idempotent: true,
});

/** As {@link reportShout}, for a file of the files tab. */
export const reportFile = defineCall({
  name: 'moderation.report_file',
  method: 'POST',
  path: '/folders/{id}/report',
  summary: "Report a file to the workplace's admins",
  input: report,
  reply: done,
  permission: 'folders.report',
  /** FORBIDDEN: the caller's own. NOT_FOUND: also for a folder. */
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  idempotent: true,
});

/** Reported content at one moment. */
export const reportedContent = z.object({
  /** Absent once the account was deleted, and for an imported event. */
  author: userCard.optional(),
  title: z.string().optional(),
  text: z.string(),
  /** The conversation of a shout. `subject`: a comment on a record such as an event. It and a private one have no title. */
  where: z.object({ kind: z.enum(['everybody', 'group', 'direct', 'subject']), title: z.string() }).optional(),
  images: z.array(attachedFile),
  files: z.array(attachedFile),
  created: instant.optional(),
});
export type ReportedContent = z.output<typeof reportedContent>;

export const decision = z.enum(['keep', 'delete']);
export type Decision = z.output<typeof decision>;

/** All reports of the same content until a decision. */
export const reportCase = z.object({
  id,
  kind: z.enum(reportKinds),
  /** Id of the shout, member or event. */
  subject: id,
  /** As the last report found it. It stays readable here after an edit or a deletion. */
  content: reportedContent,
  reports: z.number().int().min(1),
  /** The reasons of all reports, most frequent first. */
  reasons: z.array(z.object({ reason: z.enum(reportReasons), count: z.number().int().min(1) })),
  first: instant,
  last: instant,
  /** Absent while the case is open. */
  decision: z.object({ decision, reason: z.string().optional(), admin: userCard.optional(), at: instant }).optional(),
});
export type ReportCase = z.output<typeof reportCase>;

const neighbour = z.object({ author: userCard.optional(), text: z.string(), created: instant });

/** A case with everything that a decision needs. */
export const reportDetail = reportCase.extend({
  /** Earlier versions that were reported, oldest first. */
  versions: z.array(reportedContent),
  /** Whether the content is still as reported. */
  current: z.enum(['same', 'changed', 'gone']),
  /** The shouts next to a reported one, of a comment the shout it answers; never of a private shout. */
  before: neighbour.optional(),
  after: neighbour.optional(),
  /** The newest 100 reports. The reporter is absent once their account was deleted. */
  reporters: z.array(
    z.object({ user: userCard.optional(), reason: z.enum(reportReasons), text: z.string().optional(), at: instant }),
  ),
  /** Number of earlier decisions about the same content. */
  earlier: z.number().int().min(0),
  /** Whether the caller may decide `delete`. */
  can_delete: z.boolean(),
});
export type ReportDetail = z.output<typeof reportDetail>;

/**
 * GET reports: the queue of the workplace's admins. Cases about the caller, or about their content, are missing: other admins
 * decide those.
 */
export const readReports = defineCall({
  name: 'moderation.reports',
  method: 'GET',
  path: '/reports',
  summary: 'Reported content, newest case or decision first',
  input: {
    status: z.enum(['open', 'decided']).default('open'),
    count: z.coerce.number().int().min(1).max(60).default(20),
    /** `next` of the page before, or a page number from 0. */
    page: z
      .string()
      .regex(/^(\d{1,6}|[0-9a-f]{24})$/, 'INVALID_PATTERN')
      .optional(),
  },
  reply: z.object({ reports: z.array(reportCase), open: z.number().int().min(0), next: z.string().nullable() }),
  permission: 'moderation.read',
});

export const readReport = defineCall({
  name: 'moderation.report',
  method: 'GET',
  path: '/reports/{id}',
  summary: 'One case with its context and reporters',
  input: { id },
  reply: reportDetail,
  permission: 'moderation.read',
});

/**
 * PUT reports/{id}/decide: `delete` removes a shout or event as its service does, and bans a member (super admins only). The first
 * decision wins: a later call gets the case as it was decided.
 */
export const decideReport = defineCall({
  name: 'moderation.decide',
  method: 'PUT',
  path: '/reports/{id}/decide',
  summary: 'Keep or delete reported content',
  input: {
    id,
    decision,
    /** Required for `delete`: the author reads it. */
    reason: spokenText(maxReasonCharacters)
      .trim()
      .refine((text) => text === '' || isVisible(text), { error: 'INVALID_PATTERN' })
      .optional(),
  },
  reply: reportDetail,
  permission: 'moderation.decide',
  /** FORBIDDEN: only a super admin can ban. EVENT_SYNCED: an imported event cannot be deleted. */
  errors: ['FORBIDDEN', 'EVENT_SYNCED', 'LAST_ADMIN'],
});

/** Acts in the audit trail. */
export const auditActions = [
  'report_kept',
  'report_deleted',
  'access_granted',
  'access_denied',
  'shout_deleted',
  'member_banned',
  'member_unbanned',
  'member_terminated',
  'member_edited',
  'admin_granted',
  'admin_revoked',
  'workplace_admin_granted',
  'workplace_admin_revoked',
  /** By the operator's link; its author is the new super admin. */
  'admin_by_link',
  /** By the operator's command; without an author. */
  'admin_revoked_by_operator',
  /** The second factor of a member who lost it. */
  'totp_lifted',
] as const;

export const auditEntry = z.object({
  /** Position in the trail of its workplace, from 1 without gaps. */
  seq: z.number().int().min(1),
  at: instant,
  action: z.enum(auditActions),
  /** Absent once the account was deleted, and for an act of the operator. */
  admin: userCard.optional(),
  kind: z.enum(reportKinds),
  /** Id of the content or member. */
  subject: id,
  /** The member whose content it was, or the member themselves. */
  member: userCard.optional(),
  reason: z.string().optional(),
});
export type AuditEntry = z.output<typeof auditEntry>;

/** GET audit: what admins did. There is no call that changes it. */
export const readAudit = defineCall({
  name: 'moderation.audit',
  method: 'GET',
  path: '/audit',
  summary: "The audit trail of the workplace's admins, newest first",
  input: {
    count: z.coerce.number().int().min(1).max(100).default(30),
    /** `next` of the page before. */
    before: z.coerce.number().int().min(1).optional(),
  },
  reply: z.object({
    entries: z.array(auditEntry),
    /** False if an entry of this page was changed or removed outside the service. */
    intact: z.boolean(),
    next: z.number().int().nullable(),
  }),
  permission: 'moderation.read',
});
