import type { AuditEntry, ReportKind } from '@paddock/contract/calls/moderation';
import { workplaceSchema } from '../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../infrastructure/mongo/row.js';

/** An act of an admin. Rows are only added (ADR 0036). */
export interface AuditRow extends WorkplaceRow {
  /** Position in the workplace's trail, from 1 without gaps. */
  seq: number;
  at: Date;
  action: AuditEntry['action'];
  /** Absent for an act of the operator. */
  admin?: string;
  kind: ReportKind;
  subject: string;
  member?: string;
  /** Erased with the member's account; `reason_digest` stays. */
  reason?: { text: string; salt: string };
  reason_digest?: string;
  /** The outbox event that it records. */
  event?: string;
  /** The hash of the entry before; empty for the first. */
  before: string;
  hash: string;
}

export const auditSchema = workplaceSchema<AuditRow>({
  seq: { type: Number, required: true },
  at: { type: Date, required: true },
  action: { type: String, required: true },
  admin: String,
  kind: { type: String, required: true },
  subject: { type: String, required: true },
  member: String,
  reason: { type: Object },
  reason_digest: String,
  event: String,
  before: { type: String, default: '' },
  hash: { type: String, required: true },
});
auditSchema.index({ community: 1, workplace: 1, seq: 1 }, { unique: true });
// An event that is delivered again is recorded once.
auditSchema.index(
  { community: 1, workplace: 1, event: 1 },
  { unique: true, partialFilterExpression: { event: { $exists: true } } },
);
auditSchema.index({ community: 1, workplace: 1, admin: 1 });
auditSchema.index({ community: 1, workplace: 1, member: 1 });
