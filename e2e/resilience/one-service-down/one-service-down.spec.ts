import type { Page, Route } from '@playwright/test';
import { chatRow, crew, tab } from '../../fixtures/places.js';
import { expect, test } from '../../fixtures/test.js';

const events = '**/api/events*';
const unreachable = 'This service cannot be reached right now.';
const slow = 'This takes too long. Please try again.';

/** Checks that no strip reports a lost connection. */
async function expectNoStrip(page: Page): Promise<void> {
  for (const text of ['Internet disconnected', 'The server is not responding. Trying again…'])
    await expect(page.getByText(text)).toHaveCount(0);
}

const failures: [name: string, fail: (route: Route) => unknown, says: string][] = [
  ['refuses connections', (route) => route.abort('connectionrefused'), unreachable],
  ['is down behind a gateway', (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }), unreachable],
  ['does not reply', () => undefined, slow],
];

test.use({ isCold: true });

for (const [name, fail, says] of failures)
  test(`a service that ${name} shows an error only in its own tab, within 12 s, and Retry recovers`, async ({
    openAs,
    pageErrors,
  }) => {
    pageErrors.allow(/ERR_CONNECTION_REFUSED|status of 502/);
    const page = await openAs('driver');
    await expect(chatRow(page, crew)).toBeVisible();
    await page.route(events, fail);
    // Counted from the request: the module's code, which loads before it, has time limits of its own.
    const asked = page.waitForRequest(events).then(() => Date.now());
    await tab(page, 'Events').click();
    const message = page.getByRole('main').getByText(says);
    await expect(message).toBeVisible();
    expect(Date.now() - (await asked)).toBeLessThan(12_000);
    await expectNoStrip(page);

    await tab(page, 'Chats').click();
    await expect(chatRow(page, crew)).toBeVisible();
    await expect(page.getByRole('main').getByText(says)).toHaveCount(0);
    await expectNoStrip(page);

    await page.unroute(events);
    await tab(page, 'Events').click();
    if (await message.isVisible()) await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('main').locator('[data-row] a').first()).toBeVisible();
  });
