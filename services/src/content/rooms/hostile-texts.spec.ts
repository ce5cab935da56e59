import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { confirmBooking, rejectBooking } from '@paddock/contract/calls/bookings';
import { deleteRoom, readRoom, readRooms, updateRoom } from '@paddock/contract/calls/rooms';
import { mailsTo, mailTo } from '../../../test/mails.js';
import { notified } from '../../../test/notified.js';
import { addRoom, at, booked, roomAdmin, roomMember } from '../../../test/rooms-scenario.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';

let services: TestServices;
let admin: TestMember;
let ann: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  [admin, ann] = await Promise.all([roomAdmin(services), roomMember(services)]);
});
afterAll(() => services.close());

const hour = { from: at('10:00'), to: at('11:00') };

describe('names in mails and calendars', () => {
  it('break neither the calendar nor the page of the mail', async () => {
    const fullname = 'Eve";X=1:mailto:a@b.example\r\nBEGIN:VALARM\r\n<img src=x>';
    const fields = { user_type: 'Driver', company: '<script>1</script>\r\nBcc: a@b.example' };
    const eve = await roomMember(services, { fullname, fields });
    const title = 'Pit; "A", <b>& \\ {{confirm}}';
    const room = await addRoom(services, admin, { title, admin_confirmation_required: true });
    const { id } = await booked(services, eve, { id: room.id, ...hour });
    const asked = await mailTo(services, admin.row.email, new RegExp(`/confirm/${id}/`));
    expect(asked.html).not.toMatch(/<script|<img src=x|<b>&/);
    expect(asked.subject).not.toMatch(/[\r\n]/);
    const { file } = (await mailTo(services, eve.row.email, 'Pit;')).calendar!;
    const lines = file.replaceAll('\r\n ', '').split('\r\n');
    expect(lines.filter((line) => line.startsWith('BEGIN:')).sort()).toEqual(['BEGIN:VCALENDAR', 'BEGIN:VEVENT']);
    expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toHaveLength(1);
    expect(lines.find((line) => line.startsWith('ATTENDEE'))).toMatch(
      /^ATTENDEE;CN="[^"]*";PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:[^:;]+$/,
    );
    expect(lines).toContain('SUMMARY:Pit\\; "A"\\, <b>& \\\\ {{confirm}}');
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });
});

describe('a booker who may no longer use the rooms', () => {
  it('gets no invitation, and the room’s place by no mail', async () => {
    const cat = await roomMember(services);
    const place = { building: 'Bunker', city: 'Spa' };
    const room = await addRoom(services, admin, { ...place, admin_confirmation_required: true });
    const [one, two] = [
      await booked(services, cat, { id: room.id, ...hour }),
      await booked(services, cat, { id: room.id, from: at('12:00'), to: at('13:00') }),
    ];
    await mailTo(services, cat.row.email, room.title);
    await notified(services, { booking_pending: ['BookingMade'] });
    const before = (await mailsTo(services, cat.row.email)).length;
    await underFlags(services, 'motorsport', { rooms_tab: { limited_access: { company: 'Apex' } } }, async () => {
      expect((await services.call(confirmBooking, { id: one.id }, { as: admin })).status).toBe(200);
      expect((await services.call(rejectBooking, { id: two.id }, { as: admin })).status).toBe(200);
      await notified(services, { booking_confirmed: ['BookingConfirmed'], booking_rejected: ['BookingsEnded'] });
      const mails = (await mailsTo(services, cat.row.email)).slice(before);
      expect(mails.map(({ calendar }) => calendar?.method)).toEqual(['CANCEL']);
      expect(JSON.stringify(mails)).not.toMatch(/Bunker/);
    });
  });
});

describe('hostile input of a room', () => {
  it.each([
    [{ remove_fields: ['__proto__'] }, 'remove_fields'],
    [{ remove_fields: '["constructor"]' }, 'remove_fields'],
    [{ remove_fields: '{"0":"desc","length":1}' }, 'remove_fields'],
    [{ remove_fields: ['display_version'] }, 'remove_fields'],
    [{ remove_fields: Array.from({ length: 1000 }, () => 'desc') }, 'remove_fields'],
    [{ title: '\u200b' }, 'title'],
    [{ title: ['Room'] }, 'title'],
    [{ door_code: '47\u0000 11' }, 'door_code'],
    [{ url: 'https://x.example/\r\nX: 1' }, 'url'],
    [{ url: 'data:text/html,x' }, 'url'],
    [{ time_zone: '__proto__' }, 'time_zone'],
    [{ capacity: { $gt: 0 } }, 'capacity'],
    [{ group: { $ne: '' } }, 'group'],
  ])('%j is refused and changes nothing', async (fields, field) => {
    const { id } = await addRoom(services, admin, { desc: 'Wet' });
    const stored = () => services.get(Mongo).connection.collection<{ _id: string }>('rooms').findOne({ _id: id });
    const before = { ...(await stored()), turns: 0 };
    const { status, body } = await services.call(updateRoom, { id, ...fields } as never, { as: admin });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
    expect({ ...(await stored()), turns: 0 }).toEqual(before);
  });

  it('in addresses is refused', async () => {
    const { id } = await addRoom(services, admin);
    const answers = [
      await services.call(readRoom, { id, day: '0000-00-00' }, { as: ann }),
      await services.call(readRoom, { id, day: ['2026-01-01', '2026-01-02'] } as never, { as: ann }),
      await services.call(readRooms, { from: 'NaN', to: hour.to }, { as: ann }),
      await services.call(readRooms, { from: hour.from, to: [hour.to, hour.to] } as never, { as: ann }),
      await services.call(readRooms, { from: hour.from }, { as: ann }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [400, 'INVALID_INPUT']));
    for (const room of ['__proto__', 'constructor', '..', '$ne', 'x'.repeat(200)])
      expect([404, 400]).toContain((await services.call(readRoom, { id: room }, { as: ann })).status);
  });
});

describe('the deletion of a room with a zone of its own', () => {
  it('is mailed with the time by that zone', async () => {
    const cat = await roomMember(services);
    const room = await addRoom(services, admin, { time_zone: 'Asia/Kathmandu' });
    await booked(services, cat, { id: room.id, from: at('04:15'), to: at('05:15') });
    await services.call(deleteRoom, { id: room.id }, { as: admin });
    const { text, calendar } = await mailTo(services, cat.row.email, /cancelled/i);
    expect([calendar?.method, text]).toEqual(['CANCEL', expect.stringMatching(/10:00/)]);
  });
});
