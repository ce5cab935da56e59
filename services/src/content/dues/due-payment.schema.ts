import type { DueState, paymentMethods } from '@paddock/contract/calls/due-fields';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';

/** A refund that an admin ordered and the provider has not confirmed: it holds its amount, so that two admins do not refund it twice. */
export interface RefundOrder {
  client_id: string;
  by: string;
  amount: number;
  reason: string;
  at: Date;
}

/** What one member has done about one due. Members who have done nothing have no row. */
export interface DuePaymentRow extends WorkplaceRow {
  due: string;
  user: string;
  state: DueState;
  /** The payment intent that the member pays with, of `version` of the due. */
  intent?: string;
  version?: number;
  /** Intents that were begun; a part of the next one's idempotency key. */
  attempts: number;
  /** Minor units of the due's currency. */
  paid_amount: number;
  refunded_amount: number;
  /** The sum that was charged is not the due's: an admin decides. */
  differs?: boolean;
  paid?: Date;
  method?: (typeof paymentMethods)[number];
  /** Why an admin noted it as paid, and which call did. */
  reason?: string;
  by?: string;
  marked_with?: string;
  orders: RefundOrder[];
  /** Refunds that are done; without a client id those that were made at the provider. */
  refunds: { id: string; client_id?: string }[];
  /** Number of the receipt in the community, from 1. */
  receipt?: number;
  reminded?: Date;
  /** The day of {@link reminded}, by the workplace's clock. */
  reminded_day?: string;
  /** When the row changed last, and when the provider was asked last whether it knows more. */
  changed: Date;
  checked?: Date;
}

export const duePaymentSchema = workplaceSchema<DuePaymentRow>({
  due: { type: String, required: true },
  user: { type: String, required: true },
  state: { type: String, required: true },
  intent: String,
  version: Number,
  attempts: { type: Number, default: 0 },
  paid_amount: { type: Number, default: 0 },
  refunded_amount: { type: Number, default: 0 },
  differs: Boolean,
  paid: Date,
  method: String,
  reason: String,
  by: String,
  marked_with: String,
  orders: { type: [Object], default: [] },
  refunds: { type: [Object], default: [] },
  receipt: Number,
  reminded: Date,
  reminded_day: String,
  changed: { type: Date, required: true },
  checked: Date,
});
duePaymentSchema.index({ community: 1, workplace: 1, due: 1, user: 1 }, { unique: true });
duePaymentSchema.index({ community: 1, workplace: 1, user: 1 });
// States by member, read from the index alone.
duePaymentSchema.index({ community: 1, workplace: 1, due: 1, state: 1, user: 1 });
// What the provider may know more about.
duePaymentSchema.index(
  { community: 1, workplace: 1, intent: 1, changed: 1 },
  { partialFilterExpression: { intent: { $exists: true } } },
);
