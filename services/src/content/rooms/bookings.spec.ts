import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cancelBooking, moveBooking } from '@paddock/contract/calls/bookings';
import { holdSlots, readRoom, readRooms, releaseSlots } from '@paddock/contract/calls/rooms';
import { expectNoCollectionScan } from '../../../test/expect-no-collection-scan.js';
import { addRoom, at, book, booked, roomAdmin, roomMember } from '../../../test/rooms-scenario.js';
import { TestWindows, until } from '../../../test/test-windows.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';

let services: TestServices;
let admin: TestMember;
let ann: TestMember;
let bob: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  [admin, ann, bob] = await Promise.all([roomAdmin(services), roomMember(services), roomMember(services)]);
});
afterAll(() => services.close());

const day = () => at('00:00').slice(0, 10);
const slotsOf = async (as: TestMember, id: string) => (await services.call(readRoom, { id, day: day() }, { as })).body;
const move = (as: TestMember, id: string, from: string, to: string) =>
  services.call(moveBooking, { id, from: at(from), to: at(to) }, { as });
const cancel = (as: TestMember, id: string) => services.call(cancelBooking, { id }, { as });

describe('a booking', () => {
  it('takes its slots, which others see as booked without its comment', async () => {
    const { id } = await addRoom(services, admin);
    const { body, status } = await book(services, ann, {
      id,
      from: at('10:00'),
      to: at('11:00'),
      description: ' Debrief ',
    });
    expect([status, body.booking.state, body.booking.description]).toEqual([200, 'confirmed', 'Debrief']);
    expect([body.room.id, body.room.bookings]).toEqual([id, [body.booking]]);
    const seen = await slotsOf(bob, id);
    expect(seen.slots).toHaveLength(28);
    expect(seen.slots.filter(({ booking }) => booking === body.booking.id).map(({ from }) => from)).toEqual([
      at('10:00'),
      at('10:30'),
    ]);
    const [booking] = seen.room.bookings;
    expect([booking!.user, booking!.own, booking!.description, booking!.can_cancel]).toEqual([
      ann.id,
      false,
      undefined,
      false,
    ]);
    expect(seen.users.map((user) => user.id)).toContain(ann.id);
  });

  it('is refused where a slot is taken, and accepted where it begins when another ends', async () => {
    const { id } = await addRoom(services, admin);
    await booked(services, ann, { id, from: at('10:00'), to: at('11:00') });
    const codes = [];
    for (const [from, to] of [
      ['09:30', '10:30'],
      ['10:30', '11:00'],
      ['09:30', '11:30'],
      ['11:00', '11:30'],
      ['09:30', '10:00'],
    ] as const) {
      const { status, body } = await book(services, bob, { id, from: at(from), to: at(to) });
      codes.push(status === 200 ? 'ok' : body.code);
    }
    expect(codes).toEqual(['SLOT_TAKEN', 'SLOT_TAKEN', 'SLOT_TAKEN', 'ok', 'ok']);
  });

  it('goes to exactly one of fifty requests at once', async () => {
    const { id } = await addRoom(services, admin);
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        book(services, index % 2 ? ann : bob, { id, from: at('10:00'), to: at('10:30') }),
      ),
    );
    const codes = replies.map(({ status, body }) => (status === 200 ? 'ok' : body.code));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(codes.filter((code) => code === 'SLOT_TAKEN')).toHaveLength(49);
  });

  it('is returned to a resend, also at the same time and after it was cancelled', async () => {
    const { id } = await addRoom(services, admin);
    const input = { id, client_id: randomUUID(), from: at('10:00'), to: at('10:30') };
    const replies = await Promise.all([
      book(services, ann, input),
      book(services, ann, input),
      book(services, ann, input),
    ]);
    const ids = replies.map(({ body }) => body.booking.id);
    expect(new Set(ids).size).toBe(1);
    await cancel(ann, ids[0]!);
    const { body } = await book(services, ann, { ...input, from: at('12:00'), to: at('12:30') });
    expect([body.booking.id, body.booking.state]).toEqual([ids[0], 'cancelled']);
    expect((await slotsOf(bob, id)).slots.every(({ booking }) => booking === undefined)).toBe(true);
  });

  it('moves by half an hour without a conflict with itself, and frees what it left', async () => {
    const { id } = await addRoom(services, admin);
    const own = await booked(services, ann, { id, from: at('10:00'), to: at('11:00') });
    await booked(services, bob, { id, from: at('11:30'), to: at('12:00') });
    const moved = await move(ann, own.id, '10:30', '11:30');
    expect([moved.status, moved.body.booking.from]).toEqual([200, at('10:30')]);
    expect((await move(ann, own.id, '10:30', '11:30')).status).toBe(200);
    expect((await move(ann, own.id, '11:00', '12:00')).body.code).toBe('SLOT_TAKEN');
    expect((await move(bob, own.id, '14:00', '15:00')).body.code).toBe('FORBIDDEN');
    expect((await book(services, bob, { id, from: at('10:00'), to: at('10:30') })).status).toBe(200);
  });

  it('frees its slots when it is cancelled, once', async () => {
    const { id } = await addRoom(services, admin);
    const own = await booked(services, ann, { id, from: at('10:00'), to: at('11:00') });
    expect((await cancel(bob, own.id)).body.code).toBe('FORBIDDEN');
    expect([(await cancel(ann, own.id)).status, (await cancel(ann, own.id)).status]).toEqual([200, 200]);
    expect((await move(ann, own.id, '12:00', '13:00')).body.code).toBe('BOOKING_ENDED');
    expect((await book(services, bob, { id, from: at('10:00'), to: at('11:00') })).status).toBe(200);
  });

  it.each([
    [0, 'FORBIDDEN'],
    [-1, 'ok'],
    [2, 'ok'],
    [24 * 40, 'FORBIDDEN'],
  ])('with a cancellation delay of %p is cancelled by its owner: %p, and by an admin always', async (hours, code) => {
    const { id } = await addRoom(services, admin, { cancellation_delay: hours });
    const own = await booked(services, ann, { id, from: at('10:00'), to: at('11:00') });
    const list = (await services.call(readRooms, {}, { as: ann })).body.bookings.find((one) => one.id === own.id)!;
    expect([own.can_cancel, list.can_cancel]).toEqual([code === 'ok', code === 'ok']);
    const { status, body } = await cancel(ann, own.id);
    expect(status === 200 ? 'ok' : body.code).toBe(code);
    expect((await cancel(admin, own.id)).status).toBe(200);
  });

  it('reads without a collection scan', async () => {
    const { id } = await addRoom(services, admin);
    await booked(services, ann, { id, from: at('10:00'), to: at('11:00') });
    await expectNoCollectionScan(services, async () => {
      await slotsOf(ann, id);
      await services.call(readRooms, { from: at('09:00'), to: at('10:30') }, { as: ann });
    });
  });
});

describe('a hold', () => {
  const hold = (as: TestMember, id: string, from: string, to: string) =>
    services.call(holdSlots, { id, from: at(from), to: at(to) }, { as });

  it('is shown to others and keeps them from booking, and becomes its own booking', async () => {
    const { id } = await addRoom(services, admin);
    const { body } = await hold(ann, id, '10:00', '11:00');
    const left = Date.parse(body.held) - Date.now();
    expect(left > 110_000 && left <= 120_000).toBe(true);
    expect((await slotsOf(bob, id)).slots.filter(({ held }) => held === body.held)).toHaveLength(2);
    expect((await slotsOf(ann, id)).slots.filter(({ held }) => held)).toHaveLength(0);
    expect((await book(services, bob, { id, from: at('10:30'), to: at('11:30') })).body.code).toBe('SLOT_TAKEN');
    expect((await hold(bob, id, '10:30', '11:30')).body.code).toBe('SLOT_TAKEN');
    expect((await book(services, ann, { id, from: at('10:00'), to: at('10:30') })).status).toBe(200);
    expect((await book(services, bob, { id, from: at('10:30'), to: at('11:30') })).status).toBe(200);
  });

  it('is replaced by the next selection, also in another room, and ends when it is released', async () => {
    const [one, two] = [await addRoom(services, admin), await addRoom(services, admin)];
    await hold(ann, one.id, '10:00', '11:00');
    const windows = new TestWindows(services);
    const window = await windows.open(bob);
    await hold(ann, two.id, '10:00', '11:00');
    const changed = () => window.received.map(({ payload }) => (payload as { room?: string }).room);
    await until(() => [one, two].every(({ id }) => changed().includes(id)));
    windows.closeAll();
    expect((await hold(bob, one.id, '10:00', '11:00')).status).toBe(200);
    await services.call(releaseSlots, { id: two.id }, { as: ann });
    expect((await slotsOf(bob, two.id)).slots.filter(({ held }) => held)).toHaveLength(0);
    expect((await services.call(releaseSlots, { id: two.id }, { as: ann })).status).toBe(200);
  });
});

describe('the rooms', () => {
  it('that are free in a period are listed, and the own bookings that end in the future', async () => {
    const cat = await roomMember(services);
    const [one, two] = [await addRoom(services, admin), await addRoom(services, admin)];
    const own = await booked(services, cat, { id: one.id, from: at('10:00'), to: at('11:00') });
    const list = async (from: string, to: string) => {
      const { body } = await services.call(readRooms, { from: at(from), to: at(to) }, { as: cat });
      return body.rooms.filter(({ id }) => id === one.id || id === two.id).map(({ id }) => id);
    };
    expect(await list('10:30', '11:30')).toEqual([two.id]);
    expect((await list('11:00', '12:00')).sort()).toEqual([one.id, two.id].sort());
    expect((await services.call(readRooms, {}, { as: cat })).body.bookings.map(({ id }) => id)).toEqual([own.id]);
    expect((await services.call(readRooms, { from: at('11:00'), to: at('10:00') }, { as: cat })).body.fields).toEqual({
      to: 'INVALID_END_DATE',
    });
  });
});
