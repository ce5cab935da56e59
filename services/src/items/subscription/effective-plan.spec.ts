import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PlansScenario } from '../../../test/plans-scenario.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { EffectivePlan } from './effective-plan.js';
import { SubscriptionRepository } from './subscription.repository.js';
import type { SubscriptionRow } from './subscription.schema.js';

const tenant = tenantOf('motorsport');
let scenario: PlansScenario;
beforeAll(async () => {
  scenario = await PlansScenario.start();
});
afterAll(() => scenario.services.close());

it(`${EffectivePlan.name} leaves no plan when two subscriptions end at the same time`, async () => {
  const { services } = scenario;
  const [mongo, rows, effective] = [
    services.get(Mongo),
    services.get(SubscriptionRepository),
    services.get(EffectivePlan),
  ];
  const ann = await services.member();
  const plans = [await scenario.plan(500), await scenario.plan(1800)];
  const held: SubscriptionRow[] = [];
  for (const [at, plan] of plans.entries())
    await mongo.transaction(async (session) => {
      const row = { user: ann.id, source: 'ios', plan, state: 'active', ref: `ios:${ann.id} ${at}` } as const;
      held[at] = await rows.add(tenant, row, { session });
      await effective.apply(tenant, ann.id, session);
    });
  const started: (() => void)[] = [];
  const bothStarted = new Promise<void>((resolve) => {
    started.push(() => started.length > 2 && resolve());
  });
  const end = (row: SubscriptionRow) =>
    mongo.transaction(async (session) => {
      const now = (await rows.byRef(tenant, row.ref, { session }))!;
      await rows.update(tenant, now, { plan: row.plan, state: 'ended' }, { session });
      started.push(() => undefined);
      started[0]!();
      await bothStarted;
      await effective.apply(tenant, ann.id, session);
    });
  await Promise.all(held.map(end));
  expect(await scenario.storedPlan(ann)).toBeUndefined();
});
