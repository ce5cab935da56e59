import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSelf } from '@paddock/contract/calls/account';
import { createItem } from '@paddock/contract/calls/items';
import { beginCheckout } from '@paddock/contract/calls/subscription';
import { randomUUID } from 'node:crypto';
import { CardPayments } from '../../../test/card-payments.js';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { Ledger } from '../../community/payments/ledger.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { SubscriptionEvents } from './subscription-events.js';

let services: TestServices;
let cards: CardPayments;

beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,items', RATE_LIMITS: 'off' });
  cards = new CardPayments(services);
  await services.configure('motorsport', ({ flags }) => Object.assign(flags, { web_subscriptions: true }));
});
afterAll(() => services.close());

describe(SubscriptionEvents, () => {
  it('enter each invoice once, though they come 20 times and the last one first', async () => {
    const [boss, as] = [await services.member({ admin: true }), await services.member()];
    cards.controls.holdsEvents = true;
    const fields = { type: 'subscription' as const, title: 'Season', amount: 1000, currency: 'EUR' };
    const { body: made } = await services.call(createItem, { client_id: randomUUID(), ...fields }, { as: boss });
    const input = { client_id: randomUUID(), plan: made.item.id, back: 'settings' as const };
    const { body } = await services.call(beginCheckout, input, { as });
    await cards.subscribe(new URL(body.url).pathname.split('/').at(-1)!);
    const events = (await cards.openEvents()).filter(({ data }) => JSON.stringify(data).includes(as.id)).toReversed();
    for (let time = 0; time < 20; time++) await Promise.all(events.map((event) => cards.post(event)));
    expect((await services.call(readSelf, {}, { as })).body.subscription).toBe(made.item.id);
    const sums = [];
    for await (const row of services.get(Ledger).rows(tenantOf('motorsport'), { user: as.id })) sums.push(row.amount);
    expect(sums).toEqual([1000]);
  });
});
