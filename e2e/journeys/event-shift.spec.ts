import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.js';
import { callApi } from '../fixtures/call-api.js';
import { signUp } from '../fixtures/members.js';
import type { Community, Paddock } from '../fixtures/paddock.js';
import { expectNothingCut, takeScreen, viewports } from '../fixtures/screens.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

const zone = 'Europe/Brussels';
/** The same hour of a day in some days, by the clock of the place, which is two hours ahead of UTC at most. */
const inDays = (days: number, hour: number, minutes = 0) => {
  const day = new Date(Date.now() + days * 86_400_000);
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), hour, minutes)).toISOString();
};
const clock = (at: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(new Date(at));
const later = (at: string, minutes: number) => new Date(Date.parse(at) + minutes * 60_000).toISOString();

async function createSession(paddock: Paddock, title: string, when: string, community: Community = 'motorsport') {
  const { token } = await sessionOf(paddock, community, 'steward');
  const body = {
    client_id: crypto.randomUUID(),
    title,
    when,
    end: later(when, 30),
    time_zone: zone,
    where: 'Pit lane',
  };
  const reply = await callApi(paddock, community, 'POST', '/events', { token, body });
  expect(reply.status).toBe(200);
  return (reply.body as { id: string }).id;
}
const detail = (page: Page) => page.locator('[data-part="detail"]');

test('an admin moves the rest of a day in one step; everybody sees both times, hears of it once, and an undo takes it back', async ({
  paddock,
  openAs,
  newWindow,
}) => {
  const when = inDays(40, 9);
  const first = await createSession(paddock, 'Warm-up', when);
  await createSession(paddock, 'Qualifying one', later(when, 60));
  await createSession(paddock, 'Late race', inDays(40, 20, 30));
  const steward = await openAs('steward');
  await steward.goto(`/#/main/events/${first}`);
  await detail(steward).getByRole('button', { name: 'More' }).click();
  await steward.getByRole('menuitem', { name: 'Move the timetable' }).click();
  const sheet = steward.getByRole('dialog', { name: 'Move the timetable' });
  const rows = sheet.getByRole('list', { name: 'What moves' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText(clock(later(when, 15)));
  await expect(rows.first().locator('s')).toContainText(clock(when));
  await expectAccessible(steward);
  await takeScreen(steward, 'event-shift', 'desktop', 'light');
  const minutes = sheet.getByRole('textbox', { name: 'Minutes' });
  const move = sheet.getByRole('button', { name: 'Move 3 sessions' });
  await minutes.fill('0');
  await expect(sheet.getByText('1 to 720 minutes.')).toBeVisible();
  await expect(move).toHaveAttribute('aria-disabled', 'true');
  await minutes.fill('240');
  await expect(sheet.getByText('1 session moves over midnight, to the next day.')).toBeVisible();
  await sheet.getByRole('button', { name: '15 min' }).click();
  await expect(sheet.getByText(/over midnight/)).toHaveCount(0);

  // The same day is edited elsewhere: the preview follows.
  await createSession(paddock, 'Parade', later(when, 120));
  await expect(rows).toHaveCount(4);

  const member = await signUp(paddock, 'motorsport');
  const page = await newWindow(member, { viewport: viewports.phone });
  await page.goto(`/#/main/events/${first}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Warm-up' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Move 4 sessions' }).click();
  // A pointer over the message holds it.
  await steward.getByText('4 sessions moved by 15 min').hover();
  await expect(page.getByText('Moved by 15 min')).toBeVisible();
  await expect(page.locator('s').first()).toContainText(clock(when));
  await expect(page.getByText(new RegExp(`${clock(later(when, 15))} to ${clock(later(when, 45))}`))).toBeVisible();
  await expectAccessible(page);
  await expectNothingCut(page);
  await takeScreen(page, 'event-shifted', 'phone', 'light');
  const row = steward.getByRole('link', { name: /Qualifying one/ });
  await expect(row).toContainText('Moved by 15 min');
  await expect(row.locator('s')).toContainText(clock(later(when, 60)));
  await expectAccessible(steward);
  await takeScreen(steward, 'events-shifted', 'desktop', 'light');
  await page.goto('/#/main/notifications');
  const notification = page.getByText(/The timetable has moved by .?\+15.? min, from .?Warm-up.? on/);
  await expect(notification).toHaveCount(1);

  await steward.getByRole('button', { name: 'Undo' }).click();
  await expect(steward.getByText('The sessions are back at their times')).toBeVisible();
  await expect(detail(steward).getByText('Moved by 15 min')).toHaveCount(0);
  await expect(notification).toHaveCount(0);
  await page.goto(`/#/main/events/${first}`);
  await expect(page.getByText(new RegExp(`${clock(when)} to ${clock(later(when, 30))}`))).toBeVisible();

  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'More' })).toHaveCount(0);
});

test('the timetable shift in Arabic, in a dark and narrow window', async ({ paddock, openAs }) => {
  const when = inDays(41, 9);
  const first = await createSession(paddock, 'جولة القوارب', when, 'workplace');
  await createSession(paddock, 'اجتماع الأقسام', later(when, 60), 'workplace');
  const page = await openAs('steward', {
    ...{ community: 'workplace', locale: 'ar', viewport: viewports.phone, colorScheme: 'dark' },
  });
  // By the Arabic titles, another workplace of the steward's comes first.
  await page.goto(`/main/events/${first}?workplace=hq`);
  await page.getByRole('button', { name: 'المزيد' }).click();
  await page.getByRole('menuitem', { name: 'تحريك الجدول الزمني' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('listitem')).toHaveCount(2);
  await sheet.getByRole('radio', { name: 'أبكر' }).check({ force: true });
  await expectAccessible(page);
  await expectNothingCut(page);
  await takeScreen(page, 'event-shift-arabic', 'phone', 'dark');
  await sheet.getByRole('button', { name: 'تحريك جلستين' }).click();
  await expect(page.getByText(/تحرّكت جلستان/)).toBeVisible();
  await expect(page.getByText(/^تحرّكت بمقدار/)).toBeVisible();
  await expectNothingCut(page);
  await takeScreen(page, 'event-shifted-arabic', 'phone', 'dark');
});
