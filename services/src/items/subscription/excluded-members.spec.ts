import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { banMember } from '@paddock/contract/calls/account-data';
import { cancelSubscription } from '@paddock/contract/calls/subscription';
import { dayMs } from '@paddock/contract/core/durations';
import { testCards } from '../../../test/card-payments.js';
import { passTime } from '../../../test/pass-time.js';
import { PlansScenario } from '../../../test/plans-scenario.js';
import type { TestMember } from '../../../test/start-test-services.js';
import { until } from '../../../test/test-smtp.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { ExcludedMembers } from './excluded-members.js';

let scenario: PlansScenario;
let engineer: string;
let ann: TestMember;
beforeAll(async () => {
  scenario = await PlansScenario.start();
  engineer = await scenario.plan(1800);
});
afterAll(() => scenario.services.close());
beforeEach(async () => {
  ann = await scenario.services.member();
});

const call: PlansScenario['services']['call'] = (...args) => scenario.services.call(...args);
const ban = async ({ id }: TestMember, banned = true) => {
  const { status } = await scenario.services.call(
    banMember,
    { id, banned, reason: 'Left the track' },
    { as: scenario.admin },
  );
  expect(status).toBe(200);
};
const stateOf = async ({ id }: TestMember) => {
  const rows = scenario.services.get(Mongo).connection.collection('subscriptions');
  return (await rows.findOne({ user: id }, { sort: { _id: -1 } }))?.['state'] as string | undefined;
};

describe(ExcludedMembers, () => {
  it('cancels the plan of a banned member at the end of the paid time, and of no other', async () => {
    const bob = await scenario.services.member();
    await scenario.buy(ann, engineer);
    await scenario.buy(bob, engineer);
    await ban(ann);
    await until(async () => (await stateOf(ann)) === 'cancelled');
    expect(await stateOf(bob)).toBe('active');
    expect((await call(cancelSubscription, {}, { as: ann })).status).toBe(200);
  });

  it('closes the page of a purchase that a banned member has begun', async () => {
    const { body } = await scenario.begin(ann, engineer);
    await ban(ann);
    await until(async () => (await stateOf(ann)) === 'ended');
    expect(await scenario.cards.subscribe(scenario.sessionOf(body.url))).toHaveProperty('error');
  });

  it('cancels a plan that was paid before the ban and became known after it', async () => {
    await scenario.buy(ann, engineer, { silent: true });
    await ban(ann);
    await scenario.deliver();
    await until(async () => (await stateOf(ann)) === 'cancelled');
  });

  it('ends a plan at once whose renewal is unpaid', async () => {
    await scenario.buy(ann, engineer, { card: testCards.once });
    await scenario.cards.advance(32 * dayMs);
    await scenario.deliver();
    expect(await stateOf(ann)).toBe('grace');
    await ban(ann);
    await until(async () => (await stateOf(ann)) === 'ended');
    await scenario.deliver();
    const { stripe, options } = scenario.cards.access();
    const { data } = await stripe.subscriptions.list({ status: 'all', limit: 100 }, options);
    expect(data.find(({ metadata }) => metadata['user'] === ann.id)?.status).toBe('canceled');
  });

  it('closes the page of a purchase that the provider makes while the member is banned', async () => {
    scenario.cards.controls.delayMs = 500;
    const begun = scenario.begin(ann, engineer);
    await until(async () => (await stateOf(ann)) === 'initiated');
    await ban(ann);
    const { body } = await begun;
    scenario.cards.controls.delayMs = 0;
    await until(async () => (await stateOf(ann)) === 'ended');
    expect(await scenario.cards.subscribe(scenario.sessionOf(body.url))).toHaveProperty('error');
  });

  it('ends the renewals of a member whose event was given up, though those of another fail', async () => {
    const bob = await scenario.services.member();
    for (const member of [bob, ann]) await scenario.buy(member, engineer);
    const { connection } = scenario.services.get(Mongo);
    await connection.collection('subscriptions').updateOne({ user: bob.id }, { $set: { ref: 'sub_of_other_keys' } });
    const users = connection.collection<{ _id: string }>('users');
    await users.updateMany({ _id: { $in: [ann.id, bob.id] } }, { $set: { banned: true } });
    passTime(61_000);
    await scenario.services.get(ExcludedMembers).run();
    expect(await stateOf(ann)).toBe('cancelled');
  });
});
