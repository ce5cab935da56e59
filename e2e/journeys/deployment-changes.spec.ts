import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callApi } from '../fixtures/call-api.js';
import type { Paddock } from '../fixtures/paddock.js';
import { tab } from '../fixtures/places.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

async function eventsAnswer(paddock: Paddock) {
  const { token } = await sessionOf(paddock, 'motorsport', 'driver');
  const { status, body } = await callApi(paddock, 'motorsport', 'GET', '/events', { token });
  return [status, (body as { code?: string }).code];
}

test('a tab removed from the file disappears from open windows and the API, and returns with it', async ({
  openAs,
  paddock,
  changeDeployment,
  pageErrors,
}) => {
  // The window may be requesting events at this moment.
  pageErrors.allow(/status of 403 .*\/api\/(events|comments\/event)/);
  const page = await openAs('driver');
  await tab(page, 'Events').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { sameWindow: true }));

  await changeDeployment('motorsport', (file) => void (file.tabs = ['chats', 'shouts', 'people']));
  await expect(tab(page, 'Events')).toBeHidden();
  await expect(page).toHaveURL(/#\/main\/chats\b/);
  expect(await eventsAnswer(paddock)).toEqual([403, 'FEATURE_DISABLED']);
  await expect(tab(page, 'Chats')).toBeVisible();

  await changeDeployment('motorsport', () => undefined);
  await tab(page, 'Events').click();
  await expect(page.locator('[data-day]').first()).toBeVisible();
  expect(await eventsAnswer(paddock)).toEqual([200, undefined]);
  expect(await page.evaluate(() => 'sameWindow' in window)).toBe(true);
});

test('an invalid file changes nothing and is logged', async ({ openAs, paddock, changeDeployment }) => {
  const page = await openAs('driver');
  await expect(tab(page, 'Events')).toBeVisible();
  const refusals = async () => {
    const log = await readFile(join(paddock.dataDir, 'logs/services.log'), 'utf8');
    return log.split('\n').filter((line) => line.includes('deployment change refused'));
  };
  const before = (await refusals()).length;

  await changeDeployment('motorsport', () => '{ "tabs": ["chats", ');
  await expect.poll(async () => (await refusals()).length).toBeGreaterThan(before);
  await changeDeployment('motorsport', (file) => void (file.tabs = ['chats', 'chatz', 'people']));
  await expect.poll(async () => (await refusals()).at(-1)).toContain('tabs[1]');
  expect((await refusals()).at(-1)).toContain('motorsport.json');

  expect(await eventsAnswer(paddock)).toEqual([200, undefined]);
  await expect(tab(page, 'Events')).toBeVisible();
  await page.reload();
  await expect(tab(page, 'Events')).toBeVisible();
});
