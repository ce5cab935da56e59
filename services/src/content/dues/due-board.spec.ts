import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readDueMembers, readDues } from '@paddock/contract/calls/dues';
import { performance } from 'node:perf_hooks';
import { type DuesScenario, rowsOf, startDues } from '../../../test/dues-scenario.js';
import { report, times } from '../../../test/proofs.js';
import type { TestMember } from '../../../test/start-test-services.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';

const members = times(500, 10_000);
const rounds = times(5, 60);
/** Tests run beside others: the figure that counts is that of the bench. */
const limitMs = times(5000, 30);

let dues: DuesScenario;
let boss: TestMember;
beforeAll(async () => {
  dues = await startDues();
  boss = await dues.services.member({ admin: true });
});
afterAll(() => dues.services.close(), 60_000);

/** The median time of a read. */
async function medianOf(read: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  await read();
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await read();
    taken.push(performance.now() - began);
  }
  return taken.sort((a, b) => a - b)[Math.floor(rounds / 2)]!;
}

it(
  'lists dues and their boards within the limit for a large community',
  async () => {
    const { services } = dues;
    // First, so that the members get no notifications, whose delivery would take its share of the time.
    const made = [];
    for (let index = 0; index < 10; index += 1) made.push(await dues.add(boss, { title: `Fee ${index}` }));
    const { row } = await services.member();
    const rows = Array.from({ length: members }, (_, index) => ({
      ...row,
      ...{ _id: newId(), username: `payer_${index}`, username_key: `payer_${index}`, fullname: `Payer ${index}` },
      ...{ email: `payer_${index}@x.example`, held_email: `payer_${index}@x.example`, client_id: `payer ${index}` },
      sort_keys: { ...row.sort_keys, fullname: `payer ${String(index).padStart(6, '0')}` },
    }));
    await rowsOf(services, 'users').insertMany(rows as never[]);
    services.get(Mongo).wrote('users', undefined);
    const at = new Date();
    for (const { id: due } of made) {
      const paid = rows.filter((_, index) => index % 2 === 0);
      const payments = paid.map(({ _id: user }) => ({
        ...{ _id: newId(), community: 'motorsport', workplace: '', due, user, state: 'paid', attempts: 0, orders: [] },
        ...{ refunds: [], paid_amount: 12_000, refunded_amount: 0, method: 'card', paid: at, changed: at },
      }));
      await rowsOf(services, 'due_payments').insertMany(payments as never[]);
      const sums = { paid: paid.length, processing: 0, paid_amount: paid.length * 12_000, refunded_amount: 0 };
      await rowsOf(services, 'dues').updateOne({ _id: due as never }, { $set: { sums }, $inc: { changes: 1 } });
    }
    const { id } = made[0]!;
    const ofBoard = (input: object) => () =>
      services.call(readDueMembers, { id, count: 50, ...input }, { as: boss }).then(({ body }) => {
        expect(body.totals.paid).toBe(members / 2);
        return body;
      });
    const figures = {
      members,
      'list of an admin, ms': await medianOf(() => services.call(readDues, {}, { as: boss })),
      'board, ms': await medianOf(ofBoard({})),
      'board of those who owe, ms': await medianOf(ofBoard({ state: 'open' })),
      'board by a name, ms': await medianOf(ofBoard({ query: `payer ${members - 1}` })),
      'last page of the board, ms': await medianOf(
        ofBoard({ after: JSON.stringify([`payer ${String(members - 20).padStart(6, '0')}`, '']) }),
      ),
    };
    for (const [what, ms] of Object.entries(figures))
      if (what !== 'members') expect([what, ms < limitMs]).toEqual([what, true]);
    report('due board', figures);
  },
  times(60_000, 600_000),
);
