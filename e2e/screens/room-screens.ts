import { expect } from '@playwright/test';
import type { Room } from '@paddock/contract/calls/rooms';
import { linkIn, mailTo } from '../fixtures/mails.js';
import { book, callAs, dayAhead, newRoom } from '../fixtures/rooms.js';
import { signInPage } from '../fixtures/sign-in.js';
import { goTo, load, reads, text, title, type Screen, type Visit } from './visit.js';

const unavailable = { status: 503, json: { code: 'SERVICE_UNAVAILABLE', message: 'It did not work.' } };
const listCall = /\/api\/rooms(\?|$)/;
const slotsOf = ({ page }: Visit) => page.locator('[data-state]');
const own = (visit: Visit, key: string) => text(visit, 'mfe-content', key);

/** A room of the demo, which has a picture and bookings. */
async function demoRoom({ paddock, community }: Visit): Promise<Room> {
  const { rooms } = await callAs<{ rooms: Room[] }>(paddock, { community, user: 'driver' }, 'GET', '/rooms');
  return rooms.find(({ files }) => files.length > 0)!;
}

/** A room with a booking of the member and one of another. */
async function bookedRoom({ paddock, community }: Visit, fields: Parameters<typeof newRoom>[2] = {}): Promise<Room> {
  const room = await newRoom(paddock, community, { desc: 'Ground floor', capacity: 8, city: 'Spa', ...fields });
  await book(paddock, room, { community, user: 'driver', from: '10:00', to: '11:00' });
  await book(paddock, room, { community, user: 'crew', from: '14:00', to: '15:00' });
  return room;
}

async function openDay(visit: Visit, id: string) {
  await goTo(visit, `/main/rooms/${id}?day=${dayAhead()}`);
  await expect(slotsOf(visit).first()).toBeVisible();
}

const press = (visit: Visit, key: string) => visit.page.getByRole('button', { name: own(visit, key) }).click();

/** The tab of rooms, as a member sees it. */
export const rooms: Screen[] = [
  {
    name: 'rooms',
    hasLargeText: true,
    async open(visit) {
      await goTo(visit, '/main/rooms');
      await title(visit);
      await reads(visit, 'mfe-content', 'rooms.available');
    },
  },
  {
    name: 'rooms-period',
    async open(visit) {
      await goTo(visit, '/main/rooms');
      await visit.page.getByRole('main').locator('button[aria-haspopup="dialog"]').first().click();
      await expect(visit.page.getByRole('dialog')).toBeVisible();
    },
    async leaves({ page }) {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  },
  {
    name: 'room',
    hasLargeText: true,
    async open(visit) {
      await goTo(visit, `/main/rooms/${(await demoRoom(visit)).id}`);
      await expect(slotsOf(visit).first()).toBeVisible();
    },
  },
  {
    name: 'room-selected',
    hasLargeText: true,
    async open(visit) {
      await openDay(visit, (await bookedRoom(visit, { admin_confirmation_required: true })).id);
      await slotsOf(visit).getByRole('button', { pressed: false }).first().click();
      await expect(visit.page.getByRole('region', { name: own(visit, 'room.panel') })).toBeVisible();
    },
    leaves: (visit) => press(visit, 'room.clear'),
  },
  {
    name: 'room-repetition',
    async open(visit) {
      const { paddock, community } = visit;
      const room = await bookedRoom(visit);
      await book(paddock, room, { community, user: 'crew', day: dayAhead(10), from: '09:00', to: '10:00' });
      await openDay(visit, room.id);
      await slotsOf(visit)
        .filter({ hasText: /\b0?9:30/ })
        .getByRole('button')
        .click();
      await press(visit, 'room.repeat');
      await reads(visit, 'mfe-content', 'repeat.taken');
    },
    async leaves(visit) {
      await visit.page.keyboard.press('Escape');
      await press(visit, 'room.clear');
    },
  },
  {
    name: 'room-own-booking',
    async open(visit) {
      await openDay(visit, (await bookedRoom(visit)).id);
      await visit.page.locator('[data-state="own"] button').first().click();
      await reads(visit, 'mfe-content', 'room.move');
    },
    leaves: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'rooms-week',
    async open(visit) {
      await goTo(visit, '/main/rooms/week');
      await title(visit, own(visit, 'week.title'));
      await expect(visit.page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'rooms-failed',
    loadsPage: true,
    async open(visit) {
      await visit.page.route(listCall, (route) => route.fulfill(unavailable));
      await load(visit, '/main/rooms');
      await expect(visit.page.getByText('SERVICE_UNAVAILABLE').first()).toBeVisible();
    },
    leaves: ({ page }) => page.unroute(listCall),
  },
  {
    name: 'rooms-empty',
    loadsPage: true,
    async open(visit) {
      const json = { rooms: [], bookings: [], users: [], groups: [] };
      await visit.page.route(listCall, (route) => route.fulfill({ json }));
      await load(visit, '/main/rooms');
      await reads(visit, 'mfe-content', 'rooms.empty');
    },
    leaves: ({ page }) => page.unroute(listCall),
  },
];

/** Rooms as an admin sees them. */
export const managedRooms: Screen[] = [
  {
    name: 'room-create',
    async open(visit) {
      await goTo(visit, '/main/rooms/new');
      await reads(visit, 'mfe-content', 'room_form.rules');
    },
  },
  {
    name: 'room-delete',
    async open(visit) {
      await goTo(visit, `/main/rooms/${(await bookedRoom(visit)).id}/edit`);
      await press(visit, 'room_form.delete');
      await reads(visit, 'mfe-content', 'room_form.delete_text');
    },
    leaves: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'room-request',
    async open(visit) {
      await openDay(visit, (await bookedRoom(visit, { admin_confirmation_required: true })).id);
      await visit.page.locator('[data-state="booked"] button').first().click();
      await reads(visit, 'mfe-content', 'room.confirm');
    },
    leaves: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'room-display-address',
    async open(visit) {
      await goTo(visit, `/main/rooms/${(await bookedRoom(visit)).id}`);
      await press(visit, 'display.open');
      await reads(visit, 'mfe-content', 'display.text');
    },
    leaves: ({ page }) => page.keyboard.press('Escape'),
  },
];

/** Pages of signed addresses, without a session. */
export const signedOutRooms: Screen[] = [
  {
    name: 'booking-request',
    async open(visit) {
      const { page, paddock, community } = visit;
      const room = await bookedRoom(visit, { admin_confirmation_required: true });
      const mail = await mailTo(paddock, `steward@${community}.example`, new RegExp(room.title));
      await signInPage(page, paddock.origin(community), { token: '', stored: '{}' });
      await goTo(visit, new URL(linkIn(mail, 'confirm')).pathname);
      await title(visit, own(visit, 'request.title'));
    },
  },
  {
    name: 'room-display',
    async open(visit) {
      const { page, paddock, community } = visit;
      const { id } = await demoRoom(visit);
      const as = { community, user: 'super' } as const;
      const { address } = await callAs<{ address: string }>(paddock, as, 'GET', `/rooms/${id}/display_address`);
      await signInPage(page, paddock.origin(community), { token: '', stored: '{}' });
      await goTo(visit, address.replace(/^#/, ''));
      await reads(visit, 'mfe-content', 'display.next');
    },
  },
];
