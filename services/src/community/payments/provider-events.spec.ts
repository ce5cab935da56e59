import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { CardPayments, testCards } from '../../../test/card-payments.js';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { Ledger } from './ledger.js';
import type { PaymentPurpose } from './payment-purpose.js';
import { ProviderEvents } from './provider-events.js';

let services: TestServices;
let cards: CardPayments;
let applied: string[];
const tenant = tenantOf('motorsport');
const purpose: PaymentPurpose = { kind: 'due', community: 'motorsport', due: 'd1', user: 'u1' };
const sum = { amount: 1234, currency: 'eur' };

beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats' });
  cards = new CardPayments(services);
  const ledger = services.get(Ledger);
  services.get(ProviderEvents).handle<Stripe.PaymentIntent | undefined>('due', {
    async prepare({ data: { object } }) {
      const { stripe, options } = cards.access();
      return object.object === 'payment_intent'
        ? stripe.paymentIntents.retrieve(object.id, undefined, options)
        : undefined;
    },
    async apply({ id }, { user }, now, session) {
      applied.push(id);
      if (now?.status !== 'succeeded') return;
      const { id: intent, amount } = now;
      const charge = { kind: 'charge', from: `member:${user}`, to: 'provider', amount, currency: 'EUR' } as const;
      await ledger.add(session, tenant, { key: `charge:${intent}`, ...charge, at: new Date(), user, intent });
    },
  });
});
afterAll(() => services.close());
beforeEach(() => {
  applied = [];
  Object.assign(cards.controls, { copies: 1, holdsEvents: true, breaks: undefined, falsify: undefined, delayMs: 0 });
});

/** A paid intent, with its event that is not delivered. */
async function paid(for_: PaymentPurpose = purpose) {
  const intent = await cards.intent(for_, sum);
  await cards.confirm(intent.client_secret!);
  const events = await cards.openEvents();
  const event = events.find(
    ({ type, data }) => type === 'payment_intent.succeeded' && (data.object as { id: string }).id === intent.id,
  )!;
  return { intent, event };
}
const charges = async (intent: string) => {
  const rows = [];
  for await (const row of services.get(Ledger).rows(tenant, { user: 'u1' })) if (row.intent === intent) rows.push(row);
  return rows.length;
};

describe('an event', () => {
  it('takes effect once, though it is delivered 20 times at once and again later', async () => {
    const { intent, event } = await paid();
    const replies = await Promise.all(Array.from({ length: 20 }, () => cards.post(event)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    await cards.post(event);
    expect(await charges(intent.id)).toBe(1);
  });

  it('takes effect in any order, because the present state of its object counts', async () => {
    const { intent, event } = await paid();
    const created = (await cards.openEvents()).find(
      ({ type, data }) => type === 'payment_intent.created' && (data.object as { id: string }).id === intent.id,
    )!;
    await cards.post(event);
    await cards.post(created);
    expect(applied).toEqual([event.id, created.id]);
    expect(await charges(intent.id)).toBe(1);
  });

  it('is delivered by the provider itself, more than once where it must be', async () => {
    const { intent } = await paid();
    Object.assign(cards.controls, { holdsEvents: false, copies: 3 });
    await cards.settle();
    expect(await charges(intent.id)).toBe(1);
    expect(await cards.openEvents()).toEqual([]);
  });

  it('is repeated by the provider while its handler fails', async () => {
    const { intent, event } = await paid();
    cards.controls.breaks = 'before';
    expect((await cards.post(event)).status).toBeGreaterThanOrEqual(500);
    expect(await charges(intent.id)).toBe(0);
    cards.controls.breaks = undefined;
    expect((await cards.post(event)).status).toBe(200);
    expect(await charges(intent.id)).toBe(1);
  });
});

describe('the webhook refuses', () => {
  it.each<[string, Parameters<CardPayments['post']>[1]]>([
    ['a forged signature', { secret: 'whsec_forged' }],
    ['an event that was signed an hour ago', { signedAt: Math.floor(Date.now() / 1000) - 3600 }],
  ])('%s', async (_, forgery) => {
    const { intent, event } = await paid();
    expect((await cards.post(event, forgery)).status).toBe(400);
    expect(await charges(intent.id)).toBe(0);
  });

  it('the same event written with other bytes', async () => {
    const { event } = await paid();
    expect((await cards.post(event, { body: JSON.stringify(event) })).status).toBe(400);
    expect((await cards.post(event)).status).toBe(200);
  });

  it.each([
    [{ headers: { 'content-type': 'application/json' }, body: '{}' }],
    [{ headers: { 'stripe-signature': 't=1,v1=00' }, body: '' }],
    [{ headers: { 'stripe-signature': 'nonsense', 'content-type': 'text/plain' }, body: 'x' }],
  ])('a body without a signature of its own: %j', async (request) => {
    expect((await services.request('POST', '/api/payments/webhook', request)).status).toBe(400);
  });
});

describe('the webhook ignores', () => {
  it.each<[string, (event: Stripe.Event) => object]>([
    ['a live event at a community in test mode', (event) => ({ ...event, livemode: true })],
    ["another account's event", (event) => ({ ...event, account: 'acct_other' })],
    ['an object of another system', (event) => ({ ...event, data: { object: { id: 'pi_x', metadata: {} } } })],
    [
      'an unknown community',
      (event) => ({ ...event, data: { object: { id: 'pi_x', metadata: { ...purpose, community: 'none' } } } }),
    ],
  ])('%s', async (_, changed) => {
    const { intent, event } = await paid();
    expect((await cards.post(changed(event))).status).toBe(200);
    expect([applied, await charges(intent.id)]).toEqual([[], 0]);
  });

  it('nothing that another process has to handle: the provider repeats it', async () => {
    const { event } = await paid({ kind: 'plan', community: 'motorsport', user: 'u1', plan: 'p' });
    expect((await cards.post(event)).status).toBe(503);
  });
});

describe('the log', () => {
  it('has no secret key, client secret or card', async () => {
    const { intent, event } = await paid();
    await cards.post(event, { secret: 'whsec_forged' });
    cards.controls.breaks = 'before';
    await cards.post(event);
    const text = services.log.join('\n');
    expect(text).not.toMatch(/sk_test_|whsec_|_secret_/);
    expect(text).not.toContain(intent.client_secret!);
    expect(text).not.toContain(testCards.pays);
  });
});
