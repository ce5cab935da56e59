import { withClientId } from '../../infrastructure/idempotency/once.js';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';

/** How far a due is paid; changed with each payment, in its transaction, so that a list counts no payments. */
export interface DueSums {
  paid: number;
  processing: number;
  paid_amount: number;
  refunded_amount: number;
}

/** The answer to a call that reminded members, for its resend. */
export interface ReminderAnswer {
  author: string;
  client_id: string;
  reminded: number;
}

export interface DueRow extends WorkplaceRow {
  title: string;
  desc: string;
  /** Minor units. */
  amount: number;
  currency: string;
  /** yyyy-mm-dd, by the workplace's clock. */
  payable_until?: string;
  /** Both empty: every member of the workplace owes it. */
  users: string[];
  groups: string[];
  reminders: number[];
  /** The day on which the job reminded last. */
  reminded_day?: string;
  /** Of the last calls that reminded. */
  reminder_answers: ReminderAnswer[];
  /** Raised by each change of what a member pays. */
  version: number;
  /** Until then no payment by card begins: an admin changes or deletes the due. */
  held_until?: Date;
  /** Payments by card that were begun. */
  begun: number;
  sums: DueSums;
  /** Raised by each change of {@link sums} or of the members who have paid. */
  changes: number;
  author: string;
  client_id: string;
  created: Date;
}

export const noSums: DueSums = { paid: 0, processing: 0, paid_amount: 0, refunded_amount: 0 };

export const dueSchema = workplaceSchema<DueRow>({
  title: { type: String, required: true },
  desc: { type: String, default: '' },
  amount: { type: Number, required: true },
  currency: { type: String, required: true },
  payable_until: String,
  users: { type: [String], default: [] },
  groups: { type: [String], default: [] },
  reminders: { type: [Number], default: [] },
  reminded_day: String,
  reminder_answers: { type: [Object], default: [] },
  version: { type: Number, default: 0 },
  held_until: Date,
  begun: { type: Number, default: 0 },
  // As one value: mongoose would store a missing nested path as {}.
  sums: { type: Object, default: noSums },
  changes: { type: Number, default: 0 },
  author: { type: String, required: true },
  client_id: { type: String, required: true },
  created: { type: Date, required: true },
});
dueSchema.index({ community: 1, workplace: 1, _id: 1 });
// Those with reminders.
dueSchema.index({ community: 1, workplace: 1, payable_until: 1 });
withClientId(dueSchema, 'author');
