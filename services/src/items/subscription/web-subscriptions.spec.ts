import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deleteItem, setSubscription } from '@paddock/contract/calls/items';
import {
  cancelSubscription,
  changePlan,
  openBillingPortal,
  previewPlanChange,
  refreshSubscription,
  resumeSubscription,
} from '@paddock/contract/calls/subscription';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { testCards } from '../../../test/card-payments.js';
import { PlansScenario } from '../../../test/plans-scenario.js';
import type { TestMember } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { Ledger } from '../../community/payments/ledger.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { SubscriptionEvents } from './subscription-events.js';
import { SubscriptionRepository } from './subscription.repository.js';
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
  Object.assign(scenario.cards.controls, { copies: 1, holdsEvents: true, breaks: undefined, delayMs: 0 });
});

const call: PlansScenario['services']['call'] = (...args) => scenario.services.call(...args);
const codeOf = async (reply: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await reply;
  return body.code ?? status;
};
const ledger = async ({ id: user } = ann) => {
  const rows = [];
  for await (const { kind, amount } of scenario.services.get(Ledger).rows(tenant, { user })) rows.push([kind, amount]);
  return rows;
};

describe('a purchase on the web', () => {
  it('gives the plan once the provider says that it is paid, however the event arrives', async () => {
    scenario.cards.controls.copies = 5;
    const { body } = await scenario.begin(ann, engineer);
    expect(await scenario.held(ann)).toEqual({ plan: engineer, source: 'web', state: 'initiated' });
    expect((await scenario.read(ann)).plans.find(({ id }) => id === engineer)?.state).toBe('initiated');
    expect(await scenario.storedPlan(ann)).toBeUndefined();
    await scenario.cards.subscribe(scenario.sessionOf(body.url));
    await scenario.deliver();
    expect(await scenario.held(ann)).toEqual({ plan: engineer, source: 'web', state: 'active' });
    expect(await scenario.storedPlan(ann)).toBe(engineer);
    expect(await ledger()).toEqual([['charge', 1800]]);
  });

  it('is one at a time: the same address for the same plan, another session for another one', async () => {
    const [first, again] = [await scenario.begin(ann, engineer), await scenario.begin(ann, engineer)];
    expect(again.body.url).toBe(first.body.url);
    const other = await scenario.begin(ann, crew);
    expect(other.body.url).not.toBe(first.body.url);
    expect(await scenario.cards.subscribe(scenario.sessionOf(first.body.url))).toHaveProperty('error');
    await scenario.cards.subscribe(scenario.sessionOf(other.body.url));
    await scenario.deliver();
    expect(await codeOf(scenario.begin(ann, engineer))).toBe('CONFLICT');
    expect(await scenario.held(ann)).toMatchObject({ plan: crew });
  });

  it('begins once in ten windows at once', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => scenario.begin(ann, engineer)));
    const urls = new Set(replies.flatMap(({ status, body }) => (status === 200 ? [body.url] : [])));
    expect(urls.size).toBe(1);
    expect(replies.every(({ status, body }) => status === 200 || body.code === 'CONFLICT')).toBe(true);
  });

  it.each<[string, () => Promise<string>, string]>([
    ['hidden', () => scenario.plan(700, { hidden: true }), 'NOT_FOUND'],
    ['assigned by admins only', () => scenario.plan(700, { additional_id: '0' }), 'NOT_FOUND'],
    ['free', () => scenario.plan(0), 'NOT_FOUND'],
    ['unknown', async () => 'nothing', 'NOT_FOUND'],
  ])('of a plan that is %s is refused', async (_name, plan, code) => {
    expect(await codeOf(scenario.begin(ann, await plan()))).toBe(code);
    expect(await scenario.held(ann)).toBeUndefined();
  });

  it('is off where no plans are sold on the web, and an error where the provider does not answer', async () => {
    await underFlags(scenario.services, 'motorsport', { web_subscriptions: false }, async () => {
      expect(await codeOf(scenario.begin(ann, engineer))).toBe('FEATURE_DISABLED');
      expect((await scenario.read(ann)).plans.every(({ sold }) => sold.length === 0)).toBe(true);
    });
    scenario.cards.controls.breaks = 'before';
    expect(await codeOf(scenario.begin(ann, engineer))).toBe('WEB_SUBSCRIPTION_ERROR');
    scenario.cards.controls.breaks = undefined;
    expect(await scenario.held(ann)).toBeUndefined();
    expect(await codeOf(scenario.begin(ann, engineer))).toBe(200);
  });

  it('is found by the member and by the process itself when its events are lost', async () => {
    const bob = await scenario.services.member();
    await scenario.buy(ann, engineer, { silent: true });
    await scenario.buy(bob, engineer, { silent: true });
    for (let time = 0; time < 2; time++)
      expect((await call(refreshSubscription, {}, { as: ann })).body.subscription?.state).toBe('active');
    expect(await ledger()).toEqual([['charge', 1800]]);
    await scenario.services.get(SubscriptionEvents).reconcile(new Date(Date.now() + hourMs));
    expect(await scenario.storedPlan(bob)).toBe(engineer);
    await scenario.deliver();
    expect([await ledger(), await ledger(bob)]).toEqual([[['charge', 1800]], [['charge', 1800]]]);
  });
});

describe('a subscription', () => {
  it('stays ended when an older event of it arrives late', async () => {
    await scenario.buy(ann, engineer, { silent: true });
    const created = (await scenario.cards.openEvents()).find(({ type, data }) => {
      const { metadata } = data.object as { metadata?: { user?: string } };
      return type === 'customer.subscription.created' && metadata?.user === ann.id;
    })!;
    await scenario.deliver();
    const { stripe, options } = scenario.cards.access();
    await stripe.subscriptions.cancel((created.data.object as { id: string }).id, {}, options);
    await scenario.deliver();
    expect(await scenario.storedPlan(ann)).toBeUndefined();
    expect((await scenario.cards.post({ ...created, id: 'evt_late' })).status).toBe(200);
    expect(await scenario.storedPlan(ann)).toBeUndefined();
    expect(await scenario.held(ann)).toBeUndefined();
  });

  it('is upgraded at once for the difference, and downgraded at the end of the paid time', async () => {
    await scenario.buy(ann, crew);
    const preview = await call(previewPlanChange, { plan: engineer }, { as: ann });
    expect([preview.body.due_now, preview.body.due_now_text]).toEqual([1300, '13.00 EUR']);
    expect(await codeOf(call(changePlan, { plan: engineer }, { as: ann }))).toBe(200);
    expect(await scenario.storedPlan(ann)).toBe(engineer);
    await scenario.deliver();
    expect(await ledger()).toEqual([
      ['charge', 500],
      ['charge', 1300],
    ]);
    expect((await call(previewPlanChange, { plan: crew }, { as: ann })).body.due_now).toBe(0);
    const changed = (await call(changePlan, { plan: crew }, { as: ann })).body.subscription;
    expect(changed).toMatchObject({ plan: engineer, state: 'active', next: crew });
    await scenario.cards.advance(32 * dayMs);
    await scenario.deliver();
    expect(await scenario.storedPlan(ann)).toBe(crew);
    expect((await scenario.read(ann)).subscription?.next).toBeUndefined();
    expect((await ledger()).at(-1)).toEqual(['charge', 500]);
  });

  it('is changed between year and month at once, and credits the rest of the paid time', async () => {
    const year = await scenario.plan(12_000, { interval: 'year' });
    await scenario.buy(ann, year);
    const preview = await call(previewPlanChange, { plan: crew }, { as: ann });
    expect(preview.body.due_now).toBe(0);
    expect(await codeOf(call(changePlan, { plan: crew }, { as: ann }))).toBe(200);
    await scenario.deliver();
    expect(await scenario.held(ann)).toEqual({ plan: crew, source: 'web', state: 'active' });
    expect((await scenario.read(ann)).subscription?.next).toBeUndefined();
    expect(await ledger()).toEqual([['charge', 12_000]]);
  });

  it('keeps the plan after a declined upgrade, with the text of the provider', async () => {
    await scenario.buy(ann, crew, { card: testCards.once });
    const { status, body } = await call(changePlan, { plan: engineer }, { as: ann });
    expect([status, body.code, body.message]).toEqual([502, 'WEB_SUBSCRIPTION_ERROR', 'Your card was declined.']);
    expect(await scenario.storedPlan(ann)).toBe(crew);
  });

  it('that is cancelled holds to the end of the paid time, unless it is kept', async () => {
    await scenario.buy(ann, engineer);
    expect((await call(cancelSubscription, {}, { as: ann })).body.subscription?.state).toBe('cancelled');
    expect((await call(cancelSubscription, {}, { as: ann })).body.subscription?.state).toBe('cancelled');
    expect((await call(resumeSubscription, {}, { as: ann })).body.subscription?.state).toBe('active');
    await call(cancelSubscription, {}, { as: ann });
    expect(await scenario.storedPlan(ann)).toBe(engineer);
    await scenario.cards.advance(32 * dayMs);
    await scenario.deliver();
    expect(await scenario.storedPlan(ann)).toBeUndefined();
    expect(await codeOf(call(cancelSubscription, {}, { as: ann }))).toBe('CONFLICT');
  });

  it('has a grace after a failed renewal, and ends when the attempts end', async () => {
    await scenario.buy(ann, engineer, { card: testCards.once });
    await scenario.cards.advance(32 * dayMs);
    await scenario.deliver();
    expect(await scenario.held(ann)).toMatchObject({ plan: engineer, state: 'grace' });
    expect(await scenario.storedPlan(ann)).toBe(engineer);
    for (let time = 0; time < 5; time++) {
      await scenario.cards.advance(8 * dayMs);
      await scenario.deliver();
    }
    expect(await scenario.storedPlan(ann)).toBeUndefined();
  });

  it('falls back to the plan that an admin assigned, which does not take a better one away', async () => {
    await call(setSubscription, { id: ann.id, subscription: crew }, { as: scenario.admin });
    await scenario.buy(ann, engineer);
    expect(await scenario.held(ann)).toEqual({ plan: engineer, source: 'web', state: 'active' });
    expect(
      (await call(setSubscription, { id: ann.id, subscription: '' }, { as: scenario.admin })).body.subscription,
    ).toBe(engineer);
    await call(setSubscription, { id: ann.id, subscription: crew }, { as: scenario.admin });
    await call(cancelSubscription, {}, { as: ann });
    await scenario.cards.advance(32 * dayMs);
    await scenario.deliver();
    expect(await scenario.held(ann)).toEqual({ plan: crew, source: 'internal', state: 'active' });
    expect(await scenario.storedPlan(ann)).toBe(crew);
  });

  it('is shown and ends beside a dearer plan that an admin assigned', async () => {
    await scenario.buy(ann, crew);
    const { body } = await call(setSubscription, { id: ann.id, subscription: engineer }, { as: scenario.admin });
    expect(body.subscription).toBe(engineer);
    const { subscription, others } = await scenario.read(ann);
    expect(subscription).toEqual({ plan: engineer, source: 'internal', state: 'active' });
    expect(others).toMatchObject([{ plan: crew, source: 'web', state: 'active' }]);
    expect((await call(cancelSubscription, {}, { as: ann })).body.others).toMatchObject([{ state: 'cancelled' }]);
    expect(await codeOf(call(openBillingPortal, {}, { as: ann }))).toBe(200);
    await scenario.cards.advance(32 * dayMs);
    await scenario.deliver();
    expect((await scenario.read(ann)).others).toEqual([]);
  });

  it('is shown with a cheaper plan that an admin assigned', async () => {
    await call(setSubscription, { id: ann.id, subscription: crew }, { as: scenario.admin });
    await scenario.buy(ann, engineer);
    const { subscription, others } = await scenario.read(ann);
    expect(subscription).toMatchObject({ plan: engineer, source: 'web', state: 'active' });
    expect(others).toEqual([{ plan: crew, source: 'internal', state: 'active' }]);
  });

  it('is not sold to a member who has a plan of the same amount or a dearer one', async () => {
    await call(setSubscription, { id: ann.id, subscription: engineer }, { as: scenario.admin });
    expect(await codeOf(scenario.begin(ann, crew))).toBe('CONFLICT');
    expect(await codeOf(scenario.begin(ann, await scenario.plan(1800)))).toBe('CONFLICT');
    expect(await codeOf(scenario.begin(ann, await scenario.plan(1900)))).toBe(200);
  });

  it('keeps its plan from being deleted', async () => {
    const plan = await scenario.plan(900);
    await scenario.buy(ann, plan);
    expect(await codeOf(call(deleteItem, { id: plan }, { as: scenario.admin }))).toBe('CONFLICT');
  });

  it('is cancelled at the provider before the data of its member is erased', async () => {
    await scenario.buy(ann, engineer);
    const { stripe, options } = scenario.cards.access();
    const isActive = async () => {
      const { data } = await stripe.subscriptions.list({ status: 'active', limit: 100 }, options);
      return data.some(({ metadata }) => metadata['user'] === ann.id);
    };
    expect(await isActive()).toBe(true);
    const forget = scenario.services.get(ExtensionPoints).all('forget').get('subscription')!;
    scenario.cards.controls.breaks = 'before';
    const member = { _id: ann.id, username_key: ann.username };
    await expect(forget(tenant, member)).rejects.toThrow();
    expect(await scenario.held(ann)).toBeDefined();
    scenario.cards.controls.breaks = undefined;
    await forget(tenant, member);
    await forget(tenant, member);
    expect([await isActive(), await scenario.services.get(SubscriptionRepository).ofMember(tenant, ann.id)]).toEqual([
      false,
      [],
    ]);
  });

  it('has a page for cards and invoices; without a subscription there is none', async () => {
    expect(await codeOf(call(openBillingPortal, {}, { as: ann }))).toBe('NOT_FOUND');
    await scenario.buy(ann, engineer);
    expect((await call(openBillingPortal, {}, { as: ann })).body.url).toContain('/test-provider/portal/');
  });
});

describe(WebSubscriptions, () => {
  it('stores nothing that was read before the row changed', async () => {
    await scenario.buy(ann, engineer);
    const web = scenario.services.get(WebSubscriptions);
    const config = scenario.cards.config();
    const { subscription } = await scenario.read(ann);
    expect(subscription?.state).toBe('active');
    const { stripe, options } = scenario.cards.access();
    const list = await stripe.subscriptions.list({ limit: 100 }, options);
    const ref = list.data.find(({ metadata }) => metadata['user'] === ann.id)!.id;
    const early = await web.read(config, ref);
    await call(cancelSubscription, {}, { as: ann });
    const stored = await scenario.services.get(Mongo).transaction((session) => web.store(config, early, session));
    expect([stored, (await scenario.held(ann))?.state]).toEqual([false, 'cancelled']);
  });
});
