import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { deleteEvent, readEvent, readEvents, updateEvent } from '@paddock/contract/calls/events';
import type { CallInput } from '@paddock/contract/core/call';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { createEventAs, eventOf, fromNow, storedEvent } from '../../../test/events-scenario.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { FilesService } from '../../community/files/files.service.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { EventRepository } from '../storage/event.repository.js';

let services: TestServices;
let admin: TestMember;
let ann: TestMember;
const adminOf = (workplace: string) => ({ acl: [{ title: 'workplace_admin' as const, resources: [workplace] }] });
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  await services.configure('motorsport', (file) => {
    file.flags['events_tab'] = { public_add_event: true };
    file.flags['time_zone'] = 'Europe/Lisbon';
    file.flags['workplaces_enabled'] = true;
    file['workplaces'] = [{ id: 'east', title: 'East', time_zone: 'Asia/Dubai' }];
  });
  [admin, ann] = await Promise.all([services.member(adminOf('')), services.member()]);
});
afterAll(() => services.close());

type Fields = Parameters<typeof createEventAs>[2];
const create = (as: TestMember, fields?: Fields) => createEventAs(services, as, fields);
const update = (as: TestMember, id: string, fields: Omit<CallInput<typeof updateEvent>, 'id'>) =>
  services.call(updateEvent, { id, ...fields }, { as });
const read = (as: TestMember, id: string) => services.call(readEvent, { id }, { as });
const remove = (as: TestMember, id: string) => services.call(deleteEvent, { id }, { as });

async function picture(of: TestMember): Promise<string> {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0f9488' } })
    .png()
    .toBuffer();
  const file = { filename: 'pier.png', stream: Readable.from([png]) };
  const tenant = tenantOfMember(of);
  return (await services.get(FilesService).upload({ tenant, user: of.row }, undefined, file)).path;
}
const open = async (address: string) =>
  (await services.request('GET', address, { headers: { host: 'motorsport.localhost' } })).status;

describe('writing of events', () => {
  it('keeps what a timetable shift changes while an update begins', async () => {
    const { body } = await create(ann);
    const [when, end] = [new Date(fromNow(27 * hourMs)), new Date(fromNow(29 * hourMs))];
    const events = services.get(EventRepository);
    const read = jest.spyOn(events, 'byId').mockImplementationOnce(async (tenant, id) => {
      read.mockRestore();
      const row = await events.byId(tenant, id);
      await services.get(Mongo).transaction((session) => events.move(tenant, [{ _id: id, when, end }], { session }));
      return row;
    });
    const reply = await update(ann, body.id, { title: 'Debrief' });
    expect(reply.body).toMatchObject({ title: 'Debrief', when: when.toISOString(), end: end.toISOString() });
  });

  it('stores every field of the form', async () => {
    const bob = await services.member();
    const group = await services.group(ann, [bob]);
    const [image, file] = [await picture(ann), await picture(ann)];
    const given = {
      title: '  Strategy debrief ',
      when: fromNow(2 * hourMs),
      end: fromNow(3 * hourMs),
      where: 'Hospitality, upper deck',
      where_geo: [5.9714, 50.4372] as [number, number],
      desc: 'Bring your own coffee',
      organizer: bob.id,
      color: '#0f9488',
      registration_url: 'https://forms.example/debrief',
      group: group._id,
      invitation_only: true,
      invited: [bob.id],
      capacity: 12,
    };
    const { body } = await create(ann, { ...given, image_urls: [image], files: [file] });
    const { where_geo: geo, organizer: _, group: __, invited: ___, capacity: ____, ...same } = given;
    expect(body).toMatchObject({
      ...same,
      title: 'Strategy debrief',
      geo,
      time_zone: 'Europe/Brussels',
      user: { id: ann.id },
      group: { id: group._id },
      files: [{ name: 'pier.png', type: 'image/png' }],
      ...{ synced: false, can_edit: true, can_delete: true, workplace: '' },
    });
    const seen = (await read(bob, body.id)).body;
    expect([body.organizer, seen.asked_organizer?.id]).toEqual([undefined, bob.id]);
    expect(await open(seen.event.image_urls[0]!)).toBe(200);
    expect((await read(ann, body.id)).body.invited?.map(({ id }) => id)).toEqual([bob.id]);
  });

  it('returns the first event to a resend, and needs no client_id', async () => {
    const client_id = randomUUID();
    const first = await create(ann, { client_id });
    expect((await create(ann, { client_id, title: 'Another' })).body).toEqual(first.body);
    const without = await create(ann, { client_id: undefined });
    expect([without.status, without.body.id === first.body.id]).toEqual([200, false]);
  });

  it('uses the zone of the workplace, else of the community, without a place', async () => {
    const there = await services.member({ workplace: 'east' });
    expect((await create(ann)).body.time_zone).toBe('Europe/Lisbon');
    expect((await create(there)).body.time_zone).toBe('Asia/Dubai');
  });

  it.each<[string, object, Record<string, string>]>([
    ['no title', { title: undefined }, { title: 'title_REQUIRED' }],
    ['a blank title', { title: '  ' }, { title: 'title_REQUIRED' }],
    ['141 characters', { title: 'x'.repeat(141) }, { title: 'title_LENGTH_PATTERN' }],
    ['a control in the title', { title: 'a\u202eb' }, { title: 'title_INVALID_PATTERN' }],
    ['no start', { when: undefined }, { when: 'when_REQUIRED' }],
    ['30 February', { when: '2031-02-30T10:00:00Z' }, { when: 'when_INVALID_PATTERN' }],
    ['29 February of a common year', { when: '2031-02-29T10:00:00Z' }, { when: 'when_INVALID_PATTERN' }],
    ['the year 10000', { when: '+010000-01-01T00:00:00Z' }, { when: 'when_INVALID_PATTERN' }],
    ['a long place', { where: 'x'.repeat(251) }, { where: 'where_LENGTH_PATTERN' }],
    ['a latitude of 91', { where_geo: [0, 91] }, { where_geo: 'where_geo_LENGTH_PATTERN' }],
    [
      'a script as link',
      { registration_url: 'javascript:1' },
      { registration_url: 'registration_url_INVALID_PATTERN' },
    ],
    ['a colour name', { color: 'red' }, { color: 'color_INVALID_PATTERN' }],
    ['an unknown zone', { time_zone: 'Europe/Atlantis' }, { time_zone: 'time_zone_INVALID_PATTERN' }],
    ['no places', { capacity: 0 }, { capacity: 'capacity_INVALID_PATTERN' }],
    ['half a place', { capacity: 1.5 }, { capacity: 'capacity_INVALID_PATTERN' }],
    ['an unknown organizer', { organizer: 'fedcba9876543210fedcba98' }, { organizer: 'USER_NOT_FOUND' }],
    ['an unknown group', { group: 'fedcba9876543210fedcba98' }, { group: 'GROUP_NOT_FOUND' }],
    [
      'an unknown invited member',
      { invitation_only: true, invited: ['fedcba9876543210fedcba98'] },
      { invited: 'USER_NOT_FOUND' },
    ],
  ])('refuses %s', async (_, fields, codes) => {
    const before = (await services.call(readEvents, {}, { as: ann })).body.events.length;
    const { status, body } = await create(ann, fields);
    expect([status >= 400, body]).toMatchObject([true, { fields: codes }]);
    expect((await services.call(readEvents, {}, { as: ann })).body.events).toHaveLength(before);
  });

  it('does not say who is in a group with hidden members', async () => {
    const [owner, inside, outside] = await Promise.all([1, 2, 3].map(() => services.member()));
    const group = (await services.group(owner!, [ann, inside!]))._id;
    const code = async (as: TestMember, fields: NonNullable<Fields>) =>
      (await create(as, { group, ...fields })).body.code;
    await underFlags(services, 'motorsport', { hide_members: true }, async () => {
      for (const { id } of [inside!, outside!])
        for (const fields of [{ organizer: id }, { invitation_only: true, invited: [id] }])
          expect(await code(ann, fields)).toBe('USER_NOT_FOUND');
      expect(await code(owner!, { organizer: inside!.id })).toBeUndefined();
    });
  });

  it('refuses more than 6 pictures and files together, and files of others', async () => {
    const seven = Array.from({ length: 7 }, (_, at) => `/api/files/a/${at}`);
    const { body: tooMany } = await create(ann, { image_urls: seven.slice(3), files: seven.slice(4) });
    expect([tooMany.code, tooMany.fields]).toEqual(['TOO_MANY_FILES', { files: 'TOO_MANY_FILES' }]);
    expect((await create(ann, { image_urls: [await picture(admin)] })).body.code).toBe('FILE_NOT_FOUND');
  });
});

describe('dates of events', () => {
  it.each<[string, { when: number; end?: number }, string]>([
    ['begins now', { when: 1000 }, 'ok'],
    ['began a minute ago, without an end', { when: -hourMs / 60 }, 'INVALID_START_DATE'],
    ['began yesterday and ends tomorrow', { when: -dayMs, end: dayMs }, 'ok'],
    ['ended a minute ago', { when: -hourMs, end: -hourMs / 60 }, 'INVALID_END_DATE'],
    ['ends a minute before its start', { when: dayMs, end: dayMs - hourMs / 60 }, 'INVALID_END_DATE'],
    ['ends at its start: the whole day', { when: dayMs, end: dayMs }, 'ok'],
    ['takes this whole day', { when: 0, end: 0 }, 'ok'],
    ['took the day before', { when: -25 * hourMs, end: -25 * hourMs }, 'INVALID_END_DATE'],
  ])('an event that %s: %s', async (_, { when, end }, code) => {
    const now = Date.now();
    const at = (ms: number) => new Date(now + ms).toISOString();
    const { status, body } = await create(ann, { when: at(when), end: end === undefined ? undefined : at(end) });
    expect(status === 200 ? 'ok' : body.code).toBe(code);
    const field = code === 'INVALID_END_DATE' ? 'end' : 'when';
    if (code !== 'ok') expect(body).toMatchObject({ fields: { [field]: code } });
  });

  it.each<[string, object, string]>([
    ['29 February', { when: '2032-02-29T10:00:00Z', end: '2032-02-29T11:00:00Z' }, 'ok'],
    ['the last minute of 9999', { when: '9999-12-31T23:59:00Z', end: undefined, time_zone: 'UTC' }, 'ok'],
    [
      'the year 10000 by the place’s clock',
      { when: '9999-12-31T23:59:00Z', end: undefined, time_zone: 'Pacific/Kiritimati' },
      'INVALID_START_DATE',
    ],
    [
      '2018-01-01T00:00 by the clock of +14:00',
      { when: '2017-12-31T10:00:00Z', end: '2040-01-01T00:00:00Z', time_zone: 'Pacific/Kiritimati' },
      'ok',
    ],
    [
      'a minute before it',
      { when: '2017-12-31T09:59:00Z', end: '2040-01-01T00:00:00Z', time_zone: 'Pacific/Kiritimati' },
      'INVALID_START_DATE',
    ],
    [
      '2018-01-01T00:00 by the clock of -12:00',
      { when: '2018-01-01T12:00:00Z', end: '2040-01-01T00:00:00Z', time_zone: 'Etc/GMT+12' },
      'ok',
    ],
    ['over midnight', { when: '2031-06-20T22:00:00+02:00', end: '2031-06-21T02:00:00+02:00' }, 'ok'],
    [
      'over the change of clocks',
      { when: '2031-10-26T02:30:00+02:00', end: '2031-10-26T02:30:00+01:00', time_zone: 'Europe/Brussels' },
      'ok',
    ],
    ['an offset of +14:00', { when: '2031-01-01T00:00:00+14:00', end: '2031-01-01T01:00:00+14:00' }, 'ok'],
    ['epoch milliseconds', { when: Date.UTC(2031, 0, 1), end: Date.UTC(2031, 0, 2) }, 'ok'],
  ])('%s', async (_, fields, code) => {
    const { status, body } = await create(ann, fields);
    expect(status === 200 ? 'ok' : body.code).toBe(code);
    if (status === 200) expect((await read(ann, body.id)).body.event).toEqual(body);
  });
});

describe('a change', () => {
  it('changes the given fields only, and removes others on request', async () => {
    const event = await eventOf(services, ann, { where: 'Media centre', capacity: 3, color: '#0f9488' });
    const changed = (await update(ann, event.id, { title: 'Debrief', remove_fields: ['end', 'capacity'] })).body;
    const { end: _, updated: __, capacity: ___, ...before } = event;
    expect(changed).toMatchObject({ ...before, title: 'Debrief' });
    expect([changed.end, changed.capacity, typeof changed.updated]).toEqual([undefined, undefined, 'string']);
    expect((await read(ann, event.id)).body.event).toEqual(changed);
  });

  it('keeps, adds and drops pictures, also as an admin', async () => {
    const [first, second] = [await picture(ann), await picture(ann)];
    const event = await eventOf(services, ann, { image_urls: [first, second] });
    const shown = (await read(admin, event.id)).body.event.image_urls;
    const changed = (await update(admin, event.id, { image_urls: [await picture(admin), shown[1]!] })).body;
    expect(changed.image_urls).toHaveLength(2);
    const again = (await read(ann, event.id)).body.event.image_urls;
    expect(await Promise.all(again.map(open))).toEqual([200, 200]);
    expect(await open(shown[0]!)).toBe(404);
    expect((await update(ann, event.id, { title: 'Same pictures' })).body.image_urls).toHaveLength(2);
  });

  it('is checked with the stored fields', async () => {
    const event = await eventOf(services, ann);
    const early = new Date(Date.parse(event.when) - hourMs / 60).toISOString();
    expect((await update(ann, event.id, { end: early })).body).toMatchObject({ fields: { end: 'INVALID_END_DATE' } });
    expect((await update(ann, event.id, { title: ' ' })).body).toMatchObject({ fields: { title: 'title_REQUIRED' } });
    expect((await read(ann, event.id)).body.event).toEqual(event);
  });

  it('is for workplace admins only once the event is past, and keeps its dates', async () => {
    const id = await storedEvent(services, ann, { when: new Date(Date.now() - 5 * hourMs), user: ann.id });
    const recent = await storedEvent(services, ann, { when: new Date(Date.now() - 3 * hourMs), user: ann.id });
    expect((await read(ann, id)).body.event).toMatchObject({ can_edit: false, can_delete: true });
    expect((await update(ann, id, { desc: 'Minutes' })).body.code).toBe('EVENT_PAST');
    expect((await update(ann, recent, { desc: 'Minutes' })).body.desc).toBe('Minutes');
    expect((await update(admin, id, { desc: 'Minutes' })).body.desc).toBe('Minutes');
    expect((await update(admin, id, { when: fromNow(-6 * hourMs) })).body.code).toBe('INVALID_START_DATE');
  });

  it('is refused for a synced event, and so is its deletion', async () => {
    const id = await storedEvent(services, ann, { when: new Date(Date.now() + hourMs), synced: true });
    expect((await read(admin, id)).body.event).toMatchObject({ can_edit: false, can_delete: false });
    expect((await update(admin, id, { title: 'Mine' })).body.code).toBe('EVENT_SYNCED');
    expect((await remove(admin, id)).body.code).toBe('EVENT_SYNCED');
  });

  it('reaches a group’s members only, and none of the others', async () => {
    const [bob, eve] = [await services.member(), await services.member()];
    const group = await services.group(ann, [bob]);
    const event = await eventOf(services, ann);
    expect((await update(ann, event.id, { group: group._id })).body.group?.id).toBe(group._id);
    expect((await read(bob, event.id)).status).toBe(200);
    expect((await read(eve, event.id)).body.code).toBe('EVENT_NOT_FOUND');
    expect((await update(ann, event.id, { organizer: eve.id })).body).toMatchObject({
      fields: { organizer: 'USER_NOT_FOUND' },
    });
    expect((await update(ann, event.id, { group: '0' })).body.group).toBeUndefined();
    expect((await read(eve, event.id)).status).toBe(200);
  });

  it('deletes an event with its pictures', async () => {
    const event = await eventOf(services, ann, { image_urls: [await picture(ann)] });
    expect((await remove(ann, event.id)).body).toEqual({ ok: true });
    expect((await read(ann, event.id)).body.code).toBe('EVENT_NOT_FOUND');
    expect(await open(event.image_urls[0]!)).toBe(404);
    expect((await remove(ann, event.id)).body.code).toBe('EVENT_NOT_FOUND');
  });
});
