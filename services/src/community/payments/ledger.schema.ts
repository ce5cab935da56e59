import { communitySchema } from '../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../infrastructure/mongo/row.js';

export const ledgerKinds = ['charge', 'refund', 'manual', 'manual_refund'] as const;

/** A sum that moved from one account to another. */
export interface LedgerEntry {
  /** Unique: `charge:pi_…`, `refund:re_…`, `manual:<client_id>`, `invoice:in_…`. */
  key: string;
  kind: (typeof ledgerKinds)[number];
  /** Accounts: `member:<id>`, `provider`, `cash`. */
  from: string;
  to: string;
  /** Minor units, above 0. */
  amount: number;
  currency: string;
  at: Date;
  workplace?: string;
  due?: string;
  /** The title at the time of payment. */
  due_title?: string;
  plan?: string;
  user: string;
  /** The admin who noted the payment or ordered the refund. */
  by?: string;
  reason?: string;
  /** The payment intent at the provider. */
  intent?: string;
}

/** The ledger belongs to the community as a whole, because plans do; `place` is the workplace of a due. */
export interface LedgerRow extends Row, Omit<LedgerEntry, 'workplace'> {
  place: string;
}

export const ledgerSchema = communitySchema<LedgerRow>({
  key: { type: String, required: true, immutable: true },
  kind: { type: String, required: true, enum: ledgerKinds },
  from: { type: String, required: true },
  to: { type: String, required: true },
  amount: { type: Number, required: true, min: 1, validate: Number.isSafeInteger },
  currency: { type: String, required: true },
  at: { type: Date, required: true },
  place: { type: String, default: '' },
  due: String,
  due_title: String,
  plan: String,
  user: { type: String, required: true },
  by: String,
  reason: String,
  intent: String,
});
ledgerSchema.index({ community: 1, key: 1 }, { unique: true });
ledgerSchema.index({ community: 1, _id: 1 });
ledgerSchema.index({ community: 1, place: 1, due: 1, _id: 1 });
ledgerSchema.index({ community: 1, user: 1, _id: 1 });
ledgerSchema.index({ community: 1, place: 1, at: 1 });
