import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readBadges } from '@paddock/contract/calls/badges';
import { markAllEventsRead, markEventsRead } from '@paddock/contract/calls/event-marks';
import { readEvents } from '@paddock/contract/calls/events';
import { hourMs } from '@paddock/contract/core/durations';
import { eventOf, fromNow, storedEvent } from '../../../test/events-scenario.js';
import { expectNoCollectionScan } from '../../../test/expect-no-collection-scan.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { ReadMarksService } from './read-marks.service.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  await services.configure('motorsport', (file) => {
    file['workplaces'] = Array.from({ length: 9 }, (_, at) => ({ id: `place-${at}`, title: `Place ${at}` }));
    file.flags['workplaces_enabled'] = true;
  });
});
afterAll(() => services.close());

let used = 0;
/** An admin and a member of a workplace of their own. */
async function place() {
  const workplace = `place-${used++}`;
  const acl = [{ title: 'workplace_admin' as const, resources: [workplace] }];
  return [await services.member({ workplace, acl }), await services.member({ workplace })] as const;
}
const badge = async (as: TestMember) => (await services.call(readBadges, {}, { as })).body.badges.events;
const news = async (as: TestMember) =>
  (await services.call(readEvents, {}, { as })).body.events.filter((event) => event.new).map(({ id }) => id);
const at = (hours: number) => ({ when: fromNow(hours * hourMs), end: fromNow((hours + 1) * hourMs) });

describe(ReadMarksService, () => {
  it('marks the events of a span, then all', async () => {
    const [admin, ann] = await place();
    const [first, second, third] = [
      await eventOf(services, admin, at(10)),
      await eventOf(services, admin, at(20)),
      await eventOf(services, admin, at(30)),
    ];
    expect([await badge(ann), await news(ann)]).toEqual([3, [first.id, second.id, third.id]]);
    const read = (after: number, before: number) =>
      services.call(markEventsRead, { after: fromNow(after * hourMs), before: fromNow(before * hourMs) }, { as: ann });
    expect((await read(12, 19)).body.event_new_receipts).toBe(3);
    for (const _ of [1, 2]) expect((await read(12, 22)).body.event_new_receipts).toBe(2);
    expect([await badge(ann), await news(ann)]).toEqual([2, [first.id, third.id]]);
    expect((await read(22, 12)).body.code).toBe('INVALID_END_DATE');
    expect((await services.call(markAllEventsRead, {}, { as: ann })).body).toEqual({ event_new_receipts: 0 });
    const later = await eventOf(services, admin, at(5));
    expect([await badge(ann), await news(ann)]).toEqual([1, [later.id]]);
    expect((await read(0, 40)).body.event_new_receipts).toBe(0);
    expect(await badge(ann)).toBe(0);
    await expectNoCollectionScan(services, () => badge(ann));
  });

  it('keeps the newer event read when the older one is read last', async () => {
    const [admin, ann] = await place();
    await eventOf(services, admin, at(10));
    await eventOf(services, admin, at(20));
    const read = async (after: number, before: number) => {
      const span = { after: fromNow(after * hourMs), before: fromNow(before * hourMs) };
      return (await services.call(markEventsRead, span, { as: ann })).body.event_new_receipts;
    };
    expect([await read(19, 22), await read(9, 12)]).toEqual([1, 0]);
    expect([await badge(ann), await news(ann)]).toEqual([0, []]);
    const later = await eventOf(services, admin, at(5));
    expect([await badge(ann), await news(ann)]).toEqual([1, [later.id]]);
  });

  it('finds the newest behind hundreds of read, own and unreadable ones', async () => {
    const [admin, ann] = await place();
    const soon = new Date(Date.now() + hourMs);
    const seventy = (fields: object) =>
      Promise.all(Array.from({ length: 70 }, () => storedEvent(services, admin, { when: soon, ...fields })));
    const first = await eventOf(services, admin, at(30));
    await seventy({});
    const span = { after: fromNow(0), before: fromNow(2 * hourMs) };
    expect((await services.call(markEventsRead, span, { as: ann })).body).toEqual({ event_new_receipts: 1 });
    await seventy({ user: ann.id });
    await seventy({ invitation_only: true });
    await seventy({ group: (await services.group(admin))._id });
    const newest = await eventOf(services, admin, at(20));
    const invitation = await eventOf(services, admin, { ...at(25), invitation_only: true, invited: [ann.id] });
    expect(await badge(ann)).toBe(3);
    expect(await news(ann)).toEqual([newest.id, invitation.id, first.id]);
    await expectNoCollectionScan(services, () => badge(ann));
  });

  it('counts neither own, synced, past and invisible events nor those before the account', async () => {
    const [admin, ann] = await place();
    const group = await services.group(admin);
    await eventOf(services, admin, { ...at(10), group: group._id });
    await eventOf(services, admin, { ...at(10), invitation_only: true });
    await storedEvent(services, admin, { when: new Date(Date.now() + hourMs), synced: true });
    await storedEvent(services, admin, { when: new Date(Date.now() - 2 * hourMs) });
    expect([await badge(ann), await badge(admin)]).toEqual([0, 0]);
    await eventOf(services, admin, at(10));
    const [newcomer] = [await services.member({ workplace: ann.workplace })];
    expect([await badge(ann), await badge(admin), await badge(newcomer)]).toEqual([1, 0, 0]);
  });
});
