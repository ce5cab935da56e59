import type { Decision, ReportKind, ReportReason } from '@paddock/contract/calls/moderation';
import type { ReportableContent } from '../community/extension-points/reportable.js';
import { workplaceSchema } from '../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../infrastructure/mongo/row.js';

/** All reports of the same content until a decision. */
export interface ReportCaseRow extends WorkplaceRow {
  kind: ReportKind;
  subject: string;
  /** The member whose content it is. */
  author?: string;
  organizer?: string;
  /** The content as reports found it, each different version once, oldest first; empty once its author's account was deleted. */
  versions: ReportableContent[];
  reports: number;
  /** Number of reports by reason. */
  reasons: Partial<Record<ReportReason, number>>;
  first: Date;
  last: Date;
  open: boolean;
  /** Position in the queue; new with the decision. */
  order: string;
  decision?: { decision: Decision; reason?: string; admin: string; at: Date };
  /** The deleted content is removed. */
  removed?: boolean;
}

/** Whether the case is about the member or content that they answer for: other admins handle it. */
export const isAbout = ({ author, organizer }: Pick<ReportCaseRow, 'author' | 'organizer'>, member: string) =>
  author === member || organizer === member;

export const reportCaseSchema = workplaceSchema<ReportCaseRow>({
  kind: { type: String, required: true },
  subject: { type: String, required: true },
  author: String,
  organizer: String,
  versions: { type: [Object] },
  reports: { type: Number, required: true },
  reasons: { type: Object, default: {} },
  first: { type: Date, required: true },
  last: { type: Date, required: true },
  open: { type: Boolean, required: true },
  order: { type: String, required: true },
  decision: { type: Object },
  removed: Boolean,
});
// One open case for the same content.
reportCaseSchema.index(
  { community: 1, workplace: 1, kind: 1, subject: 1 },
  { unique: true, partialFilterExpression: { open: true } },
);
reportCaseSchema.index({ community: 1, workplace: 1, subject: 1, _id: -1 });
reportCaseSchema.index({ community: 1, workplace: 1, open: 1, order: -1 });
reportCaseSchema.index({ community: 1, workplace: 1, author: 1 });
// The end of the retention.
reportCaseSchema.index(
  { community: 1, workplace: 1, 'decision.at': 1 },
  { partialFilterExpression: { 'decision.at': { $exists: true } } },
);
