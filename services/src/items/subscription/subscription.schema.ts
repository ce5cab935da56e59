import type { PlanSource } from '@paddock/contract/calls/subscription';
import { communitySchema } from '../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../infrastructure/mongo/row.js';

/** `ended`: it gives no plan any more. The others are those of the contract. */
export type StoredState = 'initiated' | 'active' | 'cancelled' | 'grace' | 'ended';

/**
 * How a member has, had or is buying a plan: one row for each subscription at a provider or a store, and one for the admins'
 * assignment.
 */
export interface SubscriptionRow extends Row {
  user: string;
  source: PlanSource;
  /** The id of the item. */
  plan: string;
  state: StoredState;
  /** The id at the provider or the store; `internal:<user>`; `checkout:<id>` until the provider has one. */
  ref: string;
  /** `web` until the subscription has ended; its unique index allows each member one. */
  open?: string;
  /** The end of the paid time, or of the grace. */
  until?: Date;
  /** The plan that follows at `until`. */
  next?: string;
  /** The provider's customer, and the session in which the purchase is made. */
  customer?: string;
  checkout?: string;
  /** Grows with each change, so that a state that was read earlier overwrites no later one. */
  version: number;
  /** How often the member's plan was derived from it. */
  derived?: number;
  created: Date;
}

export const subscriptionSchema = communitySchema<SubscriptionRow>({
  user: { type: String, required: true },
  source: { type: String, required: true },
  plan: { type: String, required: true },
  state: { type: String, required: true },
  ref: { type: String, required: true },
  open: String,
  until: Date,
  next: String,
  customer: String,
  checkout: String,
  version: { type: Number, required: true },
  derived: Number,
  created: { type: Date, required: true },
});
subscriptionSchema.index({ community: 1, ref: 1 }, { unique: true });
subscriptionSchema.index(
  { community: 1, user: 1, open: 1 },
  { unique: true, partialFilterExpression: { open: { $exists: true } } },
);
subscriptionSchema.index({ community: 1, user: 1 });
subscriptionSchema.index({ community: 1, plan: 1, state: 1 });
// What has to be read from the provider again.
subscriptionSchema.index({ community: 1, state: 1, until: 1 });
