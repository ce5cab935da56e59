import { z } from 'zod';
import { instant } from '../core/call.js';

/**
 * What a due is to one member. `processing`: the provider has the payment and has not yet confirmed it. `paid`: the full amount is paid;
 * what was refunded of it is in `refunded`. `refunded`: all of it was refunded, and the member owes it no longer.
 */
export const dueStates = ['open', 'processing', 'paid', 'refunded'] as const;
export type DueState = (typeof dueStates)[number];

/** How a due was paid: by card, or noted by an admin with a reason. */
export const paymentMethods = ['card', 'manual'] as const;

/** The caller's own side of a due; absent on a due that they do not owe and have not paid. */
export const ownPayment = z.object({
  state: z.enum(dueStates),
  /** Of the newest payment. */
  paid: instant.optional(),
  method: z.enum(paymentMethods).optional(),
  /** Minor units that were paid, and how much of it was refunded. */
  paid_amount: z.number().int(),
  refunded_amount: z.number().int(),
  /** There is a receipt, see `dues.receipt`. */
  receipt: z.boolean(),
});

/** How far a due is paid, for admins of the workplace. Sums in minor units. */
export const dueTotals = z.object({
  /** Members who owe it, including those who have paid. */
  members: z.number().int(),
  paid: z.number().int(),
  processing: z.number().int(),
  paid_amount: z.number().int(),
  refunded_amount: z.number().int(),
});
