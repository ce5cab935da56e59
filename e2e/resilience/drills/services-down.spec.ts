import type { Route } from '@playwright/test';
import { go } from '../../fixtures/places.js';
import { expect, test } from '../../fixtures/test.js';
import { collectReports, drilledModules, filled, openOther, piece, wholeOnly } from './drilled.js';

/**
 * What Retry meets before the service is back: no connection, no reply (the page waits 10 s), a gateway's error, and a proxy that replies
 * in its place.
 */
const stillDown: readonly ((route: Route) => void | Promise<void>)[] = [
  (route) => route.abort('connectionrefused'),
  () => undefined,
  (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<!doctype html>' }),
  (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  (route) => route.fulfill({ json: {} }),
];

test.use({ isCold: true });

for (const drilled of drilledModules(0))
  test(`${drilled.id} opens by Retry after the deployment call was down`, async ({
    page,
    motorsport,
    signedIn,
    pageErrors,
  }) => {
    pageErrors.allow(/\/api\/boot/);
    await signedIn(page, 'driver');
    const reports = await collectReports(page);
    await page.route('**/api/boot*', (route) => route.abort('connectionrefused'));
    await page.goto(`${motorsport}/#${drilled.address}`);
    const again = page.getByRole('button', { name: 'Retry' });
    await expect(page.getByText('SERVICE_UNREACHABLE', { exact: true })).toBeVisible();
    for (const still of stillDown) {
      await page.unroute('**/api/boot*');
      await page.route('**/api/boot*', still);
      const asked = page.waitForRequest('**/api/boot*');
      await again.click();
      await asked;
      await expect(again).toBeEnabled();
      await expect(page.getByText('SERVICE_UNREACHABLE', { exact: true })).toBeVisible();
    }
    await page.unroute('**/api/boot*');
    await again.click();
    await expect(piece(page, drilled)).toBeVisible();
    await expect(page.getByText('Loading…')).toHaveCount(0);
    await openOther(page, drilled);
    expect(reports).toEqual([]);
    const sees = 'the whole page: SERVICE_UNREACHABLE';
    filled('deployment call down', drilled, { sees, others: 'wait too', retry: 'opens it', reported: '–' });
  });

for (const drilled of wholeOnly)
  test(`${drilled.id} shows an error of its own while its API is down, and Retry recovers`, async ({
    page,
    motorsport,
    signedIn,
    pageErrors,
  }) => {
    pageErrors.allow(/ERR_CONNECTION_REFUSED/);
    await signedIn(page, 'driver');
    const reports = await collectReports(page);
    await page.route(drilled.api, (route) => route.abort('connectionrefused'));
    await page.goto(`${motorsport}/#${drilled.address}`);
    const message = page.getByRole('main').getByText('This service cannot be reached right now.').first();
    await expect(message).toBeVisible();
    await expect(piece(page, drilled)).toBeVisible();
    await openOther(page, drilled);
    await expect(message).toHaveCount(0);
    await page.unroute(drilled.api);
    await go(page, drilled.address);
    const again = page.getByRole('main').getByRole('button', { name: 'Retry' });
    if (await message.isVisible()) await again.first().click();
    await expect(message).toHaveCount(0);
    await expect(piece(page, drilled)).toBeVisible();
    expect(reports).toEqual([]);
    const sees = 'its page with SERVICE_UNREACHABLE';
    filled('API of the module down', drilled, { sees, others: 'work', retry: 'loads its content', reported: '–' });
  });
