import type { Route } from '@playwright/test';
import { expect, test } from '../fixtures/test.js';
import { go, unique } from '../fixtures/places.js';

/** Sends a call as a window of an earlier contract does. */
async function asFormerWindow(route: Route): Promise<void> {
  const request = route.request();
  const url = new URL(request.url());
  if (url.searchParams.has('client-version')) url.searchParams.set('client-version', '0.9.0');
  const body = request.postData()?.replace(/"client-version":"[^"]*"/, '"client-version":"0.9.0"');
  await route.continue({ url: url.href, postData: body });
}

test('a window of an earlier contract asks to reload at its next call, and keeps its draft', async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.allow(/status of 426/);
  const page = await openAs('driver');
  await go(page, '/main/chats/0');
  const field = page.getByRole('main').getByRole('textbox', { name: 'Write to Everybody' });
  const draft = unique('Written before the update');
  await field.fill(draft);
  await page.route('**/api/**', asFormerWindow);
  await go(page, '/main/people');
  const alert = page.getByRole('dialog', { name: 'Version update' });
  await expect(alert).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await alert.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('navigation', { name: 'Tabs' })).toBeVisible();
  await go(page, '/main/chats/0');
  await expect(field).toHaveValue(draft);
});
