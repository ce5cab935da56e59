import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  cancelSubscription,
  changePlan,
  previewPlanChange,
  refreshSubscription,
} from '@paddock/contract/calls/subscription';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { testCards } from '../../../test/card-payments.js';
import { PlansScenario } from '../../../test/plans-scenario.js';
import type { TestMember } from '../../../test/start-test-services.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { SubscriptionEvents } from './subscription-events.js';
import { SubscriptionRepository } from './subscription.repository.js';
import { WebCheckout } from './web-checkout.js';
import { WebSubscriptions } from './web-subscriptions.js';

const tenant = tenantOf('motorsport');

let scenario: PlansScenario;
let crew: string;
let engineer: string;
let ann: TestMember;
beforeAll(async () => {
  scenario = await PlansScenario.start();
  [crew, engineer] = [await scenario.plan(500), await scenario.plan(1800)];
});
afterAll(() => scenario.services.close());
beforeEach(async () => {
  ann = await scenario.services.member();
  Object.assign(scenario.cards.controls, { holdsEvents: true, breaks: undefined, delayMs: 0, falsify: undefined });
});

const call: PlansScenario['services']['call'] = (...args) => scenario.services.call(...args);
const users = () => scenario.services.get(Mongo).connection.collection<{ _id: string; email: string }>('users');
const forget = () =>
  scenario.services.get(ExtensionPoints).all('forget').get('subscription')!(tenant, {
    _id: ann.id,
    username_key: ann.username,
  });
const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));
const remotes = async () => {
  const { stripe, options } = scenario.cards.access();
  const { data } = await stripe.subscriptions.list({ limit: 100 }, options);
  return data.filter(({ metadata }) => metadata['user'] === ann.id);
};

describe(WebCheckout, () => {
  it.each<[string, () => Promise<unknown>]>([
    ['begins another purchase', () => scenario.begin(ann, engineer)],
    ['reads the purchases again', () => call(refreshSubscription, {}, { as: ann })],
  ])('opens one page to pay at when a second window %s while the provider makes the first', async (_name, act) => {
    scenario.cards.controls.delayMs = 400;
    const first = scenario.begin(ann, engineer);
    await pause(200);
    await act();
    await first;
    scenario.cards.controls.delayMs = 0;
    const urls = [await first, await scenario.begin(ann, engineer), await scenario.begin(ann, engineer)].flatMap(
      ({ status, body }) => (status === 200 ? [body.url] : []),
    );
    for (const url of new Set(urls)) await scenario.cards.subscribe(scenario.sessionOf(url));
    expect((await remotes()).length).toBe(1);
    await scenario.deliver();
    expect(await scenario.held(ann)).toMatchObject({ plan: engineer, state: 'active' });
  });

  it('offers no page at a price that the plan has no longer', async () => {
    const plan = await scenario.plan(300);
    const before = await scenario.begin(ann, plan);
    const items = scenario.services.get(Mongo).connection.collection<{ _id: string }>('items');
    await items.updateOne({ _id: plan }, { $set: { amount: 900 } });
    const after = await scenario.begin(ann, plan);
    expect(await scenario.cards.subscribe(scenario.sessionOf(before.body.url))).toHaveProperty('error');
    await scenario.cards.subscribe(scenario.sessionOf(after.body.url));
    expect((await remotes()).map(({ items: { data } }) => data[0]!.price.unit_amount)).toEqual([900]);
  });

  it('asks for a customer again after a failure, with another address', async () => {
    scenario.cards.controls.breaks = 'after';
    expect((await scenario.begin(ann, crew)).status).toBe(502);
    scenario.cards.controls.breaks = undefined;
    await users().updateOne({ _id: ann.id }, { $set: { email: `new.${ann.row.email}` } });
    scenario.services.get(Mongo).wrote('users', undefined);
    expect((await scenario.begin(ann, crew)).status).toBe(200);
  });

  it('gives back the plan that was assigned before subscriptions were stored', async () => {
    await users().updateOne({ _id: ann.id }, { $set: { subscription: crew } });
    await scenario.buy(ann, engineer);
    expect(await scenario.storedPlan(ann)).toBe(engineer);
    await call(cancelSubscription, {}, { as: ann });
    await scenario.cards.advance(32 * dayMs);
    await scenario.deliver();
    expect(await scenario.storedPlan(ann)).toBe(crew);
  });
});

describe(WebSubscriptions, () => {
  it('lets a member cancel, and erasure cancel, what had ended and was paid later', async () => {
    await scenario.buy(ann, engineer);
    const { id } = (await remotes())[0]!;
    // The provider calls a subscription unpaid after the last attempt, and active once the member pays the invoice.
    scenario.cards.controls.falsify = (body, path) => (path.includes(id) ? { ...body, status: 'unpaid' } : body);
    await call(refreshSubscription, {}, { as: ann });
    expect(await scenario.storedPlan(ann)).toBeUndefined();
    scenario.cards.controls.falsify = undefined;
    await scenario.services.get(WebSubscriptions).sync(scenario.cards.config(), id);
    expect(await scenario.held(ann)).toMatchObject({ plan: engineer, state: 'active' });
    expect((await call(cancelSubscription, {}, { as: ann })).body.subscription?.state).toBe('cancelled');
    await forget();
    expect((await remotes()).map(({ status }) => status)).toEqual(['canceled']);
  });

  it('erasure cancels also what is unpaid: a later payment would begin it again', async () => {
    await scenario.buy(ann, engineer);
    const { id } = (await remotes())[0]!;
    scenario.cards.controls.falsify = (body, path) => (path.includes(id) ? { ...body, status: 'unpaid' } : body);
    await call(refreshSubscription, {}, { as: ann });
    scenario.cards.controls.falsify = undefined;
    await forget();
    expect((await remotes()).map(({ status }) => status)).toEqual(['canceled']);
    expect(await scenario.services.get(SubscriptionRepository).ofMember(tenant, ann.id, { ended: true })).toEqual([]);
  });

  it('cannot be changed while its renewal is unpaid: the difference would pay for the whole of it', async () => {
    await scenario.buy(ann, crew, { card: testCards.once });
    await scenario.cards.advance(32 * dayMs);
    await scenario.deliver();
    expect((await scenario.held(ann))?.state).toBe('grace');
    expect((await call(changePlan, { plan: engineer }, { as: ann })).body.code).toBe('CONFLICT');
    expect((await call(previewPlanChange, { plan: engineer }, { as: ann })).body.code).toBe('CONFLICT');
    expect((await call(cancelSubscription, {}, { as: ann })).status).toBe(200);
  });

  it('keeps a downgrade that is to come after a declined upgrade', async () => {
    const captain = await scenario.plan(2500);
    await scenario.buy(ann, engineer, { card: testCards.once });
    await call(changePlan, { plan: crew }, { as: ann });
    expect((await call(changePlan, { plan: captain }, { as: ann })).body.message).toBe('Your card was declined.');
    expect((await scenario.read(ann)).subscription).toMatchObject({ plan: engineer, next: crew });
  });

  it('of other keys of the provider ends with its paid time, and another one can be bought', async () => {
    await scenario.buy(ann, engineer);
    const rows = scenario.services.get(Mongo).connection.collection('subscriptions');
    await rows.updateOne({ user: ann.id }, { $set: { ref: `sub_of_${ann.id}`, customer: 'cus_other' } });
    await scenario.services.get(SubscriptionEvents).reconcile();
    expect(await scenario.storedPlan(ann)).toBe(engineer);
    await rows.updateOne({ user: ann.id }, { $set: { until: new Date(Date.now() - hourMs) } });
    await scenario.services.get(SubscriptionEvents).reconcile();
    expect([await scenario.storedPlan(ann), await scenario.held(ann)]).toEqual([undefined, undefined]);
    await scenario.buy(ann, crew);
    expect(await scenario.storedPlan(ann)).toBe(crew);
    await forget();
    expect(
      (await remotes()).every(
        ({ status, items }) => status === 'canceled' || items.data[0]!.price.unit_amount === 1800,
      ),
    ).toBe(true);
  });

  it('charges an upgrade by what was paid, also after a downgrade that is to come', async () => {
    const captain = await scenario.plan(2500);
    await scenario.buy(ann, engineer);
    await call(changePlan, { plan: crew }, { as: ann });
    expect((await call(previewPlanChange, { plan: captain }, { as: ann })).body.due_now).toBe(700);
    expect((await call(changePlan, { plan: captain }, { as: ann })).body.subscription).toMatchObject({ plan: captain });
    const { stripe, options } = scenario.cards.access();
    const customer = String((await remotes())[0]!.customer);
    const { data } = await stripe.invoices.list({ customer }, options);
    expect(data.reduce((sum, { amount_paid }) => sum + amount_paid, 0)).toBe(2500);
  });
});
