import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { remindDue } from '@paddock/contract/calls/dues';
import { randomUUID } from 'node:crypto';
import { type DuesScenario, rowsOf, startDues } from '../../../test/dues-scenario.js';
import type { TestMember, TestServices } from '../../../test/start-test-services.js';
import { DueReminders } from './due-reminders.js';

const inWorkplace = (workplace: string) => ({ community: 'workplace', workplace });
let dues: DuesScenario;
let services: TestServices;
let boss: TestMember;
let inAmsterdam: TestMember;
let inLisbon: TestMember;
beforeAll(async () => {
  dues = await startDues();
  ({ services } = dues);
});
beforeEach(async () => {
  boss = await services.member({ ...inWorkplace('hq'), admin: true });
  [inAmsterdam, inLisbon] = [await services.member(inWorkplace('hq')), await services.member(inWorkplace('porto'))];
});
afterAll(() => services.close());

const look = (time: string) => services.get(DueReminders).look(new Date(time));
/** How often the job and admins reminded a member. */
const remindedOf = async ({ id }: TestMember) => {
  const events = await rowsOf(services, 'outbox').find({ kind: 'DueReminded' }).toArray();
  return events.filter((event) => JSON.stringify(event).includes(id)).length;
};
const addIn = (workplace: string, user: TestMember) =>
  dues.add(boss, { users: [user.id], payable_until: '2031-01-15', reminders: [1, 0] }, { as: { ...boss, workplace } });

describe(DueReminders, () => {
  it("reminds by each workplace's clock and by day, once a day", async () => {
    await addIn('hq', inAmsterdam);
    await addIn('porto', inLisbon);
    const counts = async () => [await remindedOf(inAmsterdam), await remindedOf(inLisbon)];
    await look('2031-01-14T03:00:00Z');
    expect(await counts()).toEqual([0, 0]);
    // 9:30 in Amsterdam, 8:30 in Lisbon.
    await look('2031-01-14T08:30:00Z');
    expect(await counts()).toEqual([1, 0]);
    await Promise.all([look('2031-01-14T09:30:00Z'), look('2031-01-14T09:30:00Z')]);
    expect(await counts()).toEqual([1, 1]);
    await look('2031-01-14T12:00:00Z');
    await look('2031-01-14T23:30:00Z');
    expect(await counts()).toEqual([1, 1]);
    await look('2031-01-15T09:30:00Z');
    await look('2031-01-16T09:30:00Z');
    expect(await counts()).toEqual([2, 2]);
  });

  it('reminds no member who has paid, whom an admin has reminded that day, or whom the due does not name', async () => {
    const [other, payer] = [await services.member(inWorkplace('hq')), await services.member(inWorkplace('hq'))];
    const due = await dues.add(boss, { users: [inAmsterdam.id, payer.id], reminders: [0] });
    await dues.mark(boss, due, payer);
    await services.call(remindDue, { id: due.id, client_id: randomUUID() }, { as: boss });
    expect(await remindedOf(inAmsterdam)).toBe(1);
    // The admin's reminder counts for the present day of the workplace.
    const payable_until = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Amsterdam' }).format(new Date());
    await rowsOf(services, 'dues').updateOne({ _id: due.id as never }, { $set: { payable_until } });
    await look(`${payable_until}T12:00:00Z`);
    expect([await remindedOf(inAmsterdam), await remindedOf(payer), await remindedOf(other)]).toEqual([1, 0, 0]);
  });

  it('answers a reminder that is sent again days later, and reminds no one', async () => {
    const due = await dues.add(boss, { users: [inAmsterdam.id] });
    const client_id = randomUUID();
    const remind = () => services.call(remindDue, { id: due.id, client_id }, { as: boss });
    expect((await remind()).body.reminded).toBe(1);
    await rowsOf(services, 'due_payments').updateMany({ due: due.id }, { $set: { reminded_day: '2020-01-01' } });
    expect([(await remind()).body.reminded, await remindedOf(inAmsterdam)]).toEqual([1, 1]);
  });
});
