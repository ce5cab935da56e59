import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readLinks, createLink } from '@paddock/contract/calls/links';
import { randomUUID } from 'node:crypto';
import { PlansScenario } from '../../../test/plans-scenario.js';
import type { TestMember } from '../../../test/start-test-services.js';
import { TestWindows, until } from '../../../test/test-windows.js';
import { underFlags } from '../../../test/under-flags.js';
import { SubscriptionSubscribers } from './subscription-subscribers.js';

let scenario: PlansScenario;
let windows: TestWindows;
let plan: string;
let ann: TestMember;
beforeAll(async () => {
  scenario = await PlansScenario.start();
  windows = new TestWindows(scenario.services);
  plan = await scenario.plan(1800);
});
beforeEach(async () => {
  ann = await scenario.services.member();
});
afterEach(() => windows.closeAll());
afterAll(() => scenario.services.close());

/** Ends the member's subscription at the provider, whose event arrives. */
async function end({ id }: TestMember) {
  const { stripe, options } = scenario.cards.access();
  const { data } = await stripe.subscriptions.list({ status: 'active', limit: 100 }, options);
  await stripe.subscriptions.cancel(data.find(({ metadata }) => metadata['user'] === id)!.id, {}, options);
  await scenario.deliver();
}

describe(SubscriptionSubscribers, () => {
  it('notifies the windows of the buyer, and no others', async () => {
    const bob = await scenario.services.member();
    const [anns, bobs] = [await windows.open(ann), await windows.open(bob)];
    const changes = ({ received }: typeof anns) => received.filter(({ event }) => event === 'updating_subscription');
    await scenario.buy(ann, plan);
    await until(() => changes(anns).length > 0);
    await windows.settled([bob, bobs]);
    expect(changes(bobs)).toEqual([]);
  });
});

describe('where a plan is required', () => {
  it('a purchase opens calls and windows, and its end closes them', () =>
    underFlags(scenario.services, 'motorsport', { subscription_required: true }, async () => {
      const read = async () => (await scenario.services.call(readLinks, {}, { as: ann })).body.code ?? 'open';
      const auth = { token: ann.token, workplace: '' };
      expect([await read(), await windows.refusalOf(auth)]).toEqual([
        'SUBSCRIPTION_REQUIRED',
        { code: 'SUBSCRIPTION_REQUIRED' },
      ]);
      await scenario.buy(ann, plan, { silent: true });
      expect(await read()).toBe('SUBSCRIPTION_REQUIRED');
      await scenario.deliver();
      expect(await read()).toBe('open');
      const window = await windows.open(ann);
      await end(ann);
      expect(await read()).toBe('SUBSCRIPTION_REQUIRED');
      await until(() => !window.socket.connected);
      expect(window.received.at(-1)).toEqual({
        event: 'session_ended',
        payload: { code: 'SUBSCRIPTION_REQUIRED' },
      });
    }));

  it('links of a plan follow the purchase and its end', async () => {
    const fields = { title: 'Telemetry', url: 'https://telemetry.example', subscription: plan };
    await scenario.services.call(createLink, { client_id: randomUUID(), ...fields }, { as: scenario.admin });
    const isRestricted = async () => {
      const { links } = (await scenario.services.call(readLinks, {}, { as: ann })).body;
      return links.find(({ title }) => title === 'Telemetry')?.restricted;
    };
    expect(await isRestricted()).toBe(true);
    await scenario.buy(ann, plan);
    expect(await isRestricted()).toBe(false);
    await end(ann);
    expect(await isRestricted()).toBe(true);
  });
});
