import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { leaveEvent } from '@paddock/contract/calls/event-attendance';
import { readCalendarAddress } from '@paddock/contract/calls/event-calendar';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import ICAL from 'ical.js';
import { evening, later, RecurringScenario, zone } from '../../../test/recurring-scenario.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { readCalendar } from '../sync/read-calendar.js';
import { recurringEntries } from './recurring-entries.js';

let services: TestServices;
let scenario: RecurringScenario;
let admin: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  await services.configure('motorsport', (file) => {
    file.flags['rsvp'] = true;
  });
  admin = await services.member({ admin: true });
  scenario = new RecurringScenario(services, admin);
});
afterAll(() => services.close());

async function fileOf(as: TestMember): Promise<string> {
  const { address } = (await services.call(readCalendarAddress, {}, { as })).body;
  const { pathname } = new URL(address);
  return (await services.request('GET', pathname, { headers: { host: 'motorsport.localhost' } })).text;
}

/** The entries of a title as another parser expands them, up to 300 days ahead. */
async function expanded(text: string, title: string) {
  const task = { from: Date.now() - 50 * dayMs, to: Date.now() + 300 * dayMs, time_zone: zone, maxEvents: 5000 };
  const { events } = await readCalendar({ bytes: new TextEncoder().encode(text), charset: undefined, ...task });
  return events
    .filter((event) => event.title.startsWith(title))
    .map((event) => [event.title, new Date(event.when).toISOString(), event.end && event.end - event.when] as const)
    .sort((a, b) => a[1].localeCompare(b[1]));
}
const listed = async (title: string, as: TestMember) => {
  const { events } = await scenario.list(as);
  return events
    .filter((event) => event.title.startsWith(title) && Date.parse(event.when) <= Date.now() + 300 * dayMs)
    .map((event) => {
      const end = event.end && Date.parse(event.end) - Date.parse(event.when);
      return [event.title, event.when, end] as const;
    });
};

describe(recurringEntries, () => {
  it.each([
    ['weekly', 'FREQ=WEEKLY', {}],
    ['monthly', 'FREQ=MONTHLY;COUNT=8', {}],
    ['until a day', `FREQ=DAILY;INTERVAL=3;UNTIL=${evening(120).slice(0, 10).replaceAll('-', '')}`, {}],
    [
      'whole days',
      'FREQ=WEEKLY;INTERVAL=2',
      { when: later(evening(7), -18 * hourMs), end: later(evening(7), -18 * hourMs) },
    ],
  ])('has the copies of a %s event, with changed, deleted and declined ones', async (name, recurrence, times) => {
    const ann = await services.member();
    const title = `Feed ${name}`;
    await scenario.repeating(recurrence, { title, ...times });
    const copies = await scenario.copiesOf(title);
    await scenario.remove(admin, copies[1]!.id, 'one');
    await scenario.update(admin, copies[2]!.id, { title: `${title}, changed` });
    const moved = later(copies[3]!.when, 2 * hourMs);
    await scenario.update(admin, copies[3]!.id, { when: moved, end: later(moved, hourMs) });
    await services.call(leaveEvent, { id: copies[4]!.id }, { as: ann });
    const text = await fileOf(ann);
    const expected = (await listed(title, ann)).filter(([, when]) => when !== copies[4]!.when);
    expect(await expanded(text, title)).toEqual(expected);

    const calendar = new ICAL.Component(ICAL.parse(text) as unknown[] as never);
    const masters = calendar
      .getAllSubcomponents('vevent')
      .filter((event) => event.getFirstPropertyValue('summary') === title && event.hasProperty('rrule'));
    expect(masters).toHaveLength(1);
    if (name !== 'whole days')
      expect(calendar.getAllSubcomponents('vtimezone').map((each) => each.getFirstPropertyValue('tzid'))).toContain(
        zone,
      );
  });

  it('shows nothing of an event that the member may not read', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const group = await services.group(ann, []);
    await scenario.repeating('FREQ=WEEKLY', { title: 'Feed of a group', group: group._id });
    const [first] = await scenario.copiesOf('Feed of a group');
    // One copy is open to all.
    await scenario.update(admin, first!.id, { remove_fields: ['group'] });
    expect(await expanded(await fileOf(bob), 'Feed of a group')).toHaveLength(1);
    expect((await expanded(await fileOf(ann), 'Feed of a group')).length).toBeGreaterThan(30);
  });
});
