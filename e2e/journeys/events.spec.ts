import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.js';
import { callApi } from '../fixtures/call-api.js';
import { noonIn } from '../fixtures/days.js';
import { signUp } from '../fixtures/members.js';
import { viewports } from '../fixtures/screens.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

const hour = 3_600_000;
const detail = (page: Page) => page.locator('[data-part="detail"]');
const attendees = (page: Page) => detail(page).getByRole('region', { name: 'Attendees' });

test('an event is created, replied to by two members live, changed and deleted', async ({ openAs, pageErrors }) => {
  const steward = await openAs('steward');
  await steward.goto('/#/main/events');
  await steward.getByRole('link', { name: 'New event' }).click();
  const title = steward.getByRole('textbox', { name: 'Title' });
  const create = steward.getByRole('button', { name: 'Create event' });
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await title.fill('Strategy debrief');
  await steward.getByText('Set an end').click();
  const starts = steward.getByRole('button', { name: /^Starts, Time/ });
  const ends = steward.getByRole('button', { name: /^Ends, Time/ });
  await expect(ends).not.toHaveText(/Choose/);
  // The end follows the start, and keeps the duration.
  const before = await ends.innerText();
  // Tomorrow: every hour of it is to come.
  await steward.getByRole('button', { name: /^Starts, Date/ }).click();
  await steward.keyboard.press('ArrowRight');
  await steward.keyboard.press('Enter');
  await starts.click();
  await steward.getByRole('listbox', { name: 'Hours' }).getByRole('option', { selected: false }).last().click();
  await expect(ends).not.toHaveText(before);
  const minutes = async (time: typeof starts) => {
    const [hours, rest] = (await time.innerText()).match(/\d+/g)!.map(Number);
    return hours! * 60 + rest!;
  };
  expect(((await minutes(ends)) - (await minutes(starts)) + 24 * 60) % (24 * 60)).toBe(60);
  await steward.keyboard.press('Escape');
  await steward.reload();
  await expect(title).toHaveValue('Strategy debrief');
  await steward.getByRole('textbox', { name: 'Places' }).fill('1');
  await steward.getByRole('textbox', { name: 'Registration link' }).fill('forms.example');
  await create.click();
  await expect(steward.getByText('This is not a web address. It starts with https://')).toBeVisible();
  await expectAccessible(steward);
  await steward.getByRole('textbox', { name: 'Registration link' }).fill('');
  await create.click();
  await expect(steward).toHaveURL(/#\/main\/events\/[0-9a-f]{24}$/);
  await expect(detail(steward).getByRole('heading', { level: 1, name: 'Strategy debrief' })).toBeVisible();
  await expect(detail(steward).getByRole('timer')).toContainText('Starts in');
  const address = new URL(steward.url()).hash;

  // One place: the driver attends, the crew member waits and moves up.
  const [driver, crew] = [await openAs('driver', { viewport: viewports.phone }), await openAs('crew')];
  await driver.goto(`/${address}`);
  await driver.getByRole('button', { name: 'Going', exact: true }).click();
  const file = driver.waitForEvent('download');
  await driver.getByRole('dialog').getByRole('button', { name: 'Add to my calendar' }).click();
  expect(await readFile(await (await file).path(), 'utf8')).toContain('SUMMARY:Strategy debrief');
  await expect(attendees(steward)).toContainText('Going1');
  await expect(attendees(steward)).toContainText('Joaquín Berrueta');
  await crew.goto(`/${address}`);
  await crew.getByRole('button', { name: 'Join the waiting list' }).click();
  await expect(crew.getByText('You are number 1 on the waiting list.')).toBeVisible();
  await driver.getByRole('button', { name: 'Not going' }).click();
  await expect(crew.getByRole('button', { name: 'Going', exact: true, pressed: true })).toBeVisible();
  await expect(attendees(steward)).toContainText('1 not going');
  await crew.getByRole('link', { name: 'All 2' }).click();
  await crew.getByRole('radio', { name: 'Not going' }).check({ force: true });
  await expect(crew.getByRole('link', { name: /Joaquín Berrueta/ })).toBeVisible();
  await expectAccessible(crew);

  await expect(driver.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await detail(steward).getByRole('link', { name: 'Edit' }).click();
  await expect(title).toHaveValue('Strategy debrief');
  await title.fill('Strategy debrief, moved');
  await steward.getByRole('button', { name: 'Save' }).click();
  await expect(driver.getByRole('heading', { level: 1, name: 'Strategy debrief, moved' })).toBeVisible();
  pageErrors.allow(/404/);
  await detail(steward).getByRole('button', { name: 'Delete' }).click();
  await steward.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(driver.getByText('This content no longer exists')).toBeVisible();
});

test('a past event is rated once by each who sees it, and the own rating can be changed', async ({
  openAs,
  paddock,
}) => {
  const page = await openAs('crew', { viewport: viewports.phone });
  const { token } = await sessionOf(paddock, 'motorsport', 'crew');
  // The last month may have none: no series races around New Year.
  const from = new Date(Date.now() - 200 * 24 * hour).toISOString();
  const { body } = await callApi(paddock, 'motorsport', 'GET', `/events?from=${from}`, { token });
  const over = (event: { when: string; end?: string }) => Date.parse(event.end ?? event.when) < Date.now() - 30 * hour;
  const past = (body as { events: { id: string; when: string; end?: string }[] }).events.find(over);
  await page.goto(`/#/main/events/${past!.id}`);
  await expect(page.getByRole('group', { name: 'Are you going?' })).toHaveCount(0);
  await page.getByRole('radio', { name: '4 of 5 stars' }).check({ force: true });
  await page.getByRole('textbox', { name: 'What was it like?' }).fill('Dry at last');
  await page.getByRole('button', { name: 'Rate' }).click();
  await expect(page.getByText('Thank you for your rating')).toBeVisible();
  await expect(page.getByText('4 · 1 rating')).toBeVisible();
  const own = page.getByRole('form', { name: 'Your rating' });
  await expect(own.getByRole('textbox')).toHaveValue('Dry at last');
  await own.getByRole('radio', { name: '5 of 5 stars' }).check({ force: true });
  await own.getByRole('button', { name: 'Change rating' }).click();
  await expect(page.getByText('5 · 1 rating')).toBeVisible();
});

test('the month opens an event, and its arrows change places in Arabic', async ({
  openAs,
  paddock,
  changeDeployment,
}) => {
  await changeDeployment('workplace', (file) => {
    const has = file.tabs.some((tab) => (typeof tab === 'string' ? tab : tab.id) === 'events');
    if (!has) file.tabs.push('events');
    Object.assign(file['modules'] as object, { 'mfe-events': 'stable' });
    file.flags['events_tab'] = { ...(file.flags['events_tab'] as object | undefined), view: 'month' };
  });
  // All of today: in the evening, an hour from now may be in a month that the grid does not show.
  const times = { when: noonIn(0), end: noonIn(0), time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  const { token } = await sessionOf(paddock, 'workplace', 'steward');
  const body = { client_id: crypto.randomUUID(), title: 'Boat trip', ...times };
  // The services read the changed file within a moment.
  const create = () => callApi(paddock, 'workplace', 'POST', '/events', { token, body });
  await expect.poll(async () => (await create()).status).toBe(200);
  const page = await openAs('driver', { community: 'workplace' });
  await page.goto('/#/main/events');
  const grid = page.getByRole('grid');
  const trip = grid.getByRole('button', { name: /event/ }).filter({ hasText: 'Boat trip' });
  await expect(trip).toBeVisible();
  await expectAccessible(page);
  const month = await grid.getAttribute('aria-label');
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(grid).not.toHaveAttribute('aria-label', month!);
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(grid).toHaveAttribute('aria-label', month!);
  await trip.click();
  await page.getByRole('link', { name: /Boat trip/ }).click();
  await expect(detail(page).getByRole('heading', { level: 1, name: 'Boat trip' })).toBeVisible();
  await expect(grid).toBeVisible();

  const arabic = await openAs('driver', { community: 'workplace', locale: 'ar', viewport: viewports.phone });
  await arabic.goto('/#/main/events');
  const [previous, next] = [
    arabic.getByRole('button', { name: 'الشهر السابق' }),
    arabic.getByRole('button', { name: 'الشهر التالي' }),
  ];
  await expect(previous).toBeVisible();
  expect((await previous.boundingBox())!.x).toBeGreaterThan((await next.boundingBox())!.x);
  await expectAccessible(arabic);
});

test('a new event counts on the tab until it is seen, and is in the member’s calendar address', async ({
  paddock,
  newWindow,
  pageErrors,
}) => {
  const member = await signUp(paddock, 'motorsport');
  const page = await newWindow(member, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/#/main/chats');
  const tab = page.getByRole('navigation').getByRole('link', { name: /^Events/ });
  await expect(tab).toBeVisible();
  const { token } = await sessionOf(paddock, 'motorsport', 'steward');
  const body = {
    client_id: crypto.randomUUID(),
    title: 'Night briefing',
    when: new Date(Date.now() + hour).toISOString(),
  };
  const created = await callApi(paddock, 'motorsport', 'POST', '/events', { token, body });
  expect(created.status).toBe(200);
  await expect(tab).toHaveAccessibleName(/[1-9]/);
  await tab.click();
  await expect(page.getByRole('link', { name: /New\s*Night briefing/ })).toBeVisible();
  await expect(tab).not.toHaveAccessibleName(/\d/);

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Calendar address' }).click();
  const field = page.getByRole('textbox', { name: 'Your address' });
  await expect(field).toHaveValue(/^https?:/);
  const address = await field.inputValue();
  await page.getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  const calendar = () =>
    page.evaluate(async (url) => {
      const reply = await fetch(url);
      return { status: reply.status, text: await reply.text() };
    }, address);
  expect((await calendar()).text).toContain('SUMMARY:Night briefing');
  await page.getByRole('button', { name: 'New address' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'New address' }).click();
  await expect(field).not.toHaveValue(address);
  pageErrors.allow(/404/);
  expect((await calendar()).status).toBe(404);
});
