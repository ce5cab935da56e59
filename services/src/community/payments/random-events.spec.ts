import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { hourMs } from '@paddock/contract/core/durations';
import type Stripe from 'stripe';
import { testCards } from '../../../test/card-payments.js';
import { type DuesScenario, startDues } from '../../../test/dues-scenario.js';
import { report, times } from '../../../test/proofs.js';
import { startTestDatabase, type TestDatabase } from '../../../test/test-database.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { Ledger } from './ledger.js';

const payments = times(40, 10_000);
const copies = 20;
const forgedShare = 0.05;
const kills = times(2, 10);
const senders = 16;
/** Payments of one due. */
const perDue = 100;
const tenant = tenantOf('motorsport');

let database: TestDatabase;
let dues: DuesScenario;
const start = () => {
  const SECRET = 'a secret that outlives the process that has it';
  return startDues({ MONGODB_URI: database.uri, MONGODB_DB: database.name, SECRET });
};
beforeAll(async () => {
  database = await startTestDatabase();
  dues = await start();
});
afterAll(async () => {
  await dues.services.close();
  await database.stop();
});

/** Ends the process as a kill does: its transactions and replies are lost. */
async function kill(): Promise<void> {
  const killed = dues;
  await killed.services.get(Mongo).connection.close(true);
  dues = await start();
  await killed.services.close().catch(() => undefined);
}

function shuffled<T>(list: T[]): T[] {
  for (let index = list.length - 1; index > 0; index--) {
    const other = Math.floor(Math.random() * (index + 1));
    [list[index], list[other]] = [list[other]!, list[index]!];
  }
  return list;
}

async function inParallel(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: senders }, one));
}

async function balanceOfProvider() {
  const balance = await dues.services.get(Ledger).balance(tenant);
  const sums = [...balance.values()];
  return { provider: balance.get('provider EUR'), total: sums.reduce((sum, each) => sum + each, 0) };
}

it(
  `pays each of ${payments} dues once, though its event arrives ${copies} times, shuffled, among forged ones and ${kills} kills`,
  async () => {
    const { cards, services } = dues;
    cards.controls.holdsEvents = true;
    const boss = await services.member({ admin: true });
    const ids: string[] = [];
    for (let count = 0; count < payments / perDue; count++) ids.push((await dues.add(boss)).id);
    const paid = new Map<string, string>();
    await inParallel(payments, async (index) => {
      const purpose = { kind: 'due' as const, community: 'motorsport', workplace: '', user: `user${index}` };
      const due = ids[Math.floor(index / perDue)]!;
      const intent = await cards.intent({ ...purpose, due }, { amount: 12_000, currency: 'eur' });
      await cards.confirm(intent.client_secret!, testCards.pays);
      paid.set(intent.id, `user${index}`);
    });
    const isPayment = ({ type }: Stripe.Event) => type === 'payment_intent.succeeded';
    const events = (await cards.openEvents()).filter(isPayment);
    expect(events).toHaveLength(payments);

    const deliveries = shuffled(events.flatMap((event) => Array.from({ length: copies }, () => event)));
    const counts = { forged: 0, refused: 0, lost: 0 };
    const killAt = Math.ceil(deliveries.length / (kills + 1));
    let killing: Promise<void> | undefined;
    await inParallel(deliveries.length, async (index) => {
      if (index > 0 && index % killAt === 0) killing = kill();
      const isForged = Math.random() < forgedShare;
      counts.forged += Number(isForged);
      for (;;) {
        const secret = isForged ? { secret: 'whsec_forged' } : {};
        const reply = await dues.cards.post(deliveries[index]!, secret).catch(() => undefined);
        if (isForged && reply?.status === 400) counts.refused += 1;
        if (reply?.status === 200 || (isForged && reply?.status === 400)) return;
        // The provider repeats what was not answered with 200.
        counts.lost += 1;
        await (killing ?? new Promise((resolve) => setTimeout(resolve, 50)));
      }
    });
    // A forged copy was no delivery: the provider's own arrive at last.
    await inParallel(events.length, async (index) => {
      expect((await dues.cards.post(events[index]!)).status).toBe(200);
    });

    const charged = new Map<string, number>();
    for await (const { intent = '', user } of dues.services.get(Ledger).rows(tenant, {})) {
      expect(paid.get(intent)).toBe(user);
      charged.set(intent, (charged.get(intent) ?? 0) + 1);
    }
    expect([charged.size, new Set(charged.values())]).toEqual([payments, new Set([1])]);
    expect(await balanceOfProvider()).toEqual({ provider: payments * 12_000, total: 0 });
    expect(counts.refused).toBe(counts.forged);
    report('payments by webhooks', { payments, deliveries: deliveries.length, kills, ...counts, 'paid twice': 0 });
  },
  hourMs,
);
