import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBooking } from '@paddock/contract/calls/bookings';
import { readRoom, readRooms, readRoomsWeek } from '@paddock/contract/calls/rooms';
import { mailTo } from '../../../test/mails.js';
import { addRoom, at, book, booked, roomAdmin, roomMember } from '../../../test/rooms-scenario.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';

let services: TestServices;
let admin: TestMember;
let ann: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  [admin, ann] = await Promise.all([roomAdmin(services), roomMember(services)]);
});
afterAll(() => services.close());

const rows = (name: string, filter: object) => services.get(Mongo).connection.collection(name).countDocuments(filter);

describe('a period that cannot be booked', () => {
  it.each([
    ['of zero length', at('10:00'), at('10:00'), 'to', 'INVALID_END_DATE'],
    ['that ends before it begins', at('11:00'), at('10:00'), 'to', 'INVALID_END_DATE'],
    ['in the past', at('10:00', -1), at('11:00', -1), 'from', 'BOOKING_PAST'],
    ['off the grid', at('10:15'), at('11:00'), 'from', 'BOOKING_OFF_GRID'],
    ['over the end of the day', at('20:30'), at('21:30'), 'to', 'BOOKING_OUTSIDE_DAY'],
    ['before the day begins', at('06:30'), at('07:30'), 'from', 'BOOKING_OUTSIDE_DAY'],
    ['over midnight', at('20:30'), at('08:00', 2), 'to', 'BOOKING_OUTSIDE_DAY'],
    ['of 10⁶ slots', at('10:00'), '2083-01-01T10:00:00Z', 'to', 'BOOKING_TOO_LONG'],
    ['of the year 9999', '9999-01-01T10:00:00Z', '9999-01-01T11:00:00Z', 'from', 'BOOKING_TOO_FAR'],
    ['of the year 0', '0000-01-01T10:00:00Z', '0000-01-01T11:00:00Z', 'from', 'BOOKING_PAST'],
  ])('%s is refused with its code and stores nothing', async (_name, from, to, field, code) => {
    const { id } = await addRoom(services, admin);
    const { status, body } = await book(services, ann, { id, from, to });
    expect([status, body.code, body.fields]).toEqual([400, code, { [field]: code }]);
    expect([await rows('bookings', { room: id }), await rows('room_slots', { room: id })]).toEqual([0, 0]);
  });

  it.each([
    [{ from: 'soon' }, { from: 'from_INVALID_PATTERN' }],
    [{ from: '2026-13-01T10:00:00Z' }, { from: 'from_INVALID_PATTERN' }],
    [{ to: undefined }, { to: 'to_REQUIRED' }],
    [{ description: 'x'.repeat(1001) }, { description: 'description_LENGTH_PATTERN' }],
  ])('%j is refused by its schema', async (fields, codes) => {
    const { id } = await addRoom(services, admin);
    const input = { id, client_id: randomUUID(), from: at('10:00'), to: at('11:00'), ...fields };
    expect((await services.call(createBooking, input as never, { as: ann })).body.fields).toEqual(codes);
  });
});

describe('days and periods that no calendar has', () => {
  it('are refused, and those at the edges are answered', async () => {
    const { id } = await addRoom(services, admin);
    const codes = await Promise.all(
      ['0000-01-01', '9999-12-31', '2026-02-30', 'today'].flatMap((day) => [
        services.call(readRoom, { id, day }, { as: ann }),
        services.call(readRoomsWeek, { day }, { as: ann }),
      ]),
    );
    expect(new Set(codes.map(({ body }) => body.fields?.['day']))).toEqual(new Set(['day_INVALID_PATTERN']));
    for (const day of ['1970-01-01', '8999-12-31'])
      expect((await services.call(readRoom, { id, day }, { as: ann })).status).toBe(200);
    const all = { from: '0000-01-01T00:00:00Z', to: '9999-12-31T00:00:00Z' };
    expect((await services.call(readRooms, all, { as: ann })).body.fields).toEqual({ to: 'BOOKING_TOO_LONG' });
  });
});

describe('a comment of hostile text', () => {
  it('is stored as text without controls and overrides, and breaks neither mail nor calendar', async () => {
    const room = await addRoom(services, admin, { admin_confirmation_required: true });
    const description = '<script>alert(1)</script>\r\nEND:VCALENDAR\r\n\u202egnp.exe\u0000 {{confirm}} $& ; , \\';
    const { body } = await book(services, ann, { id: room.id, from: at('10:00'), to: at('11:00'), description });
    expect(body.booking.description).toBe('<script>alert(1)</script>\nEND:VCALENDAR\ngnp.exe {{confirm}} $& ; , \\');
    const asked = await mailTo(services, admin.row.email, new RegExp(body.booking.id));
    expect(asked.html).not.toContain('<script>');
    expect(asked.text).toContain('> <script>alert(1)</script>\n> END:VCALENDAR');
    expect(asked.text).toContain('{{confirm}}');
    const invited = await mailTo(services, ann.row.email, room.title);
    const lines = invited.calendar!.file.split('\r\n');
    expect(lines.filter((line) => line === 'END:VCALENDAR')).toHaveLength(1);
    expect(invited.calendar!.file).toContain('METHOD:REQUEST');
  });

  it('may be empty, and other spellings of the field are the same field', async () => {
    const { id } = await addRoom(services, admin);
    const input = { id, client_id: randomUUID(), from: at('10:00'), to: at('11:00'), comment: '  ' };
    const { body } = await services.call(createBooking, input, { as: ann });
    expect(body.booking.description).toBe('');
  });
});

describe('the erasure of a member', () => {
  it('frees the slots to come, ends holds, and leaves no booking, also when it runs again', async () => {
    const cat = await roomMember(services);
    const { id } = await addRoom(services, admin);
    await booked(services, cat, { id, from: at('10:00'), to: at('11:00') });
    const forget = services.get(ExtensionPoints).all('forget').get('rooms')!;
    for (let run = 0; run < 2; run += 1) await forget(tenantOfMember(cat), cat.row);
    expect([await rows('bookings', { user: cat.id }), await rows('room_slots', { room: id })]).toEqual([0, 0]);
    expect((await book(services, ann, { id, from: at('10:00'), to: at('11:00') })).status).toBe(200);
  });

  it('is preceded by an export with the own bookings and no others', async () => {
    const cat = await roomMember(services);
    const { id, title } = await addRoom(services, admin, { door_code: '4711' });
    await booked(services, cat, { id, from: at('10:00'), to: at('11:00'), description: 'Mine' });
    await booked(services, ann, { id, from: at('12:00'), to: at('13:00'), description: 'Hers' });
    const data = await services.get(ExtensionPoints).all('export').get('rooms')!(tenantOfMember(cat), cat.row);
    expect(data['bookings']).toMatchObject([{ room: title, description: 'Mine', state: 'confirmed' }]);
    expect(JSON.stringify(data)).not.toMatch(/4711|Hers/);
  });
});

describe('a room of another workplace', () => {
  it('is not found, nor are its bookings in lists', async () => {
    const there = await services.member({ community: 'workplace', workplace: 'porto', workplaces: ['porto'] });
    const chief = await services.member({
      ...{ community: 'workplace', workplace: 'hq', workplaces: ['hq', 'porto'] },
      acl: [{ title: 'workplace_admin', resources: ['hq'] }],
    });
    const { id } = await addRoom(services, chief);
    expect((await services.call(readRoom, { id }, { as: there })).body.code).toBe('ROOM_NOT_FOUND');
    expect((await book(services, there, { id, from: at('10:00'), to: at('11:00') })).body.code).toBe('ROOM_NOT_FOUND');
    expect((await services.call(readRooms, {}, { as: there })).body.rooms).toEqual([]);
    expect((await services.call(readRoom, { id }, { as: chief, workplace: 'porto' })).body.code).toBe('ROOM_NOT_FOUND');
  });
});
