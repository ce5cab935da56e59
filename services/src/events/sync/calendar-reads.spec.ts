import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { joinEvent } from '@paddock/contract/calls/event-attendance';
import { deleteEventSource } from '@paddock/contract/calls/event-sources';
import { deleteEvent, readEvent, updateEvent } from '@paddock/contract/calls/events';
import { readNotifications } from '@paddock/contract/calls/notifications';
import { dayMs, hourMs, minuteMs } from '@paddock/contract/core/durations';
import type { RequestListener } from 'node:http';
import { CalendarScenario, serveText } from '../../../test/calendar-scenario.js';
import { at, calendar, entry } from '../../../test/calendars.js';
import { tenantOfMember, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { CalendarSync } from './calendar-sync.js';

/** `CALENDAR_EVENTS=10000` measures a large import. */
const count = Number(process.env['CALENDAR_EVENTS'] ?? 2000);

let scenario: CalendarScenario;
let services: TestServices;
let admin: TestMember;
beforeAll(async () => {
  scenario = await CalendarScenario.start();
  ({ services, admin } = scenario);
});
afterAll(() => scenario.close());

describe('the reads of a subscribed calendar', () => {
  it('keeps the last good state and tells the problem', async () => {
    const id = await scenario.subscribe(calendar(entry('Kept', at(dayMs))));
    const failures: [RequestListener, string][] = [
      [(_request, response) => response.writeHead(500).end(), 'unreachable'],
      [(_request, response) => response.destroy(), 'unreachable'],
      [(_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(), 'unreachable'],
      [serveText('<html>moved</html>'), 'not_a_calendar'],
      [serveText('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n'), 'incomplete'],
      [serveText(calendar(['UID:Kept', 'DTSTART:20261340', 'SUMMARY:Kept'])), 'no_readable_event'],
      [serveText('x'.repeat(11_000_000)), 'too_large'],
      [serveText(calendar(entry('s', at(0), 'RRULE:FREQ=SECONDLY'))), 'too_many_events'],
    ];
    for (const [listener, problem] of failures) {
      scenario.serve = listener;
      expect(await scenario.refresh(id)).toMatchObject({ state: 'failing', problem, events_count: 1 });
      expect((await scenario.ofColor()).map(({ title }) => title)).toEqual(['Kept']);
    }
    scenario.serve = serveText(calendar(entry('Kept', at(dayMs))));
    const { state, problem } = await scenario.refresh(id);
    expect([state, problem]).toEqual(['current', undefined]);
    await services.call(deleteEventSource, { id }, { as: admin });
  });

  it('asks with validators, and writes nothing for an unchanged file', async () => {
    const id = await scenario.subscribe(calendar(entry('Same', at(dayMs))));
    scenario.serve = serveText(calendar(entry('Same', at(dayMs))), { etag: '"v1"' });
    await scenario.refresh(id);
    const before = await scenario.ofColor();
    scenario.serve = (request, response) =>
      response.writeHead(request.headers['if-none-match'] === '"v1"' ? 304 : 500).end();
    scenario.requests = [];
    expect(await scenario.refresh(id)).toMatchObject({ state: 'current', events_count: 1 });
    expect(scenario.requests.map((headers) => headers['if-none-match'])).toEqual(['"v1"']);
    expect(await scenario.ofColor()).toEqual(before);
    await services.call(deleteEventSource, { id }, { as: admin });
  });

  it('writes only what differs, keeps replies, and notifies those who attend', async () => {
    const ann = await services.member();
    const entries = (moved: number) => [
      entry('First', at(dayMs + moved)),
      entry('Second', at(2 * dayMs)),
      entry('Third', at(3 * dayMs)),
    ];
    const id = await scenario.subscribe(calendar(...entries(0)));
    const [first, second] = await scenario.ofColor();
    for (const { id: event } of [first!, second!]) await services.call(joinEvent, { id: event }, { as: ann });
    const updatedOf = async () =>
      (await scenario.ofColor()).map(({ title, updated }) => [title, updated !== undefined]);

    scenario.serve = serveText(calendar(...entries(hourMs)));
    await scenario.refresh(id);
    expect(await updatedOf()).toEqual([
      ['First', true],
      ['Second', false],
      ['Third', false],
    ]);
    expect((await services.call(readEvent, { id: first!.id }, { as: ann })).body.event.reply).toBe('attending');

    scenario.serve = serveText(calendar(entry('First', at(dayMs + hourMs)), entry('Third', at(3 * dayMs))));
    await scenario.refresh(id);
    expect((await scenario.ofColor()).map(({ title }) => title)).toEqual(['First', 'Third']);
    const kinds = async () =>
      (await services.call(readNotifications, {}, { as: ann })).body.notifications.map(({ kind }) => kind);
    for (let tries = 0; (await kinds()).length < 2 && tries < 100; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await kinds()).sort()).toEqual(['event_cancelled', 'event_changed']);
    await services.call(deleteEventSource, { id }, { as: admin });
  });

  it('takes long UIDs, and refuses texts of more than 30 million characters', async () => {
    const id = await scenario.subscribe(
      calendar(
        [...entry('x', at(dayMs)), ''].map((line) => line.replace(/^UID:.*/, `UID:${'u'.repeat(5000)}`)).slice(0, -1),
      ),
    );
    expect(await scenario.ofColor()).toHaveLength(1);
    const long = [...entry('long', at(0), 'RRULE:FREQ=MINUTELY;COUNT=9000'), `DESCRIPTION:${'d'.repeat(9000)}`];
    scenario.serve = serveText(calendar(long));
    expect(await scenario.refresh(id)).toMatchObject({ state: 'failing', problem: 'too_many_events', events_count: 1 });
    await services.call(deleteEventSource, { id }, { as: admin });
  });

  it('keeps what it knows of an event that cannot be read, and follows the others', async () => {
    const id = await scenario.subscribe(calendar(entry('Broken', at(dayMs)), entry('Other', at(2 * dayMs))));
    const broken = entry('Broken', at(dayMs)).map((line) => line.replace(/^DTSTART:.*/, 'DTSTART:someday'));
    scenario.serve = serveText(calendar(broken, entry('Other', at(3 * dayMs))));
    const now = Date.now();
    const source = await scenario.refresh(id);
    expect(source).toMatchObject({
      ...{ state: 'current', events_count: 1, skipped: 1 },
      notes: [{ title: 'Broken', problem: 'start', skipped: true }],
    });
    expect(Date.parse(source.next)).toBeGreaterThan(now + 14 * 60_000);
    expect((await scenario.ofColor()).map(({ title, when }) => [title, when])).toEqual([
      ['Broken', at(dayMs).toISOString()],
      ['Other', at(3 * dayMs).toISOString()],
    ]);
    scenario.serve = serveText(calendar(entry('Other', at(3 * dayMs))));
    expect(await scenario.refresh(id)).toMatchObject({ skipped: 0, notes: [] });
    expect((await scenario.ofColor()).map(({ title }) => title)).toEqual(['Other']);
    await services.call(deleteEventSource, { id }, { as: admin });
  });

  it('keeps ids and replies of a series that moves, with one notification about it, and one when it ends', async () => {
    const ann = await services.member();
    const series = (hours: number) => calendar(entry('Yoga', at(dayMs + hours * hourMs), 'RRULE:FREQ=WEEKLY;COUNT=4'));
    const id = await scenario.subscribe(series(0));
    const before = await scenario.ofColor();
    for (const { id: event } of before) await services.call(joinEvent, { id: event }, { as: ann });
    scenario.serve = serveText(series(3));
    await scenario.refresh(id);
    const after = await scenario.ofColor();
    expect(after.map((event) => [event.id, event.when])).toEqual(
      before.map((event) => [event.id, new Date(Date.parse(event.when) + 3 * hourMs).toISOString()]),
    );
    for (const { id: event } of after)
      expect((await services.call(readEvent, { id: event }, { as: ann })).body.event.reply).toBe('attending');
    // Read again: it is not new under the ids of its new places.
    await scenario.refresh(id);
    expect((await scenario.ofColor()).map((event) => event.id)).toEqual(before.map((event) => event.id));

    scenario.serve = serveText(calendar(entry('Last', at(dayMs))));
    await scenario.refresh(id);
    const kinds = async () =>
      (await services.call(readNotifications, {}, { as: ann })).body.notifications.map(({ kind }) => kind);
    for (let tries = 0; !(await kinds()).includes('event_cancelled') && tries < 200; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await kinds()).sort()).toEqual(['event_cancelled', 'event_changed']);
    await services.call(deleteEventSource, { id }, { as: admin });
  });

  it('refuses edits and deletions by anyone', async () => {
    const id = await scenario.subscribe(calendar(entry('Fixed', at(dayMs))));
    const [event] = await scenario.ofColor();
    for (const call of [
      await services.call(updateEvent, { id: event!.id, title: 'Mine' }, { as: admin }),
      await services.call(deleteEvent, { id: event!.id }, { as: admin }),
    ])
      expect([call.status, call.body.code]).toEqual([403, 'EVENT_SYNCED']);
    await services.call(deleteEventSource, { id }, { as: admin });
  });

  it(`imports ${count} events, and writes three when three change`, async () => {
    const many = (moved: number) =>
      Array.from({ length: count }, (_, n) => entry(`e${n}`, at(dayMs + n * minuteMs + (n < moved ? hourMs : 0))));
    const id = await scenario.subscribe(calendar(...many(0)));
    expect((await scenario.settled(id)).events_count).toBe(count);
    const digests = async () => new Map((await scenario.stored(id)).map((row) => [row._id, row.digest]));
    const before = await digests();
    scenario.serve = serveText(calendar(...many(3)));
    await scenario.refresh(id);
    const after = await digests();
    expect([...after].filter(([event, digest]) => before.get(event) !== digest)).toHaveLength(3);
    await services.call(deleteEventSource, { id }, { as: admin });
    expect(await scenario.stored(id)).toEqual([]);
  });

  it('is read once by two readers at a time, and leaves nothing when it is deleted meanwhile', async () => {
    const id = await scenario.subscribe(calendar(entry('a', at(dayMs))));
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    scenario.serve = (request, response) =>
      void gate.then(() => serveText(calendar(entry('late', at(dayMs))))(request, response));
    scenario.requests = [];
    const sync = services.get(CalendarSync);
    const tenant = tenantOfMember(admin);
    const reading = sync.read(tenant, id);
    while (scenario.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await sync.read(tenant, id)).toBeUndefined();
    await services.call(deleteEventSource, { id }, { as: admin });
    release();
    expect(await reading).toBeUndefined();
    expect(scenario.requests).toHaveLength(1);
    expect(await scenario.stored(id)).toEqual([]);
  });
});
