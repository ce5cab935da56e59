import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { markAllEventsRead } from '@paddock/contract/calls/event-marks';
import { readEvent, readEvents } from '@paddock/contract/calls/events';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { storedEvent, storeEvents } from '../../test/events-scenario.js';
import { startTestServices, type TestMember, type TestServices } from '../../test/start-test-services.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { newId } from '../infrastructure/mongo/row.js';
import { EventRepository } from './storage/event.repository.js';
import type { NewEvent } from './storage/event-rows.js';
import { EventsService } from './reading/events.service.js';

let services: TestServices;
let ann: TestMember;
beforeAll(async () => {
  services = await startTestServices();
  await services.configure('motorsport', (file) => {
    file.workplaces = [{ id: 'east', title: 'East' }];
    file.flags.workplaces_enabled = true;
  });
  ann = await services.member();
});
afterAll(() => services.close());

const at = (text: string) => new Date(`${text}:00Z`);

/** Adds an event in the member's workplace, by default a two-hour race at Spa. */
function add(where: TestMember, fields: Partial<NewEvent> = {}): Promise<string> {
  const when = fields.when ?? at('2031-07-20T13:00');
  return storedEvent(services, where, { when, end: new Date(when.getTime() + 2 * hourMs), ...fields });
}

const list = (as: TestMember, input: { from?: string; to?: string } = {}) => services.call(readEvents, input, { as });
const read = (as: TestMember, id: string) => services.call(readEvent, { id }, { as });
const idsOf = async (as: TestMember, from: string, to: string) =>
  (await list(as, { from: `${from}:00Z`, to: `${to}:00Z` })).body.events.map(({ id }) => id);

describe(EventsService, () => {
  it.each([
    ['ends a minute before the span', '2032-05-01T10:00', '2032-05-01T11:59', false],
    ['ends as the span begins', '2032-05-02T10:00', '2032-05-02T12:00', true],
    ['spans the whole span', '2032-05-03T10:00', '2032-05-03T20:00', true],
    ['begins as the span ends', '2032-05-04T14:00', '2032-05-04T15:00', true],
    ['begins a minute after the span', '2032-05-05T14:01', '2032-05-05T15:00', false],
    ['lasts an hour without an end', '2032-05-06T11:00', undefined, true],
    ['was over after its hour', '2032-05-07T10:59', undefined, false],
  ])('an event that %s', async (_, when, end, touches) => {
    const id = await add(ann, { when: at(when), end: end ? at(end) : undefined });
    const day = when.slice(0, 10);
    expect(await idsOf(ann, `${day}T12:00`, `${day}T14:00`)).toEqual(touches ? [id] : []);
  });

  it('returns the earliest first', async () => {
    const ids = [];
    for (const hours of ['15', '09', '12']) ids.push(await add(ann, { when: at(`2032-06-01T${hours}:00`) }));
    expect(await idsOf(ann, '2032-06-01T00:00', '2032-06-02T00:00')).toEqual([ids[1], ids[2], ids[0]]);
  });

  it('covers the deployment’s months by default', async () => {
    const days = (count: number) => new Date(Date.now() + count * dayMs);
    const [longPast, lately, soon, farOff] = [
      await add(ann, { when: days(-40) }),
      await add(ann, { when: days(-20) }),
      await add(ann, { when: days(300) }),
      await add(ann, { when: days(380) }),
    ];
    const ids = (await list(ann)).body.events.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([lately, soon]));
    expect(ids).not.toContain(longPast);
    expect(ids).not.toContain(farOff);
  });

  it('refuses a span that ends before it begins', async () => {
    const reply = await list(ann, { from: '2032-01-02T00:00:00Z', to: '2032-01-01T00:00:00Z' });
    expect([reply.status, reply.body.code]).toEqual([400, 'INVALID_END_DATE']);
  });

  it('shows an event with its organizer, place and the other sessions of its weekend', async () => {
    const series = 'Formula 1 Belgian Grand Prix 2033';
    const geo: [number, number] = [5.9714, 50.4372];
    const race = await add(ann, { when: at('2033-07-20T13:00'), series, geo, organizer: ann.id, synced: true });
    const qualifying = await add(ann, { when: at('2033-07-19T14:00'), series });
    await add(ann, { when: at('2033-07-19T14:00'), series: 'Another weekend' });
    const { body } = await read(ann, race);
    expect(body.event).toMatchObject({
      id: race,
      when: '2033-07-20T13:00:00.000Z',
      end: '2033-07-20T15:00:00.000Z',
      time_zone: 'Europe/Brussels',
      geo,
      organizer: { id: ann.id, username: ann.username },
      synced: true,
    });
    expect(body.siblings.map(({ id }) => id)).toEqual([qualifying]);
  });

  it.each(['fedcba9876543210fedcba98', '0'])('returns EVENT_NOT_FOUND for the id %s', async (id) => {
    const reply = await read(ann, id);
    expect([reply.status, reply.body.code]).toEqual([404, 'EVENT_NOT_FOUND']);
  });
});

describe('the span query', () => {
  const days = (count: number) => new Date(Date.now() + count * dayMs);
  const place = () => services.member({ workplace: 'east' });
  const spanOf = async (as: TestMember, input: object) => (await services.call(readEvents, input, { as })).body;

  it('has months of 30.5 days by default', async () => {
    const { from, to } = await spanOf(ann, {});
    expect([Date.now() - Date.parse(from), Date.parse(to) - Date.now()].map((ms) => ms / dayMs)).toEqual([
      expect.closeTo(30.5, 2),
      expect.closeTo(366, 2),
    ]);
  });

  it('scans an empty span month by month, at most offset / 30 days times', async () => {
    const there = await place();
    const span = { from: days(1000).toISOString(), to: days(1001).toISOString() };
    const month = 30.5 * dayMs;
    const monthsBehind = ({ to }: { to: string }) => (Date.parse(to) - Date.parse(span.to)) / month;
    expect(await spanOf(there, span)).toMatchObject({ events: [], ...span });
    const nothing = await spanOf(there, { ...span, scan: 'future' });
    expect([nothing.events, nothing.from, monthsBehind(nothing)]).toEqual([[], span.from, 6]);
    const id = await add(there, { when: days(1001 + 70) });
    const found = await spanOf(there, { ...span, scan: 'future' });
    expect([found.events.map((event) => event.id), monthsBehind(found)]).toEqual([[id], 3]);
    const earlier = await add(there, { when: days(1000 - 10) });
    const past = await spanOf(there, { ...span, scan: 'past' });
    expect([past.events.map((event) => event.id), past.to]).toEqual([[earlier], span.to]);
    expect((Date.parse(span.from) - Date.parse(past.from)) / month).toBe(1);
    await services.configure('motorsport', (file) => {
      file.flags['events_tab'] = { calendar_fetch_offset: 60 * dayMs };
    });
    expect(monthsBehind(await spanOf(there, { ...span, scan: 'future' }))).toBe(2);
  });

  /** Events of half an hour, one after the other from a day on. */
  const many = (count: number, first: number, fields: Partial<NewEvent> = {}): NewEvent[] =>
    Array.from({ length: count }, (_, at) => {
      const when = new Date(+days(first) + (at * hourMs) / 2);
      const place = { time_zone: 'UTC', where: '', desc: '', color: '#d92d3a', images: [], synced: false };
      return { _id: newId(), title: 'x', when, end: new Date(+when + hourMs / 2), ...place, ...fields };
    });

  it('finds an event behind more than 1,000 that the member may not read', async () => {
    const owner = await place();
    const group = await services.group(owner, []);
    await storeEvents(services, owner, many(1100, 2000, { group: group._id }));
    const open = await add(owner, { when: days(2025) });
    const outsider = await place();
    const span = { from: days(1999).toISOString(), to: days(2030).toISOString() };
    for (const scan of [undefined, 'future', 'past']) {
      const { events, to } = await spanOf(outsider, { ...span, ...(scan && { scan }) });
      expect([events.map(({ id }) => id), to]).toEqual([[open], span.to]);
    }
    expect((await spanOf(owner, span)).events).toHaveLength(1000);
    // An extended span shows no event to a member without an invitation.
    await storeEvents(services, owner, many(1100, 2500, { invitation_only: true, invited: [owner.id] }));
    const empty = { from: days(2499).toISOString(), to: days(2499.5).toISOString(), scan: 'future' };
    expect((await spanOf(outsider, empty)).events).toEqual([]);
    expect((await spanOf(owner, empty)).events.length).toBeGreaterThan(0);
  });

  it('reads a span of more than 1,000 events backwards without a gap', async () => {
    const there = await place();
    const rows = many(1100, -900);
    const season = { when: days(-960), end: days(-890) };
    await storeEvents(services, there, rows);
    const long = await add(there, season);
    const from = days(-970).toISOString();
    let to = days(-860).toISOString();
    const seen: string[][] = [];
    for (let page = 0; page < 2; page += 1) {
      const reply = await spanOf(there, { from, to, scan: 'past' });
      expect(reply.to).toBe(to);
      seen.push(reply.events.map(({ id }) => id));
      to = reply.from;
    }
    expect(to).toBe(from);
    expect(seen[0]).toEqual(rows.slice(-1000).map(({ _id }) => _id));
    expect(new Set(seen.flat())).toEqual(new Set([long, ...rows.map(({ _id }) => _id)]));
  });

  it('finds events that last for months, and reads no more of 2,000 than the two months it needs', async () => {
    const there = await services.member({ workplace: 'east' });
    const first = Date.UTC(2041, 0, 1);
    const long = await add(there, { when: new Date(first), end: new Date(first + 400 * dayMs) });
    const rows = Array.from({ length: 2000 }, (_, index) => {
      const when = new Date(first + index * 12 * hourMs);
      const lists = { images: [], synced: false };
      return { _id: newId(), title: 'x', when, time_zone: 'UTC', where: '', desc: '', color: '#d92d3a', ...lists };
    });
    await storeEvents(services, there, rows);
    const { connection } = services.get(Mongo);
    const asked: [object, object][] = [];
    connection.set('debug', (collection: string, method: string, filter: object, options: object) => {
      if (collection === 'events' && method === 'find') asked.push([filter, options]);
    });
    const from = new Date(first + 300 * dayMs);
    const { events } = await spanOf(there, {
      from: from.toISOString(),
      to: new Date(+from + 30 * dayMs).toISOString(),
    });
    connection.set('debug', false);
    expect([events.length, events[0]!.id]).toEqual([62, long]);
    let examined = 0;
    for (const [filter, options] of asked) {
      const plan = await connection.collection('events').find(filter, options).explain('executionStats');
      examined += (plan as { executionStats: { totalDocsExamined: number } }).executionStats.totalDocsExamined;
    }
    expect(examined).toBeLessThanOrEqual(125);
  });
});

describe('visibility of events', () => {
  const when = at('2034-03-03T12:00');
  const series = 'Weekend of the wall';
  const seenBy = (member: TestMember) => idsOf(member, '2034-03-03T00:00', '2034-03-04T00:00');

  it('shows an invisible group’s event only to its members and workplace admins, on every path', async () => {
    const outsider = await services.member();
    const admin = await services.member({ acl: [{ title: 'workplace_admin', resources: [''] }] });
    const group = await services.group(ann, [], { invisible: true });
    const open = await add(ann, { when, series });
    const hidden = await add(ann, { when, series, group: group._id });
    expect(await seenBy(outsider)).toEqual([open]);
    expect((await read(outsider, hidden)).body.code).toBe('EVENT_NOT_FOUND');
    expect((await read(outsider, open)).body.siblings).toEqual([]);
    for (const insider of [ann, admin]) {
      expect(await seenBy(insider)).toEqual([open, hidden]);
      expect((await read(insider, hidden)).body.event.group).toMatchObject({ id: group._id, invisible: true });
      expect((await read(insider, open)).body.siblings.map(({ id }) => id)).toEqual([hidden]);
    }
  });

  it('shows a visible group’s event to its members only', async () => {
    const [outsider, member] = [await services.member(), await services.member()];
    const group = await services.group(ann, [member]);
    const id = await add(ann, { when: at('2034-04-04T12:00'), group: group._id });
    expect((await read(member, id)).body.event.group).toMatchObject({ title: group.title });
    expect((await read(outsider, id)).body.code).toBe('EVENT_NOT_FOUND');
  });

  it('hides the event of a deleted group', async () => {
    const id = await add(ann, { group: newId() });
    expect((await read(ann, id)).body.code).toBe('EVENT_NOT_FOUND');
  });

  it('hides the event of another workplace, also from super admins', async () => {
    const chief = await services.member({ admin: true });
    const there = await services.member({ workplace: 'east' });
    const id = await add(there, { when: at('2034-05-05T12:00') });
    expect((await read(chief, id)).body.code).toBe('EVENT_NOT_FOUND');
    expect(await idsOf(chief, '2034-05-05T00:00', '2034-05-06T00:00')).toEqual([]);
    expect((await read(there, id)).body.event.id).toBe(id);
  });

  it('hides the event of another community, and returns FEATURE_DISABLED without the tab', async () => {
    const elsewhere = await services.member({ community: 'workplace', admin: true });
    const id = await add(ann, { when: at('2034-06-06T12:00') });
    expect((await read(elsewhere, id)).body.code).toBe('EVENT_NOT_FOUND');
    expect(await idsOf(elsewhere, '2034-06-06T00:00', '2034-06-07T00:00')).toEqual([]);
    await services.configure('workplace', (file) => {
      file.tabs = file.tabs.filter((tab) => (tab as { id?: string }).id !== 'events');
    });
    expect((await read(elsewhere, id)).body.code).toBe('FEATURE_DISABLED');
  });

  it('requires a session', async () => {
    const reply = await services.call(readEvents, {});
    expect([reply.status, reply.body.code]).toEqual([401, 'INVALID_TOKEN']);
  });
});

describe(EventRepository, () => {
  it('reads only by indexes', async () => {
    const { connection } = services.get(Mongo);
    const asked: [filter: object, options: object][] = [];
    connection.set('debug', (collection: string, method: string, filter: object, options: object) => {
      if (collection === 'events' && method.startsWith('find')) asked.push([filter, options]);
    });
    const id = await add(ann, { series: 'Explained weekend' });
    await list(ann);
    await read(ann, id);
    await services.call(markAllEventsRead, {}, { as: ann });
    connection.set('debug', false);
    expect(asked.length).toBeGreaterThanOrEqual(4);
    for (const [filter, options] of asked) {
      const plan = await connection.collection('events').find(filter, options).explain('queryPlanner');
      expect(JSON.stringify(plan)).toMatch(/IXSCAN|IDHACK/);
      expect(JSON.stringify(plan)).not.toContain('COLLSCAN');
    }
  });
});
