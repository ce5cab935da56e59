import { z } from 'zod';
import { clientId, defineCall, id, instant } from '../core/call.js';
import { secret } from '../core/secret.js';
import { planIntervals } from './items.js';

/** Where a member's plan comes from. `internal`: a super admin assigned it. */
export const planSources = ['web', 'ios', 'android', 'internal'] as const;
export type PlanSource = (typeof planSources)[number];

/**
 * `active`: it is paid. `cancelled`: it ends at `until`. `grace`: a renewal failed, and the plan holds until `until`. `initiated`:
 * a purchase is under way that the provider has not confirmed.
 */
export const subscriptionStates = ['initiated', 'active', 'cancelled', 'grace'] as const;

/** A plan as the caller may buy it (specification A §3). Sorted by amount. */
export const plan = z.object({
  id,
  title: z.string(),
  description: z.string().optional(),
  amount: z.number().int(),
  currency: z.string().optional(),
  /** "12.34 EUR"; on native the store's own text is shown instead. */
  priceText: z.string(),
  interval: z.enum(planIntervals),
  /** The product's id in the stores; '0' for a plan managed outside them. */
  additional_id: z.string().optional(),
  /** How the caller can get it. Empty: an admin assigns it. */
  sold: z.array(z.enum(['web', 'store'])),
  current: z.boolean(),
  /** While a purchase of it is under way. */
  state: z.literal('initiated').optional(),
});
export type Plan = z.output<typeof plan>;

const current = z.object({
  plan: id,
  source: z.enum(planSources),
  state: z.enum(subscriptionStates),
  /** When a cancelled plan or the grace ends; else the next renewal, where there is one. */
  until: instant.optional(),
  /** The plan that follows at `until`, after a downgrade. */
  next: id.optional(),
});
export type CurrentSubscription = z.output<typeof current>;

const subscription = z.object({
  plans: z.array(plan),
  /** The one that counts for access: of those that are paid or assigned now, the one of the highest amount. */
  subscription: current.optional(),
  /** The others that run: those of the web and of stores may go on being charged. */
  others: z.array(current).optional(),
  /** The native store links its purchases to this id (`applicationUsername`, appAccountToken: a UUID). */
  store_account: z.string(),
});
export type Subscription = z.output<typeof subscription>;

/** Hidden plans are absent, except those of the caller's own subscriptions. */
export const readSubscription = defineCall({
  name: 'subscription.read',
  method: 'GET',
  path: '/subscription',
  summary: 'The plans that one can have, and the own one',
  input: {},
  reply: subscription,
  permission: 'subscription.read',
});

/** Reads the state from the provider and the stores (A §2, Refresh purchases). */
export const refreshSubscription = defineCall({
  name: 'subscription.refresh',
  method: 'PUT',
  path: '/subscription/refresh',
  summary: 'Read the own purchases again',
  input: {},
  reply: subscription,
  permission: 'subscription.read',
  errors: ['WEB_SUBSCRIPTION_ERROR'],
});

const webErrors = ['NOT_FOUND', 'WEB_SUBSCRIPTION_ERROR', 'NO_NAVIGATOR_STORE', 'CONFLICT'] as const;
/** Members who were banned or refused buy nothing more; they still cancel, and reach their invoices. */
const buyingErrors = [...webErrors, 'ACCESS_FORBIDDEN', 'ACCESS_DENIED'] as const;

/**
 * Begins a purchase on the web: the member pays at `url`, the provider's page, which leads back to `#/subscription_required` or to
 * settings. CONFLICT: the member has a plan already that is not 'internal', or an assigned one of at least the same amount; a purchase
 * that is under way returns its own address again. NO_NAVIGATOR_STORE: the plan is sold in stores only. WEB_SUBSCRIPTION_ERROR: the
 * provider does not answer, or refuses.
 */
export const beginCheckout = defineCall({
  name: 'subscription.checkout',
  method: 'POST',
  path: '/subscription/checkout',
  summary: 'Begin to buy a plan on the web',
  input: { client_id: clientId, plan: id, back: z.enum(['required', 'settings']) },
  reply: z.object({ url: z.string() }),
  permission: 'subscription.buy_web',
  errors: buyingErrors,
  idempotent: true,
});

/** What a change to another plan costs now and from the next renewal on, in minor units; changes nothing. */
export const previewPlanChange = defineCall({
  name: 'subscription.preview_change',
  method: 'GET',
  path: '/subscription/change',
  summary: 'What a change of the plan costs',
  input: { plan: id },
  reply: z.object({
    due_now: z.number().int(),
    due_now_text: z.string(),
    /** When the change takes effect: now for an upgrade, the end of the paid time for a downgrade. */
    from: instant,
  }),
  permission: 'subscription.buy_web',
  errors: webErrors,
});

/**
 * Upgrades at once, charging the difference of the rest of the paid time; downgrades at its end. CONFLICT also while a renewal is
 * unpaid.
 */
export const changePlan = defineCall({
  name: 'subscription.change',
  method: 'PUT',
  path: '/subscription',
  summary: 'Change the own plan, bought on the web',
  input: { plan: id },
  reply: subscription,
  permission: 'subscription.buy_web',
  errors: buyingErrors,
});

/** At the end of the paid time. Again it changes nothing. */
export const cancelSubscription = defineCall({
  name: 'subscription.cancel',
  method: 'DELETE',
  path: '/subscription',
  summary: 'Cancel the own plan, bought on the web',
  input: {},
  reply: subscription,
  permission: 'subscription.buy_web',
  errors: webErrors,
});

/** Takes a cancellation or a downgrade to come back. */
export const resumeSubscription = defineCall({
  name: 'subscription.resume',
  method: 'PUT',
  path: '/subscription/resume',
  summary: 'Keep a cancelled plan',
  input: {},
  reply: subscription,
  permission: 'subscription.buy_web',
  errors: buyingErrors,
});

/** The provider's page for cards and invoices. */
export const openBillingPortal = defineCall({
  name: 'subscription.portal',
  method: 'POST',
  path: '/subscription/portal',
  summary: 'The address of the page for cards and invoices',
  input: {},
  reply: z.object({ url: z.string() }),
  permission: 'subscription.buy_web',
  errors: webErrors,
});

/** What a native store returned: Apple's signed transaction (JWS), or Google's purchase token. */
const receipt = z.strictObject({
  store: z.enum(['ios', 'android']),
  /** The store's product id, a plan's `additional_id`. */
  product: z.string().max(140),
  receipt: secret(z.string().min(1).max(20_000)),
});

const storeErrors = [
  ...(['UNKNOWN_SUBSCRIPTION', 'OLD_PURCHASE_TOKEN_NOT_FOUND', 'PURCHASE_INVALID', 'CONFLICT'] as const),
  ...(['SERVICE_UNAVAILABLE', 'NOT_FOUND'] as const),
] as const;

/**
 * A purchase in a native store, checked with the store. `old_product`: the plan that it replaces, on Android;
 * OLD_PURCHASE_TOKEN_NOT_FOUND when the service knows no purchase of it. UNKNOWN_SUBSCRIPTION: no plan has this product.
 * PURCHASE_INVALID: the store does not confirm it. CONFLICT: it belongs to another member.
 */
export const recordPurchase = defineCall({
  name: 'subscription.purchase',
  method: 'POST',
  path: '/subscription/purchases',
  summary: 'Record a purchase of a native store',
  input: { client_id: clientId, ...receipt.shape, old_product: z.string().max(140).optional() },
  reply: subscription,
  permission: 'subscription.buy_in_store',
  errors: storeErrors,
  idempotent: true,
});

/** Android needs the token of the purchase that a change replaces. */
export const readOldPurchase = defineCall({
  name: 'subscription.old_purchase',
  method: 'GET',
  path: '/subscription/old_purchase',
  summary: 'The token of the own purchase that a change of the plan replaces',
  input: {},
  reply: z.object({ product: z.string(), token: z.string() }),
  permission: 'subscription.buy_in_store',
  errors: ['OLD_PURCHASE_TOKEN_NOT_FOUND'],
});

/** Takes over what the device's store account owns: the newest valid one counts. */
export const restorePurchases = defineCall({
  name: 'subscription.restore',
  method: 'PUT',
  path: '/subscription/purchases',
  summary: 'Restore purchases of a native store',
  input: { purchases: secret(z.array(receipt).max(50)) },
  reply: subscription,
  permission: 'subscription.buy_in_store',
  errors: storeErrors,
});
