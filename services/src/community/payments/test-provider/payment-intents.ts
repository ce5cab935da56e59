import { decimalsOf, maxAmount } from '@paddock/contract/core/money';
import { declineOf, type PaymentMethod } from './test-cards.js';
import {
  inner,
  integerOf,
  invalid,
  metadataOf,
  newTestId,
  textOf,
  type Params,
  type TestObject,
} from './test-object.js';
import type { TestStore } from './test-store.js';

export interface Intent extends TestObject {
  amount: number;
  currency: string;
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  client_secret: string;
  payment_method: string | null;
  latest_charge: string | null;
  customer: string | null;
}

/** How long a card of the kind "later" stays `processing`. */
const processingMs = 4000;

export async function createIntent(store: TestStore, params: Params): Promise<Intent> {
  const amount = chargeable(params);
  const base = store.base('pi', 'payment_intent');
  const intent: Intent = {
    ...base,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    automatic_payment_methods: { enabled: inner(params, 'automatic_payment_methods')['enabled'] !== 'false' },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${base.id}_${newTestId('secret')}`,
    confirmation_method: 'automatic',
    currency: textOf(params['currency'])!.toLowerCase(),
    customer: textOf(params['customer']) ?? null,
    description: textOf(params['description']) ?? null,
    last_payment_error: null,
    latest_charge: null,
    metadata: metadataOf(params),
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    receipt_email: textOf(params['receipt_email']) ?? null,
    status: 'requires_payment_method',
  };
  await putIntent(store, intent);
  await store.emit('payment_intent.created', intent);
  return intent;
}

export async function updateIntent(store: TestStore, intent: Intent, params: Params): Promise<Intent> {
  const changesSum = params['amount'] !== undefined || params['currency'] !== undefined;
  if (changesSum && intent.status !== 'requires_payment_method') throw unexpected(intent, 'updated');
  const sum = { amount: String(intent.amount), currency: intent.currency, ...params };
  const changed = {
    ...intent,
    ...(changesSum && { amount: chargeable(sum), currency: sum.currency.toLowerCase() }),
    ...(textOf(params['description']) && { description: params['description'] }),
    metadata: metadataOf(params, intent.metadata),
  };
  return putIntent(store, changed);
}

export async function cancelIntent(store: TestStore, intent: Intent, params: Params): Promise<Intent> {
  if (!['requires_payment_method', 'requires_action'].includes(intent.status)) throw unexpected(intent, 'canceled');
  const canceled: Intent = {
    ...intent,
    status: 'canceled',
    canceled_at: Math.floor(store.now.getTime() / 1000),
    cancellation_reason: textOf(params['cancellation_reason']) ?? null,
    next_action: null,
  };
  await putIntent(store, canceled);
  await store.emit('payment_intent.canceled', canceled);
  return canceled;
}

/** What the page's form does with its card. */
export async function confirmIntent(store: TestStore, intent: Intent, method: PaymentMethod): Promise<Intent> {
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action')
    throw unexpected(intent, 'confirmed');
  const withCard: Intent = { ...intent, payment_method: method.id, last_payment_error: null };
  if (method.outcome === 'declined') return fail(store, withCard, declineOf(method));
  if (method.outcome === 'asks') {
    const next_action = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } };
    const asking: Intent = { ...withCard, status: 'requires_action', next_action };
    await store.emit('payment_intent.requires_action', asking);
    return putIntent(store, asking);
  }
  if (method.outcome !== 'later') return succeed(store, withCard, method);
  const processing: Intent = { ...withCard, status: 'processing' };
  await store.emit('payment_intent.processing', processing);
  return putIntent(store, processing, new Date(store.now.getTime() + processingMs));
}

/** The answer of the card's holder to the question of their bank. */
export async function answerChallenge(store: TestStore, intent: Intent, isConfirmed: boolean): Promise<Intent> {
  if (intent.status !== 'requires_action') throw unexpected(intent, 'authenticated');
  const method = await store.get<PaymentMethod>('payment_method', intent.payment_method);
  if (isConfirmed) return succeed(store, { ...intent, next_action: null }, method);
  return fail(
    store,
    { ...intent, next_action: null },
    {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    },
  );
}

/** A processing intent whose time has come. */
export async function settleIntent(store: TestStore, intent: Intent): Promise<void> {
  if (intent.status !== 'processing') return;
  await succeed(store, intent, await store.get<PaymentMethod>('payment_method', intent.payment_method));
}

async function succeed(store: TestStore, intent: Intent, method: PaymentMethod): Promise<Intent> {
  const { amount, currency, customer, metadata = {} } = intent;
  const charge = await store.put(
    {
      ...store.base('ch', 'charge'),
      ...{ amount, amount_captured: amount, amount_refunded: 0, captured: true, currency, customer },
      ...{ metadata, paid: true, payment_intent: intent.id, payment_method: method.id },
      payment_method_details: { card: method.card, type: 'card' },
      ...{ receipt_url: null, refunded: false, status: 'succeeded' },
    },
    { owner: intent.id },
  );
  const paid: Intent = { ...intent, status: 'succeeded', amount_received: amount, latest_charge: charge.id };
  await putIntent(store, paid);
  await store.emit('charge.succeeded', charge);
  await store.emit('payment_intent.succeeded', paid);
  return paid;
}

async function fail(store: TestStore, intent: Intent, last_payment_error: object): Promise<Intent> {
  const failed: Intent = { ...intent, status: 'requires_payment_method', payment_method: null, last_payment_error };
  await putIntent(store, failed);
  await store.emit('payment_intent.payment_failed', failed);
  return failed;
}

const putIntent = (store: TestStore, intent: Intent, due?: Date) =>
  store.put(intent, { owner: intent.customer ?? '', due });

/** @throws {TestFault} for a sum that the provider cannot charge */
export function chargeable(params: Params): number {
  const amount = integerOf(params, 'amount');
  const currency = textOf(params['currency'])?.toUpperCase();
  if (currency === undefined)
    throw invalid('Missing required param: currency.', { code: 'parameter_missing', param: 'currency' });
  if (!Intl.supportedValuesOf('currency').includes(currency))
    throw invalid(`Invalid currency: ${currency.toLowerCase()}.`, { param: 'currency' });
  if (amount < 1)
    throw invalid('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  if (amount > maxAmount)
    throw invalid('Amount must be no more than 999,999.99', { code: 'amount_too_large', param: 'amount' });
  if (decimalsOf(currency) === 3 && amount % 10 !== 0)
    throw invalid('The last digit of a sum with three decimals must be 0.', { param: 'amount' });
  return amount;
}

const unexpected = ({ status, object, ...intent }: Intent, verb: string) =>
  invalid(`This PaymentIntent's status is ${status}, and it cannot be ${verb}.`, {
    code: 'payment_intent_unexpected_state',
    payment_intent: { ...intent, object, status },
  });
