import type { ReportReason } from '@paddock/contract/calls/moderation';
import { withClientId } from '../infrastructure/idempotency/once.js';
import { workplaceSchema } from '../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../infrastructure/mongo/row.js';

/** One member's report. */
export interface ReportRow extends WorkplaceRow {
  case: string;
  /** Absent once the account was deleted. */
  user?: string;
  client_id: string;
  reason: ReportReason;
  text?: string;
  created: Date;
}

export const reportSchema = workplaceSchema<ReportRow>({
  case: { type: String, required: true },
  user: String,
  client_id: { type: String, required: true },
  reason: { type: String, required: true },
  text: String,
  created: { type: Date, required: true },
});
withClientId(reportSchema, 'user');
// A member counts once in a case.
reportSchema.index(
  { community: 1, workplace: 1, case: 1, user: 1 },
  { unique: true, partialFilterExpression: { user: { $exists: true } } },
);
reportSchema.index({ community: 1, workplace: 1, case: 1, _id: -1 });
reportSchema.index({ community: 1, workplace: 1, user: 1, _id: 1 });
