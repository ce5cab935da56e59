import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { joinEvent } from '@paddock/contract/calls/event-attendance';
import {
  addEventSource,
  deleteEventSource,
  readEventSources,
  refreshEventSource,
} from '@paddock/contract/calls/event-sources';
import { deleteEvent, readEvent, readEvents, updateEvent } from '@paddock/contract/calls/events';
import { readNotifications } from '@paddock/contract/calls/notifications';
import { calendarFile } from '@paddock/contract/core/calendar-file';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { at, calendar, entry } from '../../../test/calendars.js';
import { hour } from '../../../test/events-scenario.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { tenantOfMember } from '../../../test/start-test-services.js';
import { EventRepository } from '../event.repository.js';
import { CalendarSync } from './calendar-sync.js';

const day = 24 * hour;
/** `CALENDAR_EVENTS=10000` measures a large import. */
const count = Number(process.env['CALENDAR_EVENTS'] ?? 2000);
const serveText: (text: string, headers?: Record<string, string>) => RequestListener =
  (text, headers = {}) =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/calendar', ...headers }).end(text);

let services: TestServices;
let admin: TestMember;
let server: Server;
let origin: string;
let serve: RequestListener = serveText('');
let requests: IncomingHttpHeaders[] = [];
let path = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.headers);
    serve(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  services = await startTestServices({ RATE_LIMITS: 'off', OUTBOUND_ALLOW: `127.0.0.1:${port}` });
  await services.configure('motorsport', (file) => {
    file.flags = { ...file.flags, rsvp: true };
  });
  admin = await services.member({ admin: true });
});
afterAll(async () => {
  await services.close();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  requests = [];
});

/** Subscribes to a new address that serves this file, and reads it. */
async function subscribe(text: string, as = admin): Promise<string> {
  serve = serveText(text);
  const added = await services.call(
    addEventSource,
    { client_id: randomUUID(), url: `${origin}/${(path += 1)}.ics`, color: '#123456' },
    { as },
  );
  expect(added.status).toBe(200);
  await settled(added.body.id, as);
  return added.body.id;
}
/** Adding a calendar starts a read; waits until it has ended. */
async function settled(id: string, as = admin) {
  for (;;) {
    const { sources } = (await services.call(readEventSources, {}, { as })).body;
    const source = sources.find((each) => each.id === id)!;
    if (source.checked) return source;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const refresh = async (id: string) => (await services.call(refreshEventSource, { id }, { as: admin })).body;
const stored = (id: string) => services.get(EventRepository).ofSource(tenantOfMember(admin), id);
const list = async (as: TestMember) => {
  const span = { from: at(-100 * day).toISOString(), to: at(500 * day).toISOString() };
  return (await services.call(readEvents, span, { as })).body.events;
};
const ofColor = async () => (await list(admin)).filter(({ color }) => color === '#123456');

describe('a subscribed calendar', () => {
  it('appears, changes and disappears with its address', async () => {
    const ann = await services.member();
    const place = [
      'LOCATION:Spa\\, pit 3',
      'GEO:50.44;5.97',
      'DESCRIPTION:Bring\\na pass',
      'ORGANIZER;CN=FIA:mailto:a@b.c',
    ];
    const id = await subscribe(calendar(entry('Briefing', at(day), ...place), entry('Gala', at(2 * day))));
    const [briefing, gala] = (await list(ann)).filter(({ color }) => color === '#123456');
    expect(briefing).toMatchObject({
      title: 'Briefing',
      when: at(day).toISOString(),
      end: at(day + hour).toISOString(),
      where: 'Spa, pit 3',
      geo: [5.97, 50.44],
      desc: 'Bring\na pass',
      organizer_name: 'FIA',
      synced: true,
      new: false,
      can_edit: false,
      can_delete: false,
    });
    expect((await settled(id)).title).toBe('Season');

    serve = serveText(calendar(entry('Briefing', at(day + hour))));
    expect(await refresh(id)).toMatchObject({ state: 'current', events_count: 1 });
    expect(await services.call(readEvent, { id: gala!.id }, { as: ann })).toMatchObject({ status: 404 });
    const after = (await services.call(readEvent, { id: briefing!.id }, { as: ann })).body.event;
    expect(after).toMatchObject({ when: at(day + hour).toISOString(), where: '', desc: '' });
    expect([after.geo, after.organizer_name]).toEqual([undefined, undefined]);

    expect((await services.call(deleteEventSource, { id }, { as: admin })).status).toBe(200);
    expect(await ofColor()).toEqual([]);
  });

  it('expands recurrences in the wall time of their zone, with exceptions, changes and cancellations', async () => {
    // Five Sundays at 10:00 in Brussels around the end of summer time on 25 October 2026 and of 31 October 2027.
    const year = new Date().getUTCFullYear();
    const start = new Date(Date.UTC(year, 9, 11));
    start.setUTCDate(start.getUTCDate() + ((7 - start.getUTCDay()) % 7));
    const wall = (sunday: number, time: string) =>
      `${new Date(start.getTime() + sunday * 7 * day).toISOString().slice(0, 10).replaceAll('-', '')}T${time}`;
    const zone = ';TZID=Europe/Brussels:';
    const id = await subscribe(
      calendar(
        [
          'UID:run',
          `DTSTART${zone}${wall(0, '100000')}`,
          'DURATION:PT1H',
          'SUMMARY:Run',
          'RRULE:FREQ=WEEKLY;COUNT=5',
        ].concat(`EXDATE${zone}${wall(1, '100000')}`),
        [
          'UID:run',
          `RECURRENCE-ID${zone}${wall(2, '100000')}`,
          `DTSTART${zone}${wall(2, '120000')}`,
          'SUMMARY:Late run',
        ].concat('DURATION:PT2H'),
        [
          'UID:run',
          `RECURRENCE-ID${zone}${wall(3, '100000')}`,
          `DTSTART${zone}${wall(3, '100000')}`,
          'SUMMARY:Run',
        ].concat('STATUS:CANCELLED'),
      ),
    );
    const runs = await ofColor();
    const inBrussels = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Brussels', timeStyle: 'short' });
    expect(runs.map(({ title, when, time_zone }) => [title, inBrussels.format(new Date(when)), time_zone])).toEqual([
      ['Run', '10:00', 'Europe/Brussels'],
      ['Late run', '12:00', 'Europe/Brussels'],
      ['Run', '10:00', 'Europe/Brussels'],
    ]);
    for (const run of runs) {
      expect(run.id).toMatch(/^[0-9a-f]{24}_\d{8}T\d{4}Z$/);
      expect((await services.call(readEvent, { id: run.id }, { as: admin })).status).toBe(200);
    }
    await services.call(deleteEventSource, { id }, { as: admin });
  });

  it('shows whole days in the zone of the file, and several days up to the last one', async () => {
    const dateOf = (ms: number) => at(ms).toISOString().slice(0, 10).replaceAll('-', '');
    const text = calendar(
      ['UID:one', `DTSTART;VALUE=DATE:${dateOf(5 * day)}`, 'SUMMARY:One'],
      ['UID:two', `DTSTART;VALUE=DATE:${dateOf(9 * day)}`, `DTEND;VALUE=DATE:${dateOf(11 * day)}`, 'SUMMARY:Two'],
    ).replace('X-WR-CALNAME', 'X-WR-TIMEZONE:Asia/Tokyo\r\nX-WR-CALNAME');
    const id = await subscribe(text);
    const [one, two] = await ofColor();
    expect([one!.time_zone, one!.when]).toEqual(['Asia/Tokyo', one!.end]);
    expect(one!.when.slice(11, 16)).toBe('15:00');
    expect(Date.parse(two!.end!) - Date.parse(two!.when)).toBe(2 * day);
    await services.call(deleteEventSource, { id }, { as: admin });
  });

  it('leaves out what is cancelled or private, and cleans texts and the name', async () => {
    const id = await subscribe(
      calendar(
        entry('a', at(day), 'STATUS:CANCELLED'),
        entry('b', at(day), 'CLASS:PRIVATE'),
        [...entry('c', at(day)), `LOCATION:${'x'.repeat(400)}`].map((line) =>
          line.startsWith('SUMMARY') ? 'SUMMARY:\u202Eevil\u0007' : line,
        ),
        entry('d', at(2 * day)).filter((line) => !line.startsWith('SUMMARY')),
      ).replace(':Season', ':\u202ESeason'),
    );
    const events = await ofColor();
    expect((await settled(id)).title).toBe('Season');
    expect(events.map(({ title, where }) => [title, where.length])).toEqual([
      ['evil', 250],
      ['Season', 0],
    ]);
    await services.call(deleteEventSource, { id }, { as: admin });
  });

  it('reads our own calendar files back', async () => {
    const given = {
      id: 'x1',
      title: 'Quali; "wet", 🏁',
      start: at(3 * day),
      end: at(3 * day + hour),
      description: 'a\nb',
    };
    const id = await subscribe(calendarFile([given], { name: 'Ours' }));
    expect(await ofColor()).toMatchObject([
      { title: given.title, when: given.start.toISOString(), end: given.end.toISOString(), desc: 'a\nb' },
    ]);
    await services.call(deleteEventSource, { id }, { as: admin });
  });

  it('keeps the last good state and tells the problem', async () => {
    const id = await subscribe(calendar(entry('Kept', at(day))));
    const failures: [RequestListener, string][] = [
      [(_request, response) => response.writeHead(500).end(), 'unreachable'],
      [(_request, response) => response.destroy(), 'unreachable'],
      [(_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(), 'unreachable'],
      [serveText('<html>moved</html>'), 'not_a_calendar'],
      [serveText('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n'), 'not_a_calendar'],
      [serveText('x'.repeat(11_000_000)), 'too_large'],
      [serveText(calendar(entry('s', at(0), 'RRULE:FREQ=SECONDLY'))), 'too_many_events'],
    ];
    for (const [listener, problem] of failures) {
      serve = listener;
      expect(await refresh(id)).toMatchObject({ state: 'failing', problem, events_count: 1 });
      expect((await ofColor()).map(({ title }) => title)).toEqual(['Kept']);
    }
    serve = serveText(calendar(entry('Kept', at(day))));
    const { state, problem } = await refresh(id);
    expect([state, problem]).toEqual(['current', undefined]);
    await services.call(deleteEventSource, { id }, { as: admin });
  });

  it('asks with validators, and writes nothing for an unchanged file', async () => {
    const id = await subscribe(calendar(entry('Same', at(day))));
    serve = serveText(calendar(entry('Same', at(day))), { etag: '"v1"' });
    await refresh(id);
    const before = await ofColor();
    serve = (request, response) => response.writeHead(request.headers['if-none-match'] === '"v1"' ? 304 : 500).end();
    requests = [];
    expect(await refresh(id)).toMatchObject({ state: 'current', events_count: 1 });
    expect(requests.map((headers) => headers['if-none-match'])).toEqual(['"v1"']);
    expect(await ofColor()).toEqual(before);
    await services.call(deleteEventSource, { id }, { as: admin });
  });

  it('writes only what differs, keeps replies, and notifies those who attend', async () => {
    const ann = await services.member();
    const entries = (moved: number) => [
      entry('First', at(day + moved)),
      entry('Second', at(2 * day)),
      entry('Third', at(3 * day)),
    ];
    const id = await subscribe(calendar(...entries(0)));
    const [first, second] = await ofColor();
    for (const { id: event } of [first!, second!]) await services.call(joinEvent, { id: event }, { as: ann });
    const updatedOf = async () => (await ofColor()).map(({ title, updated }) => [title, updated !== undefined]);

    serve = serveText(calendar(...entries(hour)));
    await refresh(id);
    expect(await updatedOf()).toEqual([
      ['First', true],
      ['Second', false],
      ['Third', false],
    ]);
    expect((await services.call(readEvent, { id: first!.id }, { as: ann })).body.event.reply).toBe('attending');

    serve = serveText(calendar(entry('First', at(day + hour)), entry('Third', at(3 * day))));
    await refresh(id);
    expect((await ofColor()).map(({ title }) => title)).toEqual(['First', 'Third']);
    const kinds = async () =>
      (await services.call(readNotifications, {}, { as: ann })).body.notifications.map(({ kind }) => kind);
    for (let tries = 0; (await kinds()).length < 2 && tries < 100; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await kinds()).sort()).toEqual(['event_cancelled', 'event_changed']);
    await services.call(deleteEventSource, { id }, { as: admin });
  });

  it('takes long UIDs, and refuses texts of more than 30 million characters', async () => {
    const id = await subscribe(
      calendar(
        [...entry('x', at(day)), ''].map((line) => line.replace(/^UID:.*/, `UID:${'u'.repeat(5000)}`)).slice(0, -1),
      ),
    );
    expect(await ofColor()).toHaveLength(1);
    const long = [...entry('long', at(0), 'RRULE:FREQ=MINUTELY;COUNT=9000'), `DESCRIPTION:${'d'.repeat(9000)}`];
    serve = serveText(calendar(long));
    expect(await refresh(id)).toMatchObject({ state: 'failing', problem: 'too_many_events', events_count: 1 });
    await services.call(deleteEventSource, { id }, { as: admin });
  });

  it('refuses edits and deletions by anyone', async () => {
    const id = await subscribe(calendar(entry('Fixed', at(day))));
    const [event] = await ofColor();
    for (const call of [
      await services.call(updateEvent, { id: event!.id, title: 'Mine' }, { as: admin }),
      await services.call(deleteEvent, { id: event!.id }, { as: admin }),
    ])
      expect([call.status, call.body.code]).toEqual([403, 'EVENT_SYNCED']);
    await services.call(deleteEventSource, { id }, { as: admin });
  });

  it(`imports ${count} events, and writes three when three change`, async () => {
    const many = (moved: number) =>
      Array.from({ length: count }, (_, n) => entry(`e${n}`, at(day + n * 60_000 + (n < moved ? hour : 0))));
    const id = await subscribe(calendar(...many(0)));
    expect((await settled(id)).events_count).toBe(count);
    const digests = async () => new Map((await stored(id)).map((row) => [row._id, row.digest]));
    const before = await digests();
    serve = serveText(calendar(...many(3)));
    await refresh(id);
    const after = await digests();
    expect([...after].filter(([event, digest]) => before.get(event) !== digest)).toHaveLength(3);
    await services.call(deleteEventSource, { id }, { as: admin });
    expect(await stored(id)).toEqual([]);
  });

  it('is read once by two readers at a time, and leaves nothing when it is deleted meanwhile', async () => {
    const id = await subscribe(calendar(entry('a', at(day))));
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    serve = (request, response) => void gate.then(() => serveText(calendar(entry('late', at(day))))(request, response));
    requests = [];
    const sync = services.get(CalendarSync);
    const tenant = tenantOfMember(admin);
    const reading = sync.read(tenant, id);
    while (requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await sync.read(tenant, id)).toBeUndefined();
    await services.call(deleteEventSource, { id }, { as: admin });
    release();
    expect(await reading).toBeUndefined();
    expect(requests).toHaveLength(1);
    expect(await stored(id)).toEqual([]);
  });
});

describe('subscriptions', () => {
  it('are for admins of the workplace only', async () => {
    const member = await services.member();
    const id = await subscribe(calendar());
    for (const as of [member, undefined]) {
      const options = as ? { as } : {};
      const replies = [
        await services.call(readEventSources, {}, options),
        await services.call(addEventSource, { client_id: randomUUID(), url: `${origin}/no.ics` }, options),
        await services.call(refreshEventSource, { id }, options),
        await services.call(deleteEventSource, { id }, options),
      ];
      expect(replies.map(({ status }) => status)).toEqual(Array(4).fill(as ? 403 : 401));
    }
    const elsewhere = await services.member({ community: 'workplace', workplace: 'hq', admin: true });
    expect((await services.call(refreshEventSource, { id }, { as: elsewhere })).status).toBe(404);
    expect((await services.call(deleteEventSource, { id }, { as: elsewhere })).status).toBe(404);
    await services.call(deleteEventSource, { id }, { as: admin });
  });

  it('take http(s) and webcal addresses, each once, a resend included, and at most 20', async () => {
    serve = serveText(calendar());
    const add = (url: string, client_id = randomUUID()) =>
      services.call(addEventSource, { client_id, url }, { as: admin });
    for (const url of [
      '',
      'ftp://a.example/x.ics',
      'javascript:alert(1)',
      'no address',
      `https://a.example/${'x'.repeat(2000)}`,
    ])
      expect([url, (await add(url)).status]).toEqual([url, 400]);
    expect((await add('webcal://calendar.invalid/a.ics')).body.url).toBe('https://calendar.invalid/a.ics');
    const client_id = randomUUID();
    const [first, again] = await Promise.all([add(`${origin}/a.ics`, client_id), add(`${origin}/a.ics`, client_id)]);
    expect([first.status, again.body.id]).toEqual([200, first.body.id]);
    const twice = await add(`${origin}/a.ics`);
    expect([twice.status, twice.body.code]).toEqual([409, 'EVENT_SOURCE_EXISTS']);
    for (let n = 2; n < 20; n += 1) expect((await add(`${origin}/many-${n}.ics`)).status).toBe(200);
    const over = await add(`${origin}/over.ics`);
    expect([over.status, over.body.code]).toEqual([409, 'TOO_MANY_EVENT_SOURCES']);
  });
});
