import { callApi } from '../fixtures/call-api.js';
import { signUp } from '../fixtures/members.js';
import { chatRow, crew, driver, go, tab, conversation } from '../fixtures/places.js';
import { sessionOf, signInPage } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

test('a feed loads to its end, each shout once', async ({ openAs, paddock }) => {
  const { token } = await sessionOf(paddock, 'motorsport', 'driver');
  const all: string[] = [];
  for (let more = true; more;) {
    const before = all.length > 0 ? `&before=${all.at(-1)}` : '';
    const { body } = await callApi(paddock, 'motorsport', 'GET', `/shouts?count=50${before}`, { token });
    const page = body as { shouts: { id: string }[]; more: boolean };
    all.push(...page.shouts.map(({ id }) => id));
    more = page.more;
  }
  expect(all.length).toBeGreaterThan(30);

  const page = await openAs('driver');
  await tab(page, 'Shouts').click();
  const articles = page.getByRole('article');
  await expect(articles.first()).toBeVisible();
  expect(await articles.count()).toBeLessThan(all.length);
  await expect(async () => {
    await articles.last().scrollIntoViewIfNeeded();
    expect(await articles.count()).toBeGreaterThanOrEqual(all.length);
  }).toPass();
  const shown = await articles.evaluateAll((cards) =>
    cards.map((card) => card.getAttribute('aria-labelledby')?.replace('by-', '')),
  );
  expect(shown).toEqual(all);
});

test('older shouts load above without moving the visible ones', async ({ openAs }) => {
  const page = await openAs('driver');
  await chatRow(page, 'Everybody').click();
  const bubbles = conversation(page).locator('[data-item]');
  // It opens at the first unread shout.
  await bubbles.last().scrollIntoViewIfNeeded();
  await expect(bubbles.last()).toBeInViewport();
  const before = await bubbles.count();
  // The oldest loaded shout is at the top of the window when older ones arrive.
  const reading = (await bubbles.first().getAttribute('data-item'))!;
  const read = page.locator(`[data-item="${reading}"]`);
  await read.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  const top = () => read.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const stood = await top();
  await expect.poll(() => bubbles.count()).toBeGreaterThan(before);
  await expect.poll(async () => Math.abs((await top()) - stood)).toBeLessThanOrEqual(2);

  await page.getByRole('button', { name: 'To the newest' }).click();
  await expect(bubbles.last()).toBeInViewport();
});

test('empty lists say so', async ({ page, motorsport, workplace, paddock }) => {
  const newcomer = await signUp(paddock, 'motorsport');
  const { stored } = await sessionOf(paddock, 'motorsport', 'crew');
  await signInPage(page, motorsport, newcomer);
  await page.goto(`${motorsport}/#/main/chats/${(JSON.parse(stored) as { id: string }).id}`);
  await expect(page.getByText('Be the first', { exact: true })).toBeVisible();

  await go(page, '/main/shouts');
  await page.getByRole('article').getByRole('link', { name: 'Comment', exact: true }).first().click();
  await expect(page.getByText('Be first reply')).toBeVisible();

  await page.route(/\/api\/events\?/, (route) => route.fulfill({ json: { events: [] } }));
  await go(page, '/main/events');
  await expect(page.getByText('Nothing new')).toBeVisible();

  await signInPage(page, workplace, await signUp(paddock, 'workplace'));
  await page.goto(`${workplace}/#/main/chats`);
  for (const [mode, text] of [
    ['People', 'Nothing new'],
    ['Archive', 'Nothing new'],
  ] as const) {
    await page.getByRole('radio', { name: mode }).check({ force: true });
    await expect(page.getByText(text)).toBeVisible();
  }
});

test('without internet loaded content stays, and a strip says so until the connection is back', async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|WebSocket connection/);
  const page = await openAs('driver');
  await chatRow(page, crew).click();
  await expect(conversation(page)).toContainText('You did not.');
  await page.context().setOffline(true);
  await expect(page.getByText('Internet disconnected').first()).toBeVisible();
  await expect(conversation(page)).toContainText('You did not.');
  await page.context().setOffline(false);
  await expect(page.getByText('Internet disconnected')).toHaveCount(0);
});

test('a list that fails to load shows the reason, and Retry loads it', async ({ openAs, pageErrors }) => {
  pageErrors.allow(/status of 503/);
  const page = await openAs('crew');
  await expect(chatRow(page, driver)).toBeVisible();
  const fails = {
    status: 503,
    json: { code: 'SERVICE_UNAVAILABLE', message: 'Back in a minute.' },
  };
  const lists = [
    { tab: 'Shouts', call: /\/api\/shouts\?/, there: page.getByRole('feed') },
    { tab: 'Events', call: /\/api\/events\?/, there: page.locator('[data-day]').first() },
  ];
  for (const { tab: name, call, there } of lists) {
    await page.route(call, (route) => route.fulfill(fails));
    await tab(page, name).click();
    await expect(page.getByText('Back in a minute.')).toBeVisible();
    await expect(page.getByText('SERVICE_UNAVAILABLE')).toBeVisible();
    await page.unroute(call);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(there).toBeVisible();
  }
});
