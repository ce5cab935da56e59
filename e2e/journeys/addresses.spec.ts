import { logIn, signUp } from '../fixtures/members.js';
import { go, tab } from '../fixtures/places.js';
import { expect, test } from '../fixtures/test.js';

test('unknown addresses lead to the landing page, or to the start page of a member', async ({
  page,
  motorsport,
  openAs,
}) => {
  for (const address of ['/#/nowhere', '/#/main/nowhere', '/nowhere']) {
    await page.goto(`${motorsport}${address}`);
    await expect(page).toHaveURL(/\/#\/$/);
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  }
  const member = await openAs('driver');
  for (const address of ['/nowhere', '/main/nowhere', '/login', '/']) {
    await go(member, address);
    await expect(member).toHaveURL(/\/#\/main\/chats\b/);
  }
});

test('tracking parameters in an address do not hide its page', async ({ page, motorsport }) => {
  await page.goto(`${motorsport}/#/login?utm_source=mail`);
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await go(page, '/signup?fbclid=1');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign up' })).toBeVisible();
  // Exact names, because the gate recognises its pages by them.
  await go(page, '/LOGIN');
  await expect(page).toHaveURL(/#\/$/);
});

test('a link to a page for members leads there after sign-in', async ({ page, motorsport, paddock }) => {
  const { username, password } = await signUp(paddock, 'motorsport');
  await page.goto(`${motorsport}/#/main/events`);
  await expect(page).toHaveURL(/\/#\/$/);
  await page.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, username, password);
  await expect(page).toHaveURL(/\/#\/main\/events\b/);
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();
});

test('an address without hash, as in mails, becomes its hash form', async ({ page, motorsport }) => {
  for (const path of ['/login', '/signup', '/terms', '/privacy']) {
    await page.goto(`${motorsport}${path}`);
    await expect(page).toHaveURL(`${motorsport}/#${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('the back button follows the hash routes, a back arrow the visit', async ({ openAs }) => {
  const page = await openAs('driver');
  for (const name of ['Shouts', 'Events', 'Chats']) {
    await tab(page, name).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
  await page.goBack();
  await expect(page).toHaveURL(/#\/main\/events\b/);
  await expect(tab(page, 'Events')).toHaveAttribute('aria-current', 'page');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Shouts' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();

  await go(page, '/main/shouts');
  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /comment/i })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Comments' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/#\/main\/shouts$/);
});
