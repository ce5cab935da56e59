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
  await expect(page.getByRole('link', { name: 'Change password' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Switch workplace/ })).toHaveCount(0);
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

test('a switch in the settings leaves nothing of the former workplace, also when its replies come late', async ({
  openAs,
  paddock,
}) => {
  const { token } = await sessionOf(paddock, 'workplace', 'steward');
  const membersOf = async (workplace: string) => {
    const path = `/users/abc?count=60&workplace=${workplace}`;
    const { status, body } = await callApi(paddock, 'workplace', 'GET', path, { token });
    expect(status).toBe(200);
    return body as { users: { id: string }[] };
  };
  const [former, next] = await Promise.all([membersOf('hq'), membersOf('porto')]);
  const there = next.users.map(({ id }) => id);
  const onlyHq = former.users.map(({ id }) => id).filter((id) => !there.includes(id));
  expect(onlyHq.length).toBeGreaterThan(0);

  const page = await openAs('steward', { community: 'workplace', locale: 'en' });
  await page.goto('/#/main/settings/workplace');
  await page.getByRole('radio', { name: 'Headquarters' }).check({ force: true });
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let late = 0;
  await page.route(/\/api\/users\/abc\?.*workplace=hq/, async (route) => {
    await released;
    late++;
    // A cancelled request takes no reply.
    await route.fulfill({ json: former }).catch(() => undefined);
  });
  const asked = page.waitForRequest(/\/api\/users\/abc\?.*workplace=hq/);
  await go(page, '/main/people');
  await asked;
  await go(page, '/main/settings/workplace');
  await page.getByRole('radio', { name: 'Porto works' }).check({ force: true });
  await expect.poll(() => page.evaluate(() => localStorage.getItem('workplace'))).toBe('porto');
  await go(page, '/main/people');
  const rows = page.getByRole('region', { name: 'Colleagues' }).locator('a[href*="/main/people/"]');
  await expect(rows.first()).toBeVisible();
  const shown = async () =>
    (
      await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')!.replace(/.*\/|\?.*/g, '')))
    ).filter((id) => onlyHq.includes(id));
  expect(await shown()).toEqual([]);
  release();
  await expect.poll(() => late).toBeGreaterThan(0);
  await page.waitForTimeout(500);
  expect(await shown()).toEqual([]);
  await expect(page.getByText('Headquarters')).toHaveCount(0);
});
