import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.js';
import { dateIn } from '../fixtures/days.js';
import { linkIn, mailTo } from '../fixtures/mails.js';
import { signUp } from '../fixtures/members.js';
import { driver, go, unique } from '../fixtures/places.js';
import { book, callAs, dayAhead, newRoom } from '../fixtures/rooms.js';
import { viewports } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';

const list = '/main/rooms';
const openDay = (page: Page, id: string, day = dayAhead()) => go(page, `${list}/${id}?day=${day}`);
const slot = (page: Page, time: string) => page.getByRole('listitem').filter({ hasText: time });
const free = (page: Page, time: string) => page.getByRole('button', { name: `${time} free` });
const panel = (page: Page) => page.getByRole('region', { name: 'Your selection' });

test('another member sees a selection at once, then the booking, and cannot select across it', async ({
  openAs,
  paddock,
}) => {
  const room = await newRoom(paddock);
  const [joaquin, petra] = await Promise.all([
    openAs('driver', { viewport: viewports.desktop }),
    openAs('crew', { viewport: viewports.phone }),
  ]);
  await Promise.all([openDay(joaquin, room.id), openDay(petra, room.id)]);
  await free(joaquin, '10:00').click();
  await free(joaquin, '10:30').click();
  await expect(panel(joaquin)).toContainText('10:00–11:00');
  await expect(slot(petra, '10:30')).toContainText('Being booked');
  await expectAccessible(petra);

  await panel(joaquin).getByRole('textbox', { name: 'Comment' }).fill('Tyre choice');
  await joaquin.reload();
  await free(joaquin, '10:00').click();
  await expect(panel(joaquin).getByRole('textbox', { name: 'Comment' })).toHaveValue('Tyre choice');
  await expect(slot(petra, '10:30')).not.toContainText('Being booked');
  await panel(joaquin).getByRole('button', { name: 'Book' }).click();
  await expect(joaquin.getByText('Booking confirmed')).toBeVisible();
  await expect(joaquin.getByRole('button', { name: '10:00 yours: You' })).toBeVisible();

  await expect(slot(petra, '10:00')).toContainText(driver.split(' ')[0]!);
  await free(petra, '09:30').click();
  await free(petra, '11:00').click();
  await expect(panel(petra)).toHaveCount(0);
  await petra.getByRole('link', { name: /^10:00 booked by/ }).click();
  await expect(petra.getByRole('heading', { name: driver })).toBeVisible();
});

test('a member who clears a selection frees it for another', async ({ openAs, paddock }) => {
  const room = await newRoom(paddock);
  const [joaquin, petra] = await Promise.all([openAs('driver'), openAs('crew')]);
  await Promise.all([openDay(joaquin, room.id), openDay(petra, room.id)]);
  await free(joaquin, '12:00').click();
  await expect(slot(petra, '12:00')).toContainText('Being booked');
  await panel(joaquin).getByRole('button', { name: 'Clear the selection' }).click();
  await free(petra, '12:00').click();
  await expect(panel(petra)).toContainText('12:00–12:30');
  await expect(slot(joaquin, '12:00')).toContainText('Being booked');
});

test('an address opens a room before the stored record has the permission', async ({ newWindow, paddock }) => {
  const room = await newRoom(paddock);
  const member = await signUp(paddock, 'motorsport');
  const stored = JSON.parse(member.stored) as { fields: object };
  const late = { ...stored, fields: { ...stored.fields, user_type: 'Fan' } };
  const page = await newWindow({ ...member, stored: JSON.stringify(late) });
  await page.goto(`/#${list}/${room.id}`);
  await expect(page.getByRole('heading', { name: room.title })).toBeVisible();
});

for (const community of ['motorsport', 'workplace'] as const)
  test(`${community}: an admin confirms one request and rejects another from the mail, signed out`, async ({
    openAs,
    newWindow,
    paddock,
  }) => {
    const room = await newRoom(paddock, community, { admin_confirmation_required: true });
    const joaquin = await openAs('driver', { community, viewport: viewports.desktop });
    const mailOf = async (time: string) => {
      await openDay(joaquin, room.id);
      await free(joaquin, time).click();
      await panel(joaquin).getByRole('button', { name: 'Request' }).click();
      await expect(joaquin.getByText('Booking request success').first()).toBeVisible();
      const pattern = new RegExp(`${room.title}[^]*${time}`);
      return mailTo(paddock, `steward@${community}.example`, pattern);
    };
    const requested = await mailOf('10:00');
    await expect(joaquin.getByRole('button', { name: '10:00 waits for approval: You' })).toBeVisible();
    const admin = await newWindow(undefined, { community, viewport: viewports.phone });
    const link = linkIn(requested, 'confirm');
    await admin.goto(link);
    await expect(admin.getByText(room.title)).toBeVisible();
    await expectAccessible(admin);
    await admin.reload();
    await expect(admin.getByRole('button', { name: 'Confirm' })).toBeVisible();
    await expect(joaquin.getByRole('button', { name: '10:00 waits for approval: You' })).toBeVisible();
    await admin.getByRole('button', { name: 'Confirm' }).click();
    await expect(admin.getByRole('heading', { name: 'Booking confirmed' })).toBeVisible();
    await expect(joaquin.getByRole('button', { name: '10:00 yours: You' })).toBeVisible();
    await admin.goto('about:blank');
    await admin.goto(link);
    await expect(admin.getByRole('heading', { name: 'Booking confirmed' })).toBeVisible();

    const other = await mailOf('14:00');
    await admin.goto(linkIn(other, 'reject'));
    await admin.getByRole('button', { name: 'Reject' }).click();
    await expect(admin.getByRole('heading', { name: 'Booking rejected' })).toBeVisible();
    await expect(free(joaquin, '14:00')).toBeVisible();
  });

test('a member cancels a booking, and one that cannot be cancelled stays', async ({ openAs, paddock, pageErrors }) => {
  pageErrors.allow(/status of 403/);
  const [room, strict] = await Promise.all([
    newRoom(paddock, 'motorsport', { cancellation_delay: -1 }),
    newRoom(paddock, 'motorsport', { cancellation_delay: 0 }),
  ]);
  const times = { user: 'driver', from: '10:00', to: '11:00' } as const;
  await Promise.all([book(paddock, room, times), book(paddock, strict, times)]);
  const joaquin = await openAs('driver', { viewport: viewports.phone });
  const cancel = async (id: string) => {
    await openDay(joaquin, id);
    await joaquin.getByRole('button', { name: '10:00 yours: You' }).click();
    await joaquin.getByRole('button', { name: 'Cancel the booking' }).click();
  };
  await cancel(room.id);
  await expect(joaquin.getByText('Booking cancelled')).toBeVisible();
  await expect(free(joaquin, '10:00')).toBeVisible();
  await cancel(strict.id);
  await expect(joaquin.getByText('Cancellation forbidden')).toBeVisible();
  await expect(joaquin.getByRole('button', { name: '10:30 yours: You' })).toBeVisible();
});

test('a member moves a booking by half an hour', async ({ openAs, paddock }) => {
  const room = await newRoom(paddock);
  await book(paddock, room, { user: 'driver', from: '10:00', to: '11:00' });
  const joaquin = await openAs('driver', { viewport: viewports.desktop });
  await openDay(joaquin, room.id);
  await joaquin.getByRole('button', { name: '10:00 yours: You' }).click();
  await joaquin.getByRole('button', { name: 'Move to another time' }).click();
  await free(joaquin, '10:30').click();
  await free(joaquin, '11:00').click();
  await joaquin.getByRole('button', { name: 'Move here' }).click();
  await expect(joaquin.getByText('Booking moved')).toBeVisible();
  await expect(joaquin.getByRole('button', { name: '11:00 yours: You' })).toBeVisible();
  await expect(free(joaquin, '10:00')).toBeVisible();
});

test('a weekly repetition shows its conflict first and books the other weeks', async ({ openAs, paddock }) => {
  const room = await newRoom(paddock);
  await book(paddock, room, { user: 'crew', day: dayAhead(17), from: '10:00', to: '12:00' });
  const joaquin = await openAs('driver', { viewport: viewports.desktop });
  await openDay(joaquin, room.id);
  await free(joaquin, '10:00').click();
  await joaquin.getByRole('button', { name: 'Repeat weekly' }).click();
  const sheet = joaquin.getByRole('dialog');
  await expect(sheet.getByText('1 week has a conflict.')).toBeVisible();
  await expect(sheet.getByRole('listitem').first()).toContainText('This time is taken.');
  const send = sheet.getByRole('button', { name: /^Book \d/ });
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(joaquin);
  await sheet.getByRole('listitem').first().getByRole('button').click();
  await joaquin.getByRole('option', { name: 'No booking in this week' }).click();
  await expect(send).toHaveText('Book 3 times');
  await send.click();
  await expect(joaquin.getByText('3 bookings confirmed')).toBeVisible();
  await openDay(joaquin, room.id, dayAhead(10));
  const own = joaquin.getByRole('button', { name: '10:00 yours: You' });
  const ask = async () => {
    await own.press('Enter');
    await joaquin.getByRole('button', { name: 'Cancel this and the later ones' }).press('Enter');
  };
  const question = joaquin.getByRole('alertdialog', { name: 'Cancel this and the later bookings?' });
  await ask();
  await expect(question).toContainText(`in ${room.title} from `);
  await expectAccessible(joaquin);
  await joaquin.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(own).toBeFocused();
  await ask();
  await question.getByRole('button', { name: 'Keep the bookings' }).press('Enter');
  await expect(question).toHaveCount(0);
  await expect(own).toBeFocused();
  await ask();
  await question.getByRole('button', { name: 'Cancel the bookings' }).click();
  await expect(joaquin.getByText('Bookings cancelled')).toBeVisible();
  await expect(free(joaquin, '10:00')).toBeVisible();
  await openDay(joaquin, room.id);
  await expect(joaquin.getByRole('button', { name: '10:00 yours: You' })).toBeVisible();
});

test('an admin adds a room, changes it, and learns what its deletion cancels', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/status of 404/);
  const noor = await openAs('super', { viewport: viewports.desktop });
  const title = unique('Debrief room');
  await go(noor, `${list}/new`);
  const add = noor.getByRole('button', { name: 'Add the room' });
  await expect(add).toHaveAttribute('aria-disabled', 'true');
  await noor.getByRole('textbox', { name: /Title/ }).fill(title);
  await noor.getByRole('textbox', { name: 'Map link' }).fill('javascript:alert(1)');
  await add.click();
  await expect(noor.getByText('This is not a web address.').first()).toBeVisible();
  await noor.getByRole('textbox', { name: 'Map link' }).fill('https://maps.example/pit');
  await noor.getByRole('button', { name: /^Cancellation by the member/ }).click();
  await noor.getByRole('option', { name: 'Up to some days before' }).click();
  await noor.getByRole('textbox', { name: /Days before the start/ }).fill('1.5');
  await add.click();
  await expect(noor.getByText('Room added')).toBeVisible();
  await expect(noor.getByText('Cancel up to 1.5 days before')).toBeVisible();
  await expect(noor.getByRole('link', { name: `Map of ${title}` })).toHaveAttribute('href', 'https://maps.example/pit');

  const id = /rooms\/([\w-]+)/.exec(noor.url())![1]!;
  await callAs(paddock, { user: 'super' }, 'PUT', `/rooms/${id}`, { time_zone: 'UTC' });
  await book(paddock, { id }, { user: 'crew', from: '10:00', to: '11:00' });
  const petra = await openAs('crew', { viewport: viewports.phone });
  await openDay(petra, id);
  await expect(petra.getByRole('button', { name: '10:00 yours: You' })).toBeVisible();
  await noor.getByRole('link', { name: `Edit ${title}` }).click();
  await noor.getByRole('textbox', { name: 'Map link' }).fill('');
  await noor.getByRole('button', { name: 'Save' }).click();
  await expect(noor.getByText('Room saved')).toBeVisible();
  await expect(noor.getByRole('link', { name: `Map of ${title}` })).toHaveCount(0);
  await noor.getByRole('link', { name: `Edit ${title}` }).click();
  await noor.getByRole('button', { name: 'Delete the room' }).click();
  const question = noor.getByRole('alertdialog');
  await expect(question).toContainText('1 booking of 1 member will be cancelled');
  await question.getByRole('button', { name: 'Delete the room' }).click();
  await expect(noor.getByText('Room deleted')).toBeVisible();
  await expect(petra.getByText('This room no longer exists')).toBeVisible();
  await mailTo(paddock, 'crew@motorsport.example', new RegExp(title));
});

test('the wall display shows a booking without signing in, until its address is replaced', async ({
  newWindow,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/status of 4/);
  const room = await newRoom(paddock);
  const addressOf = (method: 'GET' | 'DELETE') =>
    callAs<{ address: string }>(paddock, { user: 'super' }, method, `/rooms/${room.id}/display_address`);
  const { address } = await addressOf('GET');
  const wall = await newWindow(undefined, { viewport: viewports.desktop });
  await wall.goto(`${paddock.origin('motorsport')}/#${address.replace(/^#/, '')}`);
  await expect(wall.getByRole('heading', { name: room.title })).toBeVisible();
  await expect(wall.getByText('No further bookings today')).toBeVisible();
  await expectAccessible(wall);
  await addressOf('DELETE');
  await wall.reload();
  await expect(wall.getByRole('heading', { name: 'This display is not available' })).toBeVisible();
});

test('a member checks in from a quarter of an hour before the start', async ({ openAs, paddock, changeDeployment }) => {
  await changeDeployment('motorsport', ({ flags }) => {
    Object.assign(flags['rooms_tab'] as object, { start_hour: 0, end_hour: 24 });
  });
  const [halfHour, quarter] = [1_800_000, 900_000];
  // Not in the seconds that a room takes.
  const from = (Math.floor((Date.now() + 5000) / quarter) + 1) * quarter;
  // Of two clocks that are a quarter of an hour apart, one has a half hour that begins then.
  const time_zone = from % halfHour === 0 ? 'UTC' : 'Asia/Kathmandu';
  const room = await newRoom(paddock, 'motorsport', { check_in_minutes: 15, door_code: '4417', time_zone });
  const body = { client_id: crypto.randomUUID(), from, to: from + halfHour, description: '' };
  // The services read the changed hours within a moment.
  await expect(() => callAs(paddock, { user: 'crew' }, 'POST', `/rooms/${room.id}/bookings`, body)).toPass({
    timeout: 10_000,
  });
  const petra = await openAs('crew', { viewport: viewports.phone });
  // The last half hour before midnight leads to the next day.
  await openDay(petra, room.id, dateIn(from, time_zone));
  await expect(petra.getByText('Door code 4417')).toBeVisible();
  await petra.getByRole('button', { name: /yours: You$/ }).click();
  await petra.getByRole('button', { name: 'Check in' }).click();
  await expect(petra.getByText('Checked in')).toBeVisible();
});

test('the week of all rooms leads to a day of a room', async ({ openAs, paddock }) => {
  const room = await newRoom(paddock, 'workplace');
  await book(paddock, room, { community: 'workplace', user: 'crew', from: '10:00', to: '11:00' });
  const jelle = await openAs('driver', { community: 'workplace', viewport: viewports.desktop });
  await go(jelle, list);
  await jelle.getByRole('link', { name: 'Week of all rooms' }).click();
  const days = jelle.getByRole('link', { name: new RegExp(`^${room.title}, .*10 hours free`) });
  // Late in the morning, today has ten free hours, too.
  await days.and(jelle.locator(`[href$="day=${dayAhead()}"]`)).click();
  await expect(jelle).toHaveURL(new RegExp(`${room.id}.day=${dayAhead()}`));
  await expect(jelle.getByRole('link', { name: /^10:00 booked by/ })).toBeVisible();
});
