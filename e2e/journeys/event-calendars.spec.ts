import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.js';
import { callApi } from '../fixtures/call-api.js';
import { dateIn, noonIn } from '../fixtures/days.js';
import type { Community, Paddock } from '../fixtures/paddock.js';
import { until } from '../fixtures/places.js';
import { expectNothingCut, takeScreen, viewports } from '../fixtures/screens.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

const hour = 3_600_000;
const day = 24 * hour;
const list = (page: Page) => page.locator('[data-part="list"]');
interface ListedEvent {
  id: string;
  title: string;
  when: string;
  end?: string;
  time_zone: string;
}

async function createEvent(paddock: Paddock, body: Record<string, unknown>, community: Community = 'motorsport') {
  const { token } = await sessionOf(paddock, community, 'steward');
  const sent = { client_id: crypto.randomUUID(), ...body };
  expect((await callApi(paddock, community, 'POST', '/events', { token, body: sent })).status).toBe(200);
}
async function eventsOf(paddock: Paddock, query = '') {
  const { token } = await sessionOf(paddock, 'motorsport', 'driver');
  const { body } = await callApi(paddock, 'motorsport', 'GET', `/events${query}`, { token });
  return body as { events: ListedEvent[]; from: string };
}

test('the day view of the workplace in Arabic: its arrows change places and step the other way', async ({
  paddock,
  openAs,
  changeDeployment,
}) => {
  await changeDeployment('workplace', (file) => {
    file.flags['events_tab'] = { ...(file.flags['events_tab'] as object), view: 'day' };
  });
  await createEvent(paddock, { title: 'جولة الغد', when: noonIn(1) }, 'workplace');
  const page = await openAs('driver', { community: 'workplace', locale: 'ar', viewport: viewports.phone });
  await page.goto('/#/main/events');
  const [previous, next] = [
    page.getByRole('button', { name: 'اليوم السابق' }),
    page.getByRole('button', { name: 'اليوم التالي' }),
  ];
  await expect(next).toBeVisible();
  expect((await previous.boundingBox())!.x).toBeGreaterThan((await next.boundingBox())!.x);
  // The drawing of "next" points to the left.
  expect(await next.locator('svg').evaluate((icon) => getComputedStyle(icon).scale)).toContain('-1');
  const heading = page.getByRole('heading', { level: 1 });
  const today = (await heading.textContent())!;
  await next.press('Enter');
  await expect(heading).not.toHaveText(today);
  await expect(page.getByRole('link', { name: /جولة الغد/ })).toBeVisible();
  await expectAccessible(page);
  await expectNothingCut(page);
  await takeScreen(page, 'events-day-arabic', 'phone', 'light');
  await previous.press('Enter');
  await expect(heading).toHaveText(today);
  await previous.press('Enter');
  await expect(page.getByRole('link', { name: /جولة الغد/ })).toHaveCount(0);
});

test('the month view of the series steps back beyond the loaded range, and opens a race beside it', async ({
  paddock,
  openAs,
  changeDeployment,
}) => {
  // The views load 30 days in each direction.
  const offset = 30 * day;
  await changeDeployment('motorsport', (file) => {
    file.flags['events_tab'] = {
      ...(file.flags['events_tab'] as object),
      view: 'month',
      calendar_fetch_offset: offset,
    };
  });
  const span = (days: number) => new Date(Date.now() - days * day).toISOString();
  const { events } = await eventsOf(paddock, `?from=${span(360)}&to=${span(90)}`);
  const dateOf = ({ when, time_zone }: ListedEvent) => dateIn(when, time_zone);
  // A day of the month shows its first three events only.
  const race = events.findLast((one) => events.filter((other) => dateOf(other) === dateOf(one)).length <= 3)!;
  const page = await openAs('driver');
  await page.goto('/#/main/events');
  const grid = page.getByRole('grid');
  await expect(grid).toBeVisible();
  const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: race.time_zone });
  const wanted = month.format(new Date(race.when));
  const marked = grid.getByRole('button').filter({ hasText: race.title }).first();
  for (
    let shown = await grid.getAttribute('aria-label');
    shown !== wanted;
    shown = await grid.getAttribute('aria-label')
  ) {
    await page.getByRole('button', { name: 'Previous month' }).click();
    await expect(grid).not.toHaveAttribute('aria-label', shown!);
  }
  await expect(marked).toBeVisible();
  await expectAccessible(page);
  await takeScreen(page, 'events-month-past', 'desktop', 'light');
  await marked.click();
  await page
    .getByRole('link', { name: new RegExp(race.title.replace(/[^\w ]/g, '.')) })
    .first()
    .click();
  await expect(page.locator('[data-part="detail"]').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(grid).toBeVisible();
});

test('the past half begins with what was over last, loads earlier months at its end, and has nothing that is on', async ({
  paddock,
  openAs,
  changeDeployment,
}) => {
  await changeDeployment('motorsport', (file) => {
    file.flags['events_tab'] = { ...(file.flags['events_tab'] as object), separate_past: true };
  });
  const times = { when: new Date(Date.now() - hour).toISOString(), end: new Date(Date.now() + hour).toISOString() };
  await createEvent(paddock, { title: 'Open workshop', ...times });
  const { events, from } = await eventsOf(paddock, '?scan=past');
  const overAt = ({ when, end }: ListedEvent) => Date.parse(end ?? when) + (end === undefined ? hour : 0);
  const last = events.filter((event) => overAt(event) < Date.now()).at(-1)!;
  const page = await openAs('driver', { viewport: viewports.phone });
  await page.goto('/#/main/events');
  const row = (title: string) => list(page).getByRole('link', { name: new RegExp(title.replace(/[^\w ]/g, '.')) });
  await expect(row('Open workshop')).toBeVisible();
  await expect(list(page).locator(`a[href$="${last.id}"]`)).toHaveCount(0);
  await page.getByRole('radio', { name: 'Past' }).check({ force: true });
  await expect(list(page).locator('a[href*="/main/events/"]').first()).toBeVisible();
  await expect(row('Open workshop')).toHaveCount(0);
  const days = list(page).locator('[data-day]');
  const newest = (await days.first().getAttribute('data-day'))!;
  // By the clock of its place.
  expect(newest <= dateIn(Date.now(), 'Pacific/Kiritimati')).toBe(true);
  await takeScreen(page, 'events-past', 'phone', 'light');
  await expectAccessible(page);
  const scroller = list(page).locator('[data-scroll]');
  await expect
    .poll(
      async () => {
        await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        return (await days.last().getAttribute('data-day'))! < from.slice(0, 10);
      },
      { timeout: 40_000, intervals: [300] },
    )
    .toBe(true);
  expect((await days.last().getAttribute('data-day'))! < newest).toBe(true);
  await page.getByRole('radio', { name: 'Coming up' }).check({ force: true });
  await expect(row('Open workshop')).toBeVisible();
});

test('an admin creates whole days with the switch, and changes them to times', async ({ paddock, openAs }) => {
  const page = await openAs('steward', { viewport: viewports.phone });
  const first = new Date(Date.now() + 3 * day).toISOString().slice(0, 10);
  const start = page.getByRole('button', { name: /^Starts, Time/ });
  await page.goto(`/#/main/events/new?day=${first}`);
  await page.getByRole('textbox', { name: 'Title' }).fill('Paddock camp');
  await expect(start).toBeVisible();
  await page.getByText('All day', { exact: true }).click();
  await expect(start).toHaveCount(0);
  await expect(page.getByText('Set an end')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^First day/ })).toBeVisible();
  await expectAccessible(page);
  await takeScreen(page, 'event-form-all-day', 'phone', 'light');
  await page.getByRole('button', { name: 'Create event' }).click();
  await expect(page.getByText(/, all day$/)).toBeVisible();
  const { events } = await eventsOf(paddock);
  const camp = events.find(({ title }) => title === 'Paddock camp')! as ListedEvent & { all_day: boolean };
  expect([camp.all_day, camp.end]).toEqual([true, camp.when]);

  // More days over the API: the page, the list and the form show them.
  const { token } = await sessionOf(paddock, 'motorsport', 'steward');
  const end = new Date(Date.parse(camp.when) + 2 * day + hour).toISOString();
  const sent = { token, body: { when: camp.when, end, all_day: true } };
  expect((await callApi(paddock, 'motorsport', 'PUT', `/events/${camp.id}`, sent)).status).toBe(200);
  await expect(page.getByText(/ to .*, all day$/)).toBeVisible();
  await page.goto('/#/main/events');
  const row = page.getByRole('link', { name: /Paddock camp/ });
  const scroller = page.locator('[data-scroll]').filter({ has: page.getByRole('list') });
  await until(row, () => scroller.evaluate((element) => element.scrollBy(0, 300)));
  await expect(row).toContainText('All day');
  await expect(row).toContainText(/to \d+/);
  await takeScreen(page, 'event-list-all-day', 'phone', 'light');
  await row.click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByRole('button', { name: /^Last day/ })).toBeVisible();
  await page.getByText('All day', { exact: true }).click();
  await expect(start).toBeVisible();
});
