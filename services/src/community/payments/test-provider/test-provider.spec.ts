import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { dayMs } from '@paddock/contract/core/durations';
import Stripe from 'stripe';
import { CardPayments, testCards } from '../../../../test/card-payments.js';
import { startTestServices, type TestServices } from '../../../../test/start-test-services.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import { asking } from '../card-provider.js';
import type { PaymentPurpose } from '../payment-purpose.js';

let services: TestServices;
let cards: CardPayments;
let stripe: Stripe;
const purpose: PaymentPurpose = { kind: 'due', community: 'motorsport', due: 'd1', user: 'u1' };
const sum = { amount: 1234, currency: 'eur' };

beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats' });
  cards = new CardPayments(services);
  ({ stripe } = cards.access());
});
afterAll(() => services.close());
beforeEach(() => {
  Object.assign(cards.controls, { copies: 1, holdsEvents: true, breaks: undefined, falsify: undefined, delayMs: 0 });
});

const status = async (id: string) => (await stripe.paymentIntents.retrieve(id)).status;

describe('a payment at the test provider, by the SDK of Stripe', () => {
  it('succeeds once, with a charge that has the purpose', async () => {
    const intent = await cards.intent(purpose, sum);
    expect((await cards.confirm(intent.client_secret!)).paymentIntent?.status).toBe('succeeded');
    const now = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(now).toMatchObject({
      ...{ status: 'succeeded', amount_received: 1234, metadata: purpose },
      latest_charge: { amount: 1234, metadata: purpose, payment_method_details: { card: { last4: '4242' } } },
    });
    expect((await cards.confirm(intent.client_secret!)).error).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
  });

  it('is charged once by two windows at the same time', async () => {
    const intent = await cards.intent(purpose, sum);
    await Promise.all(Array.from({ length: 5 }, () => cards.confirm(intent.client_secret!)));
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
  });

  it.each([
    [testCards.declined, 'card_declined', 'generic_decline', 'Your card was declined.'],
    [testCards.insufficient, 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4242424242424241', 'incorrect_number', undefined, 'Your card number is invalid.'],
  ])('refuses the card %s with %s, and takes another one then', async (number, code, decline_code, message) => {
    const intent = await cards.intent(purpose, sum);
    const { error } = await cards.confirm(intent.client_secret!, number);
    expect(error).toMatchObject({ type: 'card_error', code, message, ...(decline_code && { decline_code }) });
    expect(await status(intent.id)).toBe('requires_payment_method');
    await cards.confirm(intent.client_secret!);
    expect(await status(intent.id)).toBe('succeeded');
  });

  it.each([
    ['yes', 'succeeded'],
    ['no', 'requires_payment_method'],
  ] as const)("waits for the bank's question; after %s it is %s", async (answer, after) => {
    const intent = await cards.intent(purpose, sum);
    const asked = await cards.confirm(intent.client_secret!, testCards.asks);
    expect(asked.paymentIntent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    await cards.answer(intent.client_secret!, answer);
    expect(await status(intent.id)).toBe(after);
  });

  it('stays processing for some seconds with a slow card', async () => {
    const intent = await cards.intent(purpose, sum);
    await cards.confirm(intent.client_secret!, testCards.later);
    expect(await status(intent.id)).toBe('processing');
    await cards.advance(5000);
    expect(await status(intent.id)).toBe('succeeded');
  });

  it('belongs to the secret that began it, and to its account', async () => {
    const intent = await cards.intent(purpose, sum);
    expect((await cards.confirm(`${intent.id}_secret_other`)).error).toBeDefined();
    expect((await cards.confirm(intent.client_secret!, testCards.pays, 'acct_1')).error).toMatchObject({
      code: 'resource_missing',
    });
    await expect(stripe.paymentIntents.retrieve(intent.id, undefined, { stripeAccount: 'acct_1' })).rejects.toThrow(
      'No such payment_intent',
    );
  });
});

describe('a request', () => {
  it('with a known idempotency key gets the first reply, at the same time too', async () => {
    const create = (amount: number) =>
      stripe.paymentIntents.create({ ...sum, amount }, { idempotencyKey: `key-${sum.amount}` });
    const intents = await Promise.all([create(500), create(500), create(500)]);
    expect(new Set(intents.map(({ id }) => id)).size).toBe(1);
    await expect(create(501)).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  });

  it('whose reply is lost has been done, and its repetition does nothing again', async () => {
    const create = () => stripe.paymentIntents.create(sum, { idempotencyKey: 'lost' });
    cards.controls.breaks = 'after';
    await expect(create()).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
    cards.controls.breaks = undefined;
    expect((await create()).id).toBe((await create()).id);
  });

  it.each([
    [{ amount: 0, currency: 'eur' }],
    [{ amount: -1, currency: 'eur' }],
    [{ amount: 0.5, currency: 'eur' }],
    [{ amount: 1e12, currency: 'eur' }],
    [{ amount: NaN, currency: 'eur' }],
    [{ amount: 1, currency: 'xxq' }],
    [{ amount: 1234, currency: 'kwd' }],
  ])('for %j is refused', async (wrong) => {
    await expect(stripe.paymentIntents.create(wrong)).rejects.toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
  });

  it('without the secret key is refused', async () => {
    const other = new Stripe('sk_test_other', {
      ...{ host: '127.0.0.1', protocol: 'http', maxNetworkRetries: 0 },
      port: Number(stripe.getApiField('port')),
    });
    await expect(other.customers.create()).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
  });

  it('that fails becomes a code of ours, with a text that is meant for people or none', async () => {
    cards.controls.breaks = 'before';
    const failure = await asking('PAYMENT_FAILED', () => stripe.customers.create()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PaddockError);
    expect(failure).toMatchObject({ code: 'PAYMENT_FAILED', details: {} });
  });
});

describe('a refund', () => {
  it('is whole or in parts, and never more than was paid', async () => {
    const intent = await cards.intent(purpose, sum);
    const refund = (amount?: number) =>
      stripe.refunds.create({ payment_intent: intent.id, ...(amount !== undefined && { amount }) });
    await expect(refund()).rejects.toThrow('does not have a successful charge');
    await cards.confirm(intent.client_secret!);
    await refund(1000);
    const both = await Promise.allSettled([refund(234), refund(234)]);
    expect(both.map(({ status: state }) => state).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(refund()).rejects.toMatchObject({ code: 'charge_already_refunded' });
    const { data } = await stripe.refunds.list({ payment_intent: intent.id });
    expect(data.map(({ amount }) => amount).sort()).toEqual([1000, 234]);
  });
});

describe('a subscription', () => {
  const plan: PaymentPurpose = { kind: 'plan', community: 'motorsport', user: 'u1', plan: 'gold' };
  const open = async (unit_amount: number, number: string = testCards.pays) => {
    const product = await stripe.products.create({ name: 'Plan' });
    const { id, url } = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [
        {
          price_data: { currency: 'eur', unit_amount, product: product.id, recurring: { interval: 'month' } },
          quantity: 1,
        },
      ],
      subscription_data: { metadata: { ...plan } },
      metadata: { ...plan },
      success_url: 'http://motorsport.localhost/done?session={CHECKOUT_SESSION_ID}',
    });
    const result = await cards.subscribe(id, number);
    const session = await stripe.checkout.sessions.retrieve(id);
    return { url, result, session, product: product.id };
  };
  const read = (session: Stripe.Checkout.Session) => stripe.subscriptions.retrieve(String(session.subscription));

  it('begins with a paid checkout session, which its page serves once', async () => {
    const { url, session } = await open(999);
    expect(session).toMatchObject({ status: 'complete', payment_status: 'paid' });
    expect(await read(session)).toMatchObject({ status: 'active', metadata: plan });
    const { text, headers } = await services.request('GET', new URL(url!).pathname);
    expect(text).toContain('expired');
    expect(headers['content-security-policy']).not.toContain('script-src');
  });

  it('does not begin with a declined card', async () => {
    const { result, session } = await open(999, testCards.declined);
    expect(result.error).toBe('Your card was declined.');
    expect(session).toMatchObject({ status: 'open', subscription: null });
  });

  it('renews each month, fails with a card that no longer pays, and ends after the last attempt', async () => {
    const { session } = await open(999, testCards.once);
    await cards.advance(32 * dayMs);
    expect((await read(session)).status).toBe('past_due');
    for (let attempt = 0; attempt < 4; attempt++) await cards.advance(8 * dayMs);
    expect((await read(session)).status).toBe('canceled');
  });

  it('charges the difference of a dearer plan for the rest of the period, as its preview says', async () => {
    const { session, product } = await open(1000);
    const before = await read(session);
    const [item] = before.items.data;
    await cards.advance((item!.current_period_end - item!.current_period_start) * 500);
    const price = await stripe.prices.create({
      currency: 'eur',
      unit_amount: 3000,
      product,
      recurring: { interval: 'month' },
    });
    const items = [{ id: item!.id, price: price.id }];
    const preview = await stripe.invoices.createPreview({ subscription: before.id, subscription_details: { items } });
    const after = await stripe.subscriptions.update(before.id, {
      ...{ items, proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' },
      expand: ['latest_invoice'],
    });
    expect(Math.abs(preview.amount_due - 1000)).toBeLessThanOrEqual(2);
    expect((after.latest_invoice as Stripe.Invoice).amount_paid).toBe(preview.amount_due);
    expect(after.items.data[0]!.price.unit_amount).toBe(3000);
  });

  it('that is cancelled ends with its period', async () => {
    const { session } = await open(1000);
    const { id } = await read(session);
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await cards.advance(20 * dayMs);
    expect((await read(session)).status).toBe('active');
    await cards.advance(20 * dayMs);
    expect((await read(session)).status).toBe('canceled');
  });
});
