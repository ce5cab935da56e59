import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.js';
import { takeScreen, viewports } from '../fixtures/screens.js';
import { expect } from '../fixtures/test.js';
import { test } from '../fixtures/with-calendar.js';

// One worker starts the Paddock of this file.
test.describe.configure({ mode: 'default' });

const hour = 3_600_000;
const stamp = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');
/** Events of an hour, the first one in two hours. */
const fileOf = (...titles: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test//EN',
    'X-WR-CALNAME:Club races',
    ...titles.flatMap((title, index) => [
      'BEGIN:VEVENT',
      `UID:${title}`,
      `SUMMARY:${title}`,
      `DTSTART:${stamp(Date.now() + (2 + index) * hour)}`,
      `DTEND:${stamp(Date.now() + (3 + index) * hour)}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ].join('\r\n');
const events = (page: Page) => page.getByRole('region', { name: 'Events' });

test('an admin subscribes to a calendar; its events follow it in a member’s window', async ({
  calendar,
  openAs,
  pageErrors,
}) => {
  const driver = await openAs('driver', { viewport: viewports.phone });
  await driver.goto('/#/main/events');
  await expect(events(driver).getByRole('link').first()).toBeVisible();
  await driver.getByRole('button', { name: 'More', exact: true }).click();
  await expect(driver.getByRole('menuitem', { name: 'Calendar address' })).toBeVisible();
  await expect(driver.getByRole('menuitem', { name: 'Subscribed calendars' })).toHaveCount(0);
  await driver.keyboard.press('Escape');

  const admin = await openAs('super');
  await admin.goto('/#/main/events');
  await events(admin).getByRole('button', { name: 'More', exact: true }).click();
  await admin.getByRole('menuitem', { name: 'Subscribed calendars' }).click();
  await expect(admin.getByText('No calendars yet')).toBeVisible();
  const address = admin.getByRole('textbox', { name: 'Calendar address' });
  await address.fill('calendar.example');
  await admin.getByRole('button', { name: 'Subscribe' }).click();
  await expect(admin.getByText('Enter a complete address that begins with https://')).toBeVisible();
  await address.fill('https://ann:secret@calendar.example/club.ics');
  await admin.getByRole('button', { name: 'Subscribe' }).click();
  await expect(admin.getByText('Addresses with a user name and a password are not supported.')).toBeVisible();
  calendar.text = fileOf('Karting night', 'Track walk');
  await address.fill(`http://${calendar.host}/club.ics`);
  await admin.getByRole('button', { name: 'Subscribe' }).click();
  const row = admin.getByRole('listitem').filter({ hasText: 'Club races' });
  await expect(row).toContainText('2 events');
  await expectAccessible(admin);
  await expect(events(driver).getByRole('link', { name: /Karting night/ })).toBeVisible();

  calendar.text = fileOf('Karting night moved');
  await row.getByRole('button', { name: 'More for Club races' }).click();
  await admin.getByRole('menuitem', { name: 'Read now' }).click();
  await expect(row).toContainText('1 event ');
  await expect(events(driver).getByRole('link', { name: /Karting night moved/ })).toBeVisible();
  await expect(events(driver).getByRole('link', { name: /Track walk/ })).toHaveCount(0);
  await events(driver)
    .getByRole('link', { name: /Karting night moved/ })
    .click();
  await expect(driver.getByRole('heading', { level: 1, name: 'Karting night moved' })).toBeVisible();

  // A faulty event is left out and named; the others follow the calendar.
  calendar.text = fileOf('Karting night moved', 'Track walk').replace(
    /(UID:Track walk[\s\S]*?DTSTART:)\d+/,
    '$1someday',
  );
  await row.getByRole('button', { name: 'More for Club races' }).click();
  await admin.getByRole('menuitem', { name: 'Read now' }).click();
  await row.getByText('1 event could not be read').click();
  await expect(row.getByText('Track walk')).toBeVisible();
  await expect(row.getByText('It has no date of its start that can be read.')).toBeVisible();
  await expect(row.getByText(/^next read in \d+ minutes$/)).toBeVisible();
  await expectAccessible(admin);
  await takeScreen(admin, 'calendar-sources-skipped', 'desktop', 'light');

  // An address that fails keeps the events and says why.
  calendar.text = undefined;
  await row.getByRole('button', { name: 'More for Club races' }).click();
  await admin.getByRole('menuitem', { name: 'Read now' }).click();
  await expect(row).toContainText('The address does not respond.');
  await expect(driver.getByRole('heading', { level: 1, name: 'Karting night moved' })).toBeVisible();
  await expectAccessible(admin);

  // The member's page of a removed event.
  pageErrors.allow(/404/);
  await row.getByRole('button', { name: 'More for Club races' }).click();
  await admin.getByRole('menuitem', { name: 'Remove' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(admin.getByText('No calendars yet')).toBeVisible();
  await expect(driver.getByRole('heading', { level: 1, name: 'Karting night moved' })).toHaveCount(0);
});

test('a member who opens the page by its address is told that it is for admins', async ({ openAs }) => {
  const page = await openAs('driver', { viewport: viewports.phone });
  await page.goto('/#/main/events/calendars');
  await expect(page.getByText('Only admins manage calendars')).toBeVisible();
  await expectAccessible(page);
});
