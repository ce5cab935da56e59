import type { Page } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import { chatRow, crew, shoutCard, tab, unique } from '../fixtures/places.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

const entry = (index: number) => ({
  id: `g${index}`,
  title: `Garage ${index}`,
  badge_number: 0,
  last_activity: '2026-05-01T10:00:00Z',
  invisible: false,
  muted: false,
  archived: false,
  hidden: false,
  // Rows have two heights.
  subtitle: index % 3 === 0 ? '' : 'Tyres are up to temperature',
});

/** Fulfils the chat list with this many chats in one page. */
async function withChats(page: Page, count: number) {
  const filters = Array.from({ length: count }, (_, index) => entry(index));
  await page.route(/\/api\/filters\/retrieve\/all/, (route) =>
    route.fulfill({ json: { filters, archive: false, next: null } }),
  );
  await page.reload();
}

const list = (page: Page) => page.getByRole('list', { name: 'Chats' });
const inPage = (page: Page) => list(page).getByRole('listitem').count();

/** The first fully visible row, and its offset. */
const firstInSight = (page: Page) =>
  list(page).evaluate((rows) => {
    const edge = rows.closest('[data-scroll]')!.getBoundingClientRect().top;
    const row = [...rows.querySelectorAll('[data-row]')].find((one) => one.getBoundingClientRect().top >= edge);
    // None for a moment, during a new layout of the list.
    if (!row) return { key: '', top: Infinity };
    return { key: row.getAttribute('data-row')!, top: Math.round(row.getBoundingClientRect().top - edge) };
  });
const scrollTo = (page: Page, top: number) =>
  list(page).evaluate(async (rows, to) => {
    rows.closest('[data-scroll]')!.scrollTop = to;
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  }, top);

test('a list of 10,000 rows renders few of them, and keeps its position', async ({ openAs, pageErrors }) => {
  // The service has none of these chats.
  pageErrors.allow(/status of 404/);
  const page = await openAs('driver', phone);
  await withChats(page, 10_000);
  await expect(list(page).getByRole('listitem').first()).toHaveAttribute('aria-setsize', '10000');

  for (const top of [0, 900, 40_000, 400_000, 399_000, 395_000]) {
    await scrollTo(page, top);
    expect(await inPage(page)).toBeLessThan(50);
    // No visible row is missing.
    expect((await firstInSight(page)).top).toBeLessThan(100);
  }
  const left = await firstInSight(page);
  expect(Number(left.key.slice(1))).toBeGreaterThan(4000);
  await expect(page.locator(`[data-row="${left.key}"]`)).toHaveAttribute(
    'aria-posinset',
    String(Number(left.key.slice(1)) + 1),
  );

  // Opens a chat, which covers the list on a phone, and goes back.
  await page.locator(`[data-row="${left.key}"]`).getByRole('link').click();
  await expect(list(page)).toBeHidden();
  await page.goBack();
  await expect(list(page)).toBeVisible();
  await expect.poll(() => firstInSight(page)).toEqual(left);

  // Opens another tab, which unmounts the list, and goes back.
  await tab(page, 'Shouts').click();
  await expect(list(page)).toHaveCount(0);
  await tab(page, 'Chats').click();
  await expect.poll(() => firstInSight(page)).toEqual(left);
  expect(await inPage(page)).toBeLessThan(50);
});

test('the focused row stays in the page however far it is scrolled away', async ({ openAs, pageErrors }) => {
  // A wide window opens the first chat, which the service does not have.
  pageErrors.allow(/status of 404/);
  const page = await openAs('driver');
  await withChats(page, 2000);
  const row = list(page).getByRole('link', { name: /^Garage 4 / });
  await row.focus();
  await scrollTo(page, 60_000);
  expect(Number((await firstInSight(page)).key.slice(1))).toBeGreaterThan(500);
  await expect(row).toBeFocused();
  expect(await inPage(page)).toBeLessThan(50);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(row).toBeFocused();
  await expect(row).toBeInViewport();
});

test('the menu of a row stays open when the row moves far away', async ({ openAs, paddock, pageErrors }) => {
  pageErrors.allow(/status of 404/);
  const page = await openAs('driver');
  await withChats(page, 2000);
  await list(page)
    .getByRole('link', { name: /^Garage 4 / })
    .hover();
  await list(page).getByRole('button', { name: 'More for Garage 4', exact: true }).click();
  const item = page.getByRole('menuitem', { name: 'Mute' });
  await expect(item).toBeVisible();

  const filters = Array.from({ length: 2000 }, (_, index) => entry(index === 4 ? 2000 : index));
  filters.splice(1500, 0, entry(4));
  await page.route(/\/api\/filters\/retrieve\/all/, (route) =>
    route.fulfill({ json: { filters, archive: false, next: null } }),
  );
  // The list lacks the chat of this shout, and is read again.
  const { token } = await sessionOf(paddock, 'motorsport', 'crew');
  const body = { client_id: crypto.randomUUID(), group: '0', shout: unique('To the grid') };
  await callApi(paddock, 'motorsport', 'POST', '/shouts', { token, body });
  await expect(list(page).getByRole('link', { name: /^Garage 2000 / })).toBeAttached();
  await expect(item).toBeVisible();
  const muted = page.waitForRequest(/\/filters\/(chat\/)?mute/);
  await item.click();
  expect((await muted).url()).toContain('g4');
});

test('a list reloads by a pull of 100 px and by keyboard, and says when there is nothing new', async ({ openAs }) => {
  const page = await openAs('driver', phone);
  await expect(chatRow(page, crew)).toBeVisible();
  const requested: string[] = [];
  page.on('request', (request) => /filters\/retrieve/.test(request.url()) && requested.push(request.url()));
  // Lists reload on the first realtime connection.
  const readings = () =>
    page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => /filters\/retrieve/.test(name)).length,
    );
  await expect.poll(readings).toBeGreaterThan(1);
  const touch = await page.context().newCDPSession(page);
  const pull = async (distance: number) => {
    const at = (y: number) => [{ x: 200, y }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(300) });
    for (let step = 1; step <= 4; step += 1)
      await touch.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: at(300 + (distance * step) / 4),
      });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  const before = requested.length;
  await pull(96);
  await pull(140);
  await expect(page.getByText('Nothing new')).toBeVisible();
  // The shorter pull sent none.
  expect(requested).toHaveLength(before + 1);

  const button = page.getByRole('button', { name: 'Reload' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => requested.length).toBe(before + 2);
});

test('a failed further page keeps the list, and Retry continues', async ({ openAs, pageErrors }) => {
  pageErrors.allow(/status of 503/);
  const page = await openAs('driver');
  await page.route(/\/api\/shouts\?.*before=/, (route) =>
    route.fulfill({ status: 503, json: { code: 'SERVICE_UNAVAILABLE', message: 'Back in a minute.' } }),
  );
  await tab(page, 'Shouts').click();
  const cards = page.getByRole('article');
  await expect(cards.first()).toBeVisible();
  const loaded = await cards.count();
  await cards.last().scrollIntoViewIfNeeded();
  await expect(page.getByText('Back in a minute.')).toBeVisible();
  await expect(cards).toHaveCount(loaded);
  await page.unroute(/\/api\/shouts\?.*before=/);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => cards.count()).toBeGreaterThan(loaded);
  await expect(page.getByText('Back in a minute.')).toHaveCount(0);
});

test('a new shout above does not move the visible ones', async ({ openAs, paddock }) => {
  const page = await openAs('driver');
  await tab(page, 'Shouts').click();
  const read = page.getByRole('article').nth(3);
  await read.evaluate((card) => card.scrollIntoView({ block: 'start' }));
  const by = await read.getAttribute('aria-labelledby');
  const card = page.locator(`article[aria-labelledby="${by}"]`);
  const top = () => card.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const stood = await top();

  const { token } = await sessionOf(paddock, 'motorsport', 'crew');
  const text = unique('Green flag');
  const body = { client_id: crypto.randomUUID(), group: '0', shout: text };
  await callApi(paddock, 'motorsport', 'POST', '/shouts', { token, body });
  await expect(shoutCard(page, text)).toBeAttached();
  await expect.poll(top).toBe(stood);
});

test('visible rows do not move when a list becomes a long one', async ({ openAs, pageErrors }) => {
  pageErrors.allow(/status of 404/);
  const page = await openAs('driver', phone);
  const all = Array.from({ length: 180 }, (_, index) => entry(index));
  await page.route(/\/api\/filters\/retrieve\/all/, (route) => {
    const further = new URL(route.request().url()).searchParams.has('after');
    const filters = further ? all.slice(90) : all.slice(0, 90);
    return route.fulfill({ json: { filters, archive: false, next: further ? null : 'g89' } });
  });
  // The virtualiser loads late; until then all rows are in the page.
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.reload();
  await expect(list(page).getByRole('listitem')).toHaveCount(90);
  await page.waitForLoadState('networkidle');
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  // Scrolls to the end, which requests a further page.
  await scrollTo(page, 90 * 84);
  await expect(list(page).getByRole('listitem')).toHaveCount(180);
  const read = await firstInSight(page);
  letGo();
  await expect.poll(() => inPage(page)).toBeLessThan(50);
  expect(await firstInSight(page)).toEqual(read);
});
