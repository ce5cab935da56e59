import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readDueMembers, readDues, readReceipt, refundDue } from '@paddock/contract/calls/dues';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { demoReading } from '../../test/demo-reading.js';
import { startTestServices, type TestMember, type TestServices } from '../../test/start-test-services.js';
import { Ledger } from '../community/payments/ledger.js';
import { tenantOf } from '../infrastructure/tenancy/tenant.js';
import { demoDues } from './demo-dues.js';

const realDeployments = fileURLToPath(new URL('../../../deployments', import.meta.url));

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ DEMO: '1', DEPLOYMENTS_DIR: realDeployments });
});
afterAll(() => services.close());

const { signIn } = demoReading(() => services);

/** What a status board says of a due, counted row by row. */
async function counted(as: TestMember, id: string) {
  const sums = { members: 0, paid: 0, processing: 0, paid_amount: 0, refunded_amount: 0 };
  let after: string | undefined;
  do {
    const input = { id, count: 200, ...(after !== undefined && { after }) };
    const { body } = await services.call(readDueMembers, input, { as });
    for (const { state, paid_amount, refunded_amount } of body.members) {
      sums.members += 1;
      sums.paid += Number(state === 'paid');
      sums.paid_amount += paid_amount;
      sums.refunded_amount += refunded_amount;
    }
    after = body.next;
  } while (after !== undefined);
  return sums;
}

describe(demoDues, () => {
  it.each([
    ['motorsport', '', 4],
    ['workplace', 'hq', 4],
    ['workplace', 'porto', 1],
    ['workplace', 'studio', 1],
  ])('fills %s in workplace %p with %i dues, whose sums are those of their members', async (...place) => {
    const [community, workplace, count] = place;
    const admin = await signIn('super', community, workplace);
    const { dues } = (await services.call(readDues, {}, { as: admin })).body;
    expect(dues).toHaveLength(count);
    for (const { id, totals } of dues) expect(await counted(admin, id)).toEqual(totals);
  });

  it.each([
    ['motorsport', ''],
    ['workplace', 'hq'],
  ])('has dues in every state in %s, for a driver who owes some', async (community, workplace) => {
    const admin = await signIn('super', community, workplace);
    const driver = await signIn('driver', community, workplace);
    const { dues, open } = (await services.call(readDues, {}, { as: driver })).body;
    expect(open.length).toBeGreaterThan(0);
    expect(new Set(dues.map(({ own }) => own?.state))).toEqual(new Set(['open', 'paid']));
    const all = (await services.call(readDues, {}, { as: admin })).body.dues;
    const boards = await Promise.all(
      all.map(({ id }) => services.call(readDueMembers, { id, count: 200 }, { as: admin })),
    );
    const members = boards.flatMap(({ body }) => body.members);
    expect(new Set(members.map(({ state }) => state))).toEqual(new Set(['open', 'paid', 'refunded']));
    expect(new Set(members.map(({ method }) => method))).toEqual(new Set([undefined, 'card', 'manual']));
    expect(members.some(({ state, refunded_amount }) => state === 'paid' && refunded_amount > 0)).toBe(true);
  });

  it.each(['motorsport', 'workplace'])('has a balanced ledger in %s', async (community) => {
    const balance = await services.get(Ledger).balance(tenantOf(community));
    const sums = new Map<string, number>();
    for (const [account, sum] of balance) {
      const currency = account.split(' ').at(-1)!;
      sums.set(currency, (sums.get(currency) ?? 0) + sum);
    }
    expect([...sums.values()].every((sum) => sum === 0)).toBe(true);
  });

  it('has payments by card that can be refunded, with receipts', async () => {
    const [admin, driver] = [await signIn('super', 'motorsport'), await signIn('driver', 'motorsport')];
    const { dues } = (await services.call(readDues, {}, { as: driver })).body;
    const { id } = dues.find(({ own }) => own?.state === 'paid')!;
    expect((await services.call(readReceipt, { id }, { as: driver })).body.name).toMatch(/^Receipt \d{6}\.pdf$/);
    const order = { id, client_id: randomUUID(), user: driver.id, reason: 'The other key came back' };
    const { body } = await services.call(refundDue, order, { as: admin });
    expect(body.member).toMatchObject({ state: 'refunded', refunded_amount: 5000 });
  });
});
