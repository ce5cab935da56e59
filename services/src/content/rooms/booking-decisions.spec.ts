import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readBadges } from '@paddock/contract/calls/badges';
import {
  cancelBooking,
  confirmBooking,
  moveBooking,
  rejectBooking,
  verifyBooking,
} from '@paddock/contract/calls/bookings';
import { readNotifications, updatePreferences } from '@paddock/contract/calls/notifications';
import { deleteRoom, readRoom, readRooms } from '@paddock/contract/calls/rooms';
import { mailsTo, mailTo } from '../../../test/mails.js';
import { moveAddress } from '../../../test/move-address.js';
import { notified } from '../../../test/notified.js';
import { addRoom, at, book, booked, roomAdmin, roomMember } from '../../../test/rooms-scenario.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { TestWindows, until } from '../../../test/test-windows.js';
import { LinkTokens } from '../../infrastructure/links/link-tokens.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';

let services: TestServices;
let windows: TestWindows;
let admin: TestMember;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,rooms', RATE_LIMITS: 'off' });
  windows = new TestWindows(services);
  admin = await roomAdmin(services);
});
afterEach(() => windows.closeAll());
afterAll(() => services.close());

type Decide = typeof confirmBooking;
const byLink = async (call: Decide, id: string, admin_token: string) => {
  const { status, body } = await services.call(call, { id, admin_token });
  return status === 200 ? body.state : body.code;
};
const events = {
  booking_requested: ['BookingMade', 'BookingMoved'],
  booking_made: ['BookingMade', 'BookingMoved'],
  booking_confirmed: ['BookingConfirmed'],
  booking_rejected: ['BookingsEnded'],
  booking_cancelled: ['BookingsEnded'],
  booking_withdrawn: ['BookingsEnded'],
};
const noticesOf = async (as: TestMember) => {
  await notified(services, events);
  const { notifications } = (await services.call(readNotifications, {}, { as })).body;
  return notifications.filter(({ kind }) => kind.startsWith('booking_'));
};
const stateOf = async (as: TestMember, id: string) => {
  const { bookings } = (await services.call(readRooms, {}, { as })).body;
  return bookings.find((one) => one.id === id)?.state;
};
const tokenOf = async (decider: TestMember, id: string, having = '') => {
  const { text } = await mailTo(services, decider.row.email, new RegExp(`${having}[^]*/confirm/${id}/`));
  const token = new RegExp(`/confirm/${id}/([\\w-]+)`).exec(text)![1]!;
  expect(text).toContain(`/reject/${id}/${token}`);
  return token;
};

/** A room of a group with a request for it; the owner's mailed token. */
async function requested(fields: Parameters<typeof addRoom>[2] = {}) {
  const [owner, ann] = [await roomMember(services), await roomMember(services)];
  const group = (await services.group(owner))._id;
  const room = await addRoom(services, admin, { group, admin_confirmation_required: true, ...fields });
  const booking = await booked(services, ann, {
    ...{ id: room.id, from: at('10:00'), to: at('11:00'), description: 'Debrief' },
  });
  expect(booking.state).toBe('pending');
  return { owner, ann, room, group, id: booking.id, token: await tokenOf(owner, booking.id) };
}

describe('a mailed request', () => {
  it('shows who asks for which room, changes nothing by being opened, and holds the slots', async () => {
    const { owner, ann, room, id, token } = await requested();
    const ben = await roomMember(services);
    for (let opened = 0; opened < 3; opened += 1) {
      const { body } = await services.call(verifyBooking, { id, admin_token: token });
      expect(body).toMatchObject({
        ...{ id, state: 'pending', room: room.title, email: ann.row.email, description: 'Debrief' },
        ...{ from: at('10:00'), to: at('11:00'), time_zone: 'UTC', user: { id: ann.id } },
      });
    }
    expect(await stateOf(ann, id)).toBe('pending');
    expect((await book(services, ben, { id: room.id, from: at('10:30'), to: at('11:00') })).body.code).toBe(
      'SLOT_TAKEN',
    );
    expect(await noticesOf(owner)).toMatchObject([
      {
        kind: 'booking_requested',
        facts: { who: ann.row.fullname, title: room.title },
        address: `/main/rooms/${room.id}`,
      },
    ]);
  });

  it('is confirmed once, and its owner is notified in the app and by an invitation', async () => {
    const { owner, ann, room, id, token } = await requested();
    expect(await byLink(confirmBooking, id, token)).toBe('confirmed');
    expect(await byLink(confirmBooking, id, token)).toBe('ALREADY_GRANTED');
    expect(await byLink(rejectBooking, id, token)).toBe('ALREADY_GRANTED');
    expect((await services.call(verifyBooking, { id, admin_token: token })).body.state).toBe('confirmed');
    expect(await stateOf(ann, id)).toBe('confirmed');
    expect(await noticesOf(ann)).toMatchObject([{ kind: 'booking_confirmed', facts: { title: room.title } }]);
    expect(await noticesOf(owner)).toEqual([]);
    const mail = await mailTo(services, ann.row.email, 'is confirmed');
    expect(mail.calendar?.method).toBe('REQUEST');
    expect(mail.calendar?.file).toMatch(/STATUS:CONFIRMED/);
    expect(mail.calendar?.file).toMatch(/SEQUENCE:1\r\n/);
  });

  it('is rejected once, frees its slots and withdraws the invitation', async () => {
    const { ann, room, id, token } = await requested();
    const ben = await roomMember(services);
    expect(await byLink(rejectBooking, id, token)).toBe('rejected');
    expect(await byLink(rejectBooking, id, token)).toBe('ALREADY_DENIED');
    expect(await byLink(confirmBooking, id, token)).toBe('ALREADY_DENIED');
    expect(await noticesOf(ann)).toMatchObject([{ kind: 'booking_rejected' }]);
    const [asked, refused] = (await mailsTo(services, ann.row.email)).map(({ calendar }) => calendar!);
    expect([asked!.method, refused!.method]).toEqual(['REQUEST', 'CANCEL']);
    const uid = /UID:\S+/.exec(asked!.file)![0];
    expect(refused!.file).toContain(uid);
    expect((await book(services, ben, { id: room.id, from: at('10:00'), to: at('11:00') })).status).toBe(200);
  });

  it('goes by the rights of its admin at the time of the click', async () => {
    const { owner, ann, group, id, token } = await requested();
    expect(await byLink(confirmBooking, id, `${token.slice(0, -1)}x`)).toBe('LINK_INVALID');
    const other = await requested();
    expect(await byLink(confirmBooking, other.id, token)).toBe('LINK_INVALID');
    await services.get(MembershipRepository).leave(tenantOfMember(owner), group, owner.id);
    expect(await byLink(confirmBooking, id, token)).toBe('LINK_INVALID');
    expect(await stateOf(ann, id)).toBe('pending');
    expect(await byLink(confirmBooking, id, token)).toBe('LINK_INVALID');
  });

  it('is invalid once its admin has another address', async () => {
    const { owner, ann, id, token } = await requested();
    await moveAddress(services, owner);
    for (const call of [verifyBooking, confirmBooking, rejectBooking] as const)
      expect((await services.call(call, { id, admin_token: token })).body.code).toBe('LINK_INVALID');
    expect(await stateOf(ann, id)).toBe('pending');
  });

  it('expires, and is invalid in another community and as another kind of link', async () => {
    const { owner, ann, id } = await requested();
    const facts = { admin: owner.id, booking: id, workplace: '', sequence: '0' };
    const links = services.get(LinkTokens);
    const make = (kind: 'booking' | 'approve', lifetimeMs: number) =>
      links.make(tenantOfMember(ann), { kind, user: ann.id, facts, lifetimeMs });
    expect(await byLink(confirmBooking, id, await make('booking', -1))).toBe('LINK_EXPIRED');
    expect(await byLink(confirmBooking, id, await make('approve', 1000))).toBe('LINK_INVALID');
    const { body } = await services.call(
      confirmBooking,
      { id, admin_token: await make('booking', 60_000) },
      { host: 'workplace.localhost' },
    );
    expect(body.code).toBe('LINK_INVALID');
  });

  it('is about the time that it names: a move makes it invalid and asks again', async () => {
    const { owner, ann, id, token } = await requested();
    const moved = await services.call(moveBooking, { id, from: at('12:00'), to: at('13:00') }, { as: ann });
    expect(moved.body.booking.state).toBe('pending');
    expect(await byLink(confirmBooking, id, token)).toBe('LINK_INVALID');
    const again = await tokenOf(owner, id, '12:00');
    expect(await byLink(confirmBooking, id, again)).toBe('confirmed');
    const back = await services.call(moveBooking, { id, from: at('10:00'), to: at('11:00') }, { as: ann });
    expect(back.body.booking.state).toBe('pending');
    expect(await byLink(confirmBooking, id, again)).toBe('ALREADY_GRANTED');
    expect(await stateOf(ann, id)).toBe('pending');
  });

  it('that was cancelled, or whose room is gone, cannot be decided', async () => {
    const one = await requested();
    await services.call(cancelBooking, { id: one.id }, { as: one.ann });
    expect(await byLink(confirmBooking, one.id, one.token)).toBe('BOOKING_ENDED');
    const two = await requested();
    await services.call(deleteRoom, { id: two.room.id }, { as: admin });
    expect(await byLink(rejectBooking, two.id, two.token)).toBe('LINK_INVALID');
  });
});

describe('a cancellation while an admin decides', () => {
  it.each([confirmBooking, rejectBooking])('has one outcome: $name', async (call) => {
    for (let run = 0; run < 6; run += 1) {
      const { ann, room, id, token } = await requested();
      const other = await booked(services, ann, { id: room.id, from: at('14:00'), to: at('15:00') });
      const [decision, cancelled] = await Promise.all([
        byLink(call, id, token),
        services.call(cancelBooking, { id }, { as: ann }),
      ]);
      const { slots } = (await services.call(readRoom, { id: room.id, day: at('00:00').slice(0, 10) }, { as: admin }))
        .body;
      const held = slots.filter(({ booking }) => booking === id).length;
      const outcome = [decision, cancelled.status === 200 ? 'ok' : cancelled.body.code, held];
      const possible =
        call === confirmBooking
          ? [
              ['confirmed', 'ok', 0],
              ['BOOKING_ENDED', 'ok', 0],
            ]
          : [
              ['rejected', 'BOOKING_ENDED', 0],
              ['BOOKING_ENDED', 'ok', 0],
            ];
      expect(possible).toContainEqual(outcome);
      expect(slots.filter(({ booking }) => booking === other.id)).toHaveLength(2);
    }
  });

  it('or the owner moves it leaves it in one place', async () => {
    const { ann, room, id, token } = await requested();
    await Promise.all([
      byLink(confirmBooking, id, token),
      services.call(moveBooking, { id, from: at('12:00'), to: at('13:00') }, { as: ann }),
      services.call(moveBooking, { id, from: at('10:30'), to: at('11:30') }, { as: ann }),
    ]);
    const { slots, room: view } = (
      await services.call(readRoom, { id: room.id, day: at('00:00').slice(0, 10) }, { as: admin })
    ).body;
    const [booking] = view.bookings;
    const own = slots.filter((slot) => slot.booking === id);
    expect([own.length, own[0]!.from, own.at(-1)!.to]).toEqual([2, booking!.from, booking!.to]);
  });
});

describe('those who decide', () => {
  it('are the admins where no owner of the group can act, and get no mail without mailing_booking', async () => {
    const [ann, quiet] = [await roomMember(services), await roomAdmin(services)];
    await services.call(updatePreferences, { id: quiet.id, mailing_booking: false, pn_booking: false }, { as: quiet });
    const room = await addRoom(services, admin, { admin_confirmation_required: true });
    const { id } = await booked(services, ann, { id: room.id, from: at('10:00'), to: at('11:00') });
    await tokenOf(admin, id);
    await notified(services, events);
    expect((await mailsTo(services, quiet.row.email)).filter(({ text }) => text.includes(id))).toEqual([]);
    expect(await noticesOf(quiet)).toEqual([]);
    expect(
      (await noticesOf(admin)).some(({ kind, facts }) => kind === 'booking_requested' && facts['title'] === room.title),
    ).toBe(true);
  });

  it('see the number of open requests as a badge, and windows learn of each', async () => {
    const { owner, ann, room, id } = await requested();
    const badges = async (as: TestMember) => (await services.call(readBadges, {}, { as })).body.badges['rooms'];
    expect([await badges(owner), await badges(ann)]).toEqual([1, 0]);
    const window = await windows.open(ann);
    expect((await services.call(confirmBooking, { id }, { as: owner })).body.state).toBe('confirmed');
    expect(await badges(owner)).toBe(0);
    const expected = JSON.stringify({ event: 'updating_rooms', payload: { workplace: '', room: room.id } });
    await until(() => window.received.some((message) => JSON.stringify(message) === expected));
  });
});
