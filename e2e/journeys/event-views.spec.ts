import { isDeepStrictEqual } from 'node:util';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.js';
import { callApi } from '../fixtures/call-api.js';
import { dateIn, noonIn } from '../fixtures/days.js';
import type { Community, Paddock } from '../fixtures/paddock.js';
import { expectNothingCut, takeScreen, viewports } from '../fixtures/screens.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

const hour = 3_600_000;
const day = 24 * hour;
const detail = (page: Page) => page.locator('[data-part="detail"]');
const list = (page: Page) => page.locator('[data-part="list"]');
interface ListedEvent {
  id: string;
  title: string;
  when: string;
  time_zone: string;
  synced: boolean;
  series?: string;
}

async function createEvent(paddock: Paddock, body: Record<string, unknown>, community: Community = 'motorsport') {
  const { token } = await sessionOf(paddock, community, 'steward');
  const sent = { client_id: crypto.randomUUID(), ...body };
  const reply = await callApi(paddock, community, 'POST', '/events', { token, body: sent });
  expect(reply.status).toBe(200);
  return (reply.body as { id: string }).id;
}

test('the day view shows one day, steps through days and opens an event', async ({
  paddock,
  openAs,
  changeDeployment,
}) => {
  await createEvent(paddock, { title: 'Tyre talk', when: noonIn(1) });
  await changeDeployment('motorsport', (file) => {
    file.flags['events_tab'] = { ...(file.flags['events_tab'] as object), view: 'day' };
  });
  const page = await openAs('driver', { viewport: viewports.phone });
  await page.goto('/#/main/events');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(page.getByRole('button', { name: 'Next day' })).toBeVisible();
  await expect(page.getByRole('grid')).toHaveCount(0);
  const today = (await heading.textContent())!;
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect(heading).not.toHaveText(today);
  const row = page.getByRole('link', { name: /Tyre talk/ });
  await expect(row).toBeVisible();
  await expectAccessible(page);
  await expectNothingCut(page);
  await takeScreen(page, 'events-day', 'phone', 'light');
  await page.getByRole('button', { name: 'Previous day' }).click();
  await expect(heading).toHaveText(today);
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Next day' }).click();
  await row.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tyre talk' })).toBeVisible();
});

test('hide_attendees hides who attends and how many from all but admins and the creator', async ({
  paddock,
  openAs,
  changeDeployment,
  pageErrors,
}) => {
  pageErrors.allow(/403/);
  const id = await createEvent(paddock, {
    title: 'Closed rehearsal',
    when: new Date(Date.now() + 2 * hour).toISOString(),
  });
  const { token } = await sessionOf(paddock, 'motorsport', 'crew');
  const me = (await callApi(paddock, 'motorsport', 'GET', '/users/me', { token })).body as { fullname: string };
  await callApi(paddock, 'motorsport', 'PUT', `/events/${id}/join`, { token });
  const driver = await openAs('driver');
  await driver.goto(`/#/main/events/${id}`);
  const card = (page: Page) => detail(page).getByRole('region', { name: 'Attendees' });
  await expect(card(driver)).toContainText('Going1');
  await changeDeployment('motorsport', (file) => {
    file.flags['events_tab'] = { ...(file.flags['events_tab'] as object), hide_attendees: true };
  });
  const asDriver = { token: (await sessionOf(paddock, 'motorsport', 'driver')).token };
  const read = async () => (await callApi(paddock, 'motorsport', 'GET', `/events/${id}`, asDriver)).body;
  await expect.poll(async () => JSON.stringify(await read()).includes(me.fullname)).toBe(false);
  expect(JSON.stringify(await read())).not.toContain('attendees_count');
  const listed = await callApi(paddock, 'motorsport', 'GET', '/events', asDriver);
  expect(JSON.stringify(listed.body)).not.toContain('attendees_count');
  await driver.reload();
  await expect(detail(driver).getByRole('heading', { level: 1, name: 'Closed rehearsal' })).toBeVisible();
  await expect(card(driver)).toHaveCount(0);
  await driver.goto(`/#/main/events/${id}/attendees`);
  await expect(driver.getByRole('alert')).toContainText('FORBIDDEN');
  await expect(driver.getByText(me.fullname)).toHaveCount(0);
  await driver.goto(`/#/main/events/${id}/check-in`);
  await expect(driver.getByText('You cannot check members in at this event.')).toBeVisible();
  const steward = await openAs('steward');
  await steward.goto(`/#/main/events/${id}`);
  await expect(card(steward)).toContainText('Going1');
  await expect(card(steward)).toContainText(me.fullname);
});

test('the list loads earlier events at its beginning, and folds other series beside own events', async ({
  paddock,
  openAs,
}) => {
  const { token } = await sessionOf(paddock, 'motorsport', 'driver');
  const { body } = await callApi(paddock, 'motorsport', 'GET', '/events', { token });
  const { events, from } = body as { events: ListedEvent[]; from: string };
  const dateOf = ({ when, time_zone }: Pick<ListedEvent, 'when' | 'time_zone'>) => dateIn(when, time_zone);
  const races = events.filter(
    ({ synced, series, when }) => synced && series && Date.parse(when) > Date.now() + 2 * day,
  );
  const sameDay = (one: ListedEvent) => events.filter((other) => dateOf(other) === dateOf(one));
  const race = races.find((one) => sameDay(one).length > 1 && sameDay(one).every(({ synced }) => synced))!;
  const { when, time_zone } = race;
  const id = await createEvent(paddock, { title: 'Watching together', when, time_zone });

  const page = await openAs('driver');
  await page.goto(`/#/main/events/${id}`);
  const folded = list(page)
    .locator(`xpath=.//*[@data-day="${dateOf(race)}"]/following::button[@aria-expanded][1]`)
    .filter({ hasText: race.series! });
  await expect(folded).toHaveAttribute('aria-expanded', 'false');
  const own = list(page).getByRole('link', { name: /Watching together/ });
  await expect(own).toBeVisible();
  const hidden = list(page).locator(`a[href*="/events/${race.id}"]`);
  await expect(hidden).toHaveCount(0);
  await expectAccessible(page);
  await takeScreen(page, 'events-other-series', 'desktop', 'light');
  await folded.click();
  await expect(folded).toHaveAttribute('aria-expanded', 'true');
  await expect(hidden).toBeVisible();
  await folded.click();
  await expect(folded).toHaveAttribute('aria-expanded', 'false');
  await expect(hidden).toHaveCount(0);

  // Upwards over the edge of the first span.
  const first = list(page).locator('[data-day]').first();
  const scroller = list(page).locator('[data-scroll]');
  await expect
    .poll(
      async () => {
        await scroller.evaluate((element) => element.scrollTo(0, 0));
        return (await first.getAttribute('data-day'))! < from.slice(0, 10);
      },
      { timeout: 40_000, intervals: [300] },
    )
    .toBe(true);

  // A refresh reads each loaded span again, and does not move the list.
  await scroller.evaluate((element) => element.scrollTo(0, 600));
  const shown = () =>
    scroller.evaluate((element) => {
      const { top } = element.getBoundingClientRect();
      const links = [...element.querySelectorAll('a[href*="/events/"]')];
      const visible = links.find((link) => link.getBoundingClientRect().top > top)!;
      return [visible.getAttribute('href'), Math.round(visible.getBoundingClientRect().top)];
    });
  await page.waitForLoadState('networkidle');
  // Rows in sight are measured one frame after another, and each may move those below it.
  let before: unknown[] = [];
  const isAtRest = async () => {
    const last = before;
    before = await shown();
    return isDeepStrictEqual(before, last);
  };
  await expect.poll(isAtRest, { intervals: [1000] }).toBe(true);
  const later = new Date(Date.now() + 240 * day).toISOString();
  const read = page.waitForResponse((response) => {
    const { pathname, searchParams } = new URL(response.url());
    return pathname === '/api/events' && (searchParams.get('to') ?? '') > later;
  });
  await createEvent(paddock, { title: `Arrived ${crypto.randomUUID()}`, when: later });
  expect((await read).ok()).toBe(true);
  await expect.poll(shown).toEqual(before);
});

test('the list of the workplace, past and coming apart, in Arabic', async ({ paddock, openAs, changeDeployment }) => {
  await changeDeployment('workplace', (file) => {
    file.flags['events_tab'] = { ...(file.flags['events_tab'] as object), view: 'list', separate_past: true };
  });
  const create = { title: 'ورشة القياس', when: new Date(Date.now() + 3 * hour).toISOString() };
  await createEvent(paddock, create, 'workplace');
  const page = await openAs('driver', { community: 'workplace', locale: 'ar', viewport: viewports.phone });
  await page.goto('/#/main/events');
  await expect(page.getByRole('radio', { name: 'القادمة' }).or(page.getByRole('radio').nth(1))).toBeChecked();
  await expect(page.getByRole('link', { name: /ورشة القياس/ })).toBeVisible();
  await expectAccessible(page);
  await expectNothingCut(page);
  await takeScreen(page, 'events-list-arabic', 'phone', 'light');
  await page.getByRole('radio').first().check({ force: true });
  await expect(page.getByRole('link', { name: /ورشة القياس/ })).toHaveCount(0);
});
