import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { updateDue } from '@paddock/contract/calls/dues';
import { serverEvents } from '@paddock/contract/calls/realtime';
import { type DuesScenario, startDues } from '../../../test/dues-scenario.js';
import { adminOf, hq } from '../../../test/permission-tables.js';
import type { TestMember } from '../../../test/start-test-services.js';
import { TestWindows, type TestWindow, until } from '../../../test/test-windows.js';
import { DueBroadcast } from './due-broadcast.js';

const name = 'updating_dues';
let dues: DuesScenario;
let windows: TestWindows;
beforeAll(async () => {
  dues = await startDues();
  windows = new TestWindows(dues.services);
});
afterAll(() => {
  windows.closeAll();
  return dues.services.close();
});

const payloads = ({ received }: TestWindow) =>
  received.filter(({ event }) => event === name).map(({ payload }) => serverEvents[name].parse(payload));

describe(DueBroadcast, () => {
  it('informs those who owe a due of it, the payer and the admins of a payment, and no one else', async () => {
    const { services } = dues;
    const people = {
      boss: await services.member({ ...hq, admin: true }),
      admin: await services.member({ ...hq, ...adminOf('hq') }),
      adminOfPorto: await services.member({ ...hq, workplaces: ['hq', 'porto'], ...adminOf('porto') }),
      payer: await services.member(hq),
      other: await services.member(hq),
      stranger: await services.member(hq),
      outsider: await services.member({ community: 'motorsport' }),
    };
    const opened = await Promise.all(
      Object.entries(people).map(async ([who, as]) => [who, as, await windows.open(as)] as const),
    );
    const windowOf = (who: keyof typeof people) => opened.find(([one]) => one === who)![2];
    const settled = () => windows.settled(...opened.map(([, as, window]): [TestMember, TestWindow] => [as, window]));
    const counts = () => Object.fromEntries(opened.map(([who, , window]) => [who, payloads(window).length]));
    const clear = () => opened.forEach(([, , { received }]) => received.splice(0));
    const none = { adminOfPorto: 0, stranger: 0, outsider: 0 };

    const due = await dues.add(people.boss, { users: [people.payer.id, people.other.id] });
    await until(() => payloads(windowOf('payer')).length > 0 && payloads(windowOf('admin')).length > 0);
    await settled();
    expect(counts()).toEqual({ boss: 1, admin: 1, payer: 1, other: 1, ...none });
    expect(payloads(windowOf('payer'))).toEqual([{ workplace: 'hq', due: due.id }]);

    clear();
    await dues.mark(people.boss, due, people.payer);
    await until(() => payloads(windowOf('payer')).length > 0 && payloads(windowOf('admin')).length > 0);
    await settled();
    expect(counts()).toEqual({ boss: 1, admin: 1, payer: 1, other: 0, ...none });

    clear();
    await services.call(updateDue, { id: due.id, users: [people.payer.id] }, { as: people.boss });
    // The window of a member whom the due no longer names has to drop it.
    await until(() => payloads(windowOf('other')).length > 0);
    await settled();
    expect(counts()).toEqual({ boss: 1, admin: 1, payer: 1, other: 1, ...none });
  });
});
