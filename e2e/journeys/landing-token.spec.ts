import { callApi } from '../fixtures/call-api.js';
import { signUp } from '../fixtures/members.js';
import { signInPage } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

test.beforeEach(({ pageErrors }) => pageErrors.allow(/status of 40|WebSocket connection/));

test('a token in the address becomes a new session, and is removed everywhere', async ({
  page,
  motorsport,
  paddock,
}) => {
  const { token, fullname } = await signUp(paddock, 'motorsport');
  const leaks: string[] = [];
  page.on('request', async (request) => {
    if (request.isNavigationRequest()) return;
    const { authorization: _, ...headers } = await request.allHeaders();
    if (`${request.url()} ${JSON.stringify(headers)}`.includes(token)) leaks.push(request.url());
  });
  await page.goto(`${motorsport}/?token=${token}`);
  await expect(page).toHaveURL(`${motorsport}/#/main/profile`);
  await expect(page.getByRole('button', { name: `${fullname} Menu` })).toBeVisible();
  expect(leaks).toEqual([]);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain(token);
  // The token from the address is no longer valid.
  expect((await callApi(paddock, 'motorsport', 'GET', '/users/me', { token })).status).toBe(401);
  await page.goBack();
  expect(page.url()).not.toContain('token');
});

test('a token added to the address of the open page is removed from it and used too', async ({
  page,
  motorsport,
  paddock,
}) => {
  const { token, fullname } = await signUp(paddock, 'motorsport');
  await page.goto(`${motorsport}/#/terms`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate((value) => (location.hash = `#/?token=${value}`), token);
  await expect(page).toHaveURL(`${motorsport}/#/main/profile`);
  await expect(page.getByRole('button', { name: `${fullname} Menu` })).toBeVisible();
  await page.goBack();
  expect(page.url()).not.toContain('token');
});

test('a bad token leads to the landing page', async ({ page, motorsport }) => {
  await page.goto(`${motorsport}/?token=nobody-made-this`);
  await expect(page).toHaveURL(`${motorsport}/#/`);
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Alerts' }).getByRole('button')).toBeVisible();
});

test('a signed-in member is asked first', async ({ page, motorsport, paddock }) => {
  const [here, other] = await Promise.all([signUp(paddock, 'motorsport'), signUp(paddock, 'motorsport')]);
  await signInPage(page, motorsport, here);
  await page.goto(`${motorsport}/?token=${other.token}`);
  await expect(page.getByText(`${here.fullname} is signed in here.`)).toBeVisible();
  await page.getByRole('button', { name: `Stay as ${here.fullname}` }).click();
  await expect(page.getByRole('button', { name: `${here.fullname} Menu` })).toBeVisible();

  await page.goto(`${motorsport}/?token=${other.token}`);
  await page.getByRole('button', { name: `Continue as ${other.fullname}` }).click();
  await expect(page.getByRole('button', { name: `${other.fullname} Menu` })).toBeVisible();
  await expect(page.getByText(here.username)).toHaveCount(0);
  const session = () => callApi(paddock, 'motorsport', 'GET', '/users/me', { token: here.token });
  await expect.poll(async () => (await session()).status).toBe(401);
});
