import { z } from 'zod';
import { clientId, defineCall, done, id, instant } from '../core/call.js';
import { chargedAmount, currency } from '../core/money.js';
import { requiredLine, spokenText } from '../core/speakable.js';
import { dueStates, dueTotals, ownPayment } from './due-fields.js';
import { relatedCards } from './groups.js';
import { userCard } from './users.js';

/** Dues that a workplace can have. */
export const maxDues = 1000;
/** Members and groups that a due can name. */
export const maxNamed = 500;
/** Days before or, negative, after the day of payment on which those who still owe are reminded. */
export const reminderDays = [14, 7, 3, 1, 0, -3, -7, -14] as const;

/** A due (specification B §3). Members see those that they owe or have paid; admins of the workplace see all. */
export const due = z.object({
  id,
  title: z.string(),
  desc: z.string(),
  /** Minor units of the currency. */
  amount: z.number().int(),
  /** ISO 4217. */
  currency: z.string(),
  /** "12.34 EUR" (B §9). */
  pay_label: z.string(),
  /** Until this day, by the workplace's clock: yyyy-mm-dd. */
  payable_until: z.string().optional(),
  workplace: z.string(),
  created: instant,
  /** Changes with each change of what a member pays. */
  version: z.number().int(),
  own: ownPayment.optional(),
  /** For admins of the workplace, as the following. */
  totals: dueTotals.optional(),
  /** Those who owe it; both empty: every member of the workplace. */
  users: z.array(id).optional(),
  groups: z.array(id).optional(),
  reminders: z.array(z.number().int()).optional(),
  /** Workplace admins. */
  can_edit: z.boolean(),
  /** Super admins. */
  can_delete: z.boolean(),
});
export type Due = z.output<typeof due>;

const day = z.iso
  .date({ error: 'INVALID_PATTERN' })
  .refine((date) => date > '2018' && date < '9000', 'INVALID_PATTERN');

/** The fields of the create and the update form, for both sides (B §5). `amount` is in minor units; the form has units of the currency. */
export const dueForm = z.strictObject({
  title: requiredLine(140),
  desc: spokenText(250).optional(),
  amount: chargedAmount,
  currency,
  payable_until: day.or(z.literal('')).optional(),
  users: z.array(id).max(maxNamed, 'LENGTH_PATTERN').optional(),
  groups: z.array(id).max(maxNamed, 'LENGTH_PATTERN').optional(),
  reminders: z.array(z.union(reminderDays.map((days) => z.literal(days)))).optional(),
});
export type DueForm = z.output<typeof dueForm>;

const dueErrors = ['DUE_NOT_FOUND'] as const;

/**
 * GET dues (B §7): open ones first, by the day of payment, then the paid ones, newest first. `open`: what the caller owes in all, by
 * currency. `users`, `groups`: those that a due names, for admins.
 */
export const readDues = defineCall({
  name: 'dues.list',
  method: 'GET',
  path: '/dues',
  summary: 'The dues of the caller; for admins those of the workplace',
  input: {},
  reply: z.object({
    dues: z.array(due),
    open: z.array(
      z.object({ amount: z.number().int(), currency: z.string(), pay_label: z.string(), count: z.number().int() }),
    ),
    /** The provider's public key; absent where payment by card is off. */
    card_public_key: z.string().optional(),
    ...relatedCards,
  }),
  permission: 'dues.read',
});

export const readDue = defineCall({
  name: 'dues.read',
  method: 'GET',
  path: '/dues/{id}',
  summary: 'One due',
  input: { id },
  reply: z.object({ due, ...relatedCards }),
  permission: 'dues.read',
  errors: dueErrors,
});

/** For super admins (B §6). CONFLICT when the workplace has {@link maxDues}. */
export const createDue = defineCall({
  name: 'dues.create',
  method: 'POST',
  path: '/dues',
  summary: 'Add a due',
  input: { client_id: clientId, ...dueForm.shape },
  reply: z.object({ due }),
  permission: 'dues.create',
  errors: ['USER_NOT_FOUND', 'GROUP_NOT_FOUND', 'CONFLICT'],
  idempotent: true,
});

/**
 * For workplace admins. Absent fields stay. A change of amount or currency cancels payments that have begun; once a member has paid, both
 * stay as they are (DUE_PAID).
 */
export const updateDue = defineCall({
  name: 'dues.update',
  method: 'PUT',
  path: '/dues/{id}',
  summary: 'Change a due',
  input: { id, ...dueForm.partial().shape },
  reply: z.object({ due }),
  permission: 'dues.manage',
  errors: [...dueErrors, 'USER_NOT_FOUND', 'GROUP_NOT_FOUND', 'DUE_PAID', 'PAYMENT_UNDER_WAY', 'PAYMENT_FAILED'],
  slow: true,
});

/**
 * For super admins. Cancels payments that have begun. What was paid stays in the ledger. PAYMENT_UNDER_WAY: the provider holds one
 * that it has not decided.
 */
export const deleteDue = defineCall({
  name: 'dues.delete',
  method: 'DELETE',
  path: '/dues/{id}',
  summary: 'Delete a due',
  input: { id },
  reply: done,
  permission: 'dues.create',
  errors: [...dueErrors, 'DUE_PAID', 'PAYMENT_UNDER_WAY', 'PAYMENT_FAILED'],
  slow: true,
});

/**
 * POST dues/{id}/payment_intents (B §7): idempotent per member and due, also from two windows. `account` is the community's account at the
 * provider, '' for the platform's own. `amount` and `currency` are what the member saw, if given: DUE_CHANGED when the due has others by
 * now. DUE_PAID: the member has paid. PAYMENT_UNDER_WAY: a payment is being confirmed. PAYMENT_FAILED: the provider does not answer, or
 * refuses; `message` is its own where it has one.
 */
export const createPaymentIntent = defineCall({
  name: 'dues.payment_intent',
  method: 'POST',
  path: '/dues/{id}/payment_intents',
  summary: 'Begin to pay a due by card',
  input: { id, amount: z.number().int().optional(), currency: z.string().max(3).optional() },
  reply: z.object({ account: z.string(), secret: z.string(), amount: z.number().int(), currency: z.string() }),
  permission: 'dues.pay',
  errors: [...dueErrors, 'DUE_PAID', 'DUE_CHANGED', 'PAYMENT_UNDER_WAY', 'PAYMENT_FAILED', 'FORBIDDEN'],
});

/**
 * What the provider says of the caller's payment now, read from the provider and stored: the page calls it after the card's
 * confirmation, so that it need not wait for the provider's event.
 */
export const checkPayment = defineCall({
  name: 'dues.check_payment',
  method: 'PUT',
  path: '/dues/{id}/payment_intents',
  summary: 'Read the state of the own payment again',
  input: { id },
  reply: z.object({ due }),
  permission: 'dues.pay',
  errors: [...dueErrors, 'PAYMENT_FAILED'],
});

/** A receipt as a signed address of a PDF that is valid for minutes. `user`: another member's, for admins of the workplace. */
export const readReceipt = defineCall({
  name: 'dues.receipt',
  method: 'GET',
  path: '/dues/{id}/receipt',
  summary: 'The receipt of a paid due',
  input: { id, user: id.optional() },
  reply: z.object({ url: z.string(), name: z.string() }),
  permission: 'dues.read',
  errors: [...dueErrors, 'NOT_FOUND', 'FORBIDDEN'],
});

/** One member on the status board of a due. */
const dueMember = z.object({
  user: id,
  /** For admins of the workplace (B §6). */
  email: z.string().optional(),
  ...ownPayment.shape,
  /** Why an admin noted it as paid. */
  reason: z.string().optional(),
  reminded: instant.optional(),
  /** The provider charged another sum than the due's. `processing` until an admin refunds it or notes it as paid. */
  differs: z.boolean().optional(),
  /** No longer owes it: left the workplace or the group, or was removed from the due. Only where they have paid. */
  former: z.boolean(),
});
export type DueMember = z.output<typeof dueMember>;

/** The status board of a due: its members with their states, by full name. `after` is the reply's `next`. */
export const readDueMembers = defineCall({
  name: 'dues.members',
  method: 'GET',
  path: '/dues/{id}/members',
  summary: 'The members of a due with their states',
  input: {
    id,
    state: z.enum(dueStates).optional(),
    query: z.string().trim().max(100).optional(),
    after: z.string().max(400).optional(),
    count: z.coerce.number().int().min(1).max(200).default(50),
  },
  reply: z.object({
    members: z.array(dueMember),
    totals: dueTotals,
    next: z.string().optional(),
    users: z.array(userCard),
  }),
  permission: 'dues.manage',
  errors: dueErrors,
});

/** Why an admin notes or refunds a payment. */
export const paymentReason = requiredLine(250);

/** Notes a payment that came another way, of the whole amount. Cancels a payment by card that has begun. */
export const markDuePaid = defineCall({
  name: 'dues.mark_paid',
  method: 'POST',
  path: '/dues/{id}/payments',
  summary: 'Note a due as paid by a member',
  input: { id, client_id: clientId, user: id, reason: paymentReason },
  reply: z.object({ member: dueMember }),
  permission: 'dues.manage',
  errors: [...dueErrors, 'USER_NOT_FOUND', 'DUE_PAID', 'PAYMENT_UNDER_WAY', 'PAYMENT_FAILED'],
  idempotent: true,
});

/**
 * Refunds what a member paid, or a part of it: by card through the provider, else as a note. `amount` in minor units; all that is left
 * without one. REFUND_TOO_LARGE: more than is left.
 */
export const refundDue = defineCall({
  name: 'dues.refund',
  method: 'POST',
  path: '/dues/{id}/refunds',
  summary: 'Refund a due to a member',
  input: { id, client_id: clientId, user: id, amount: chargedAmount.optional(), reason: paymentReason },
  reply: z.object({ member: dueMember }),
  permission: 'dues.manage',
  errors: [...dueErrors, 'USER_NOT_FOUND', 'NOT_FOUND', 'REFUND_TOO_LARGE', 'PAYMENT_FAILED'],
  idempotent: true,
});

/** Reminds those who still owe the due, or one of them, at most once a day each. `reminded`: how many. */
export const remindDue = defineCall({
  name: 'dues.remind',
  method: 'POST',
  path: '/dues/{id}/reminders',
  summary: 'Remind those who still owe a due',
  input: { id, client_id: clientId, user: id.optional() },
  reply: z.object({ reminded: z.number().int() }),
  permission: 'dues.manage',
  errors: [...dueErrors, 'USER_NOT_FOUND'],
  idempotent: true,
});

/**
 * The rows of the ledger between two days, both included, by the workplace's clock, as CSV for a bookkeeper; without an id of all
 * dues of the workplace.
 */
export const exportPayments = defineCall({
  name: 'dues.export',
  method: 'GET',
  path: '/dues/export',
  summary: 'Payments and refunds as CSV',
  input: { due: id.optional(), from: day.optional(), to: day.optional() },
  reply: z.object({ name: z.string(), csv: z.string() }),
  permission: 'dues.manage',
  errors: dueErrors,
});
