import type { StoredState } from '../subscription.schema.js';

/** What a store says of a subscription now. */
export interface StoreState {
  /** `ios:<original transaction>` or `android:<token>`. */
  ref: string;
  /** The product that it gives now. */
  product: string;
  state: StoredState;
  until?: Date | undefined;
  /** The product that follows at `until`. */
  next?: string | undefined;
  /** The member whom the device named at the purchase (`store_account`). */
  account?: string | undefined;
  /** The earlier purchase that this one replaces. */
  replaces?: string | undefined;
  /** Google refunds a purchase that is not acknowledged. */
  isUnacknowledged?: boolean;
}
