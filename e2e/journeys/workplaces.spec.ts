import { callApi } from '../fixtures/call-api.js';
import { expect, test } from '../fixtures/test.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { go } from '../fixtures/places.js';

test('a member of one workplace starts in it, without a switch, and its title is in the frame', async ({ openAs }) => {
  const page = await openAs('driver', { community: 'workplace', locale: 'en' });
  await go(page, '/main/shouts');
  await expect(page.getByText('Headquarters').first()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('workplace'))).toBe('hq');
  await go(page, '/main/settings');
  await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Switch workplace/ })).toHaveCount(0);
});

test('a link that names a workplace switches a member of several there, and not a stranger', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/status of 404/);
  const { token } = await sessionOf(paddock, 'workplace', 'steward');
  const text = `Crane inspection ${crypto.randomUUID()}`;
  const body = { workplace: 'porto', client_id: crypto.randomUUID(), group: '0', shout: text };
  const posted = await callApi(paddock, 'workplace', 'POST', '/shouts', { token, body });
  expect(posted.status).toBe(200);
  const { id } = posted.body as { id: string };
  const [steward, driver] = await Promise.all([
    openAs('steward', { community: 'workplace', locale: 'en' }),
    openAs('driver', { community: 'workplace', locale: 'en' }),
  ]);
  const address = `/main/shout/${id}?workplace=porto`;
  for (const page of [steward, driver]) await page.goto(new URL(address, page.url()).href);
  await expect(steward.getByText(text).first()).toBeVisible();
  await expect(steward).toHaveURL(new RegExp(`#/main/shout/${id}$`));
  await expect(steward.getByText('Porto works').first()).toBeVisible();
  await expect(driver.getByText(text)).toHaveCount(0);
  await expect.poll(() => driver.evaluate(() => localStorage.getItem('workplace'))).toBe('hq');
});
