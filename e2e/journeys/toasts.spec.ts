import type { Locator, Page } from '@playwright/test';
import { chatRow, choose, crew, driver, shoutCard, tab, unique } from '../fixtures/places.js';
import { viewports } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';

const message = (page: Page) => page.getByRole('region', { name: 'Alerts' }).getByRole('listitem');

/** Refuses the next like when released, which shows a toast at a moment that the test chooses. */
async function holdRefusal(page: Page): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/shouts/*/like', async (route) => {
    await held;
    await route.fulfill({ status: 503, json: { code: 'SERVICE_UNAVAILABLE', message: 'Back in a minute.' } });
  });
  return letGo;
}

/** Checks that the visible toast does not overlap these elements. */
async function expectUncovered(page: Page, ...shown: Locator[]) {
  const over = await message(page).boundingBox();
  for (const one of shown) {
    const box = (await one.boundingBox())!;
    const apart =
      over!.y + over!.height <= box.y ||
      box.y + box.height <= over!.y ||
      over!.x + over!.width <= box.x ||
      box.x + box.width <= over!.x;
    expect(apart, `${JSON.stringify(over)} is over ${JSON.stringify(box)}`).toBe(true);
  }
}

for (const [device, viewport] of Object.entries(viewports)) {
  test(`a toast does not cover a sheet, on a ${device}`, async ({ openAs, pageErrors }) => {
    pageErrors.allow(/status of 503/);
    const page = await openAs('driver', { viewport });
    await tab(page, 'Shouts').click();
    await page.getByRole('button', { name: 'Shout to everybody' }).click();
    const text = unique('Somebody left the compressor on.');
    await page.getByRole('textbox', { name: 'Shout to everybody' }).fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
    const card = shoutCard(page, text);
    await expect(card.getByText('Sending…')).toHaveCount(0);
    const refuse = await holdRefusal(page);
    await card.getByRole('button', { name: 'Like', exact: true }).click();
    await choose(card, driver, 'Delete');
    const sheet = page.getByRole('alertdialog');
    const remove = sheet.getByRole('button', { name: 'Delete' });
    await expect(remove).toBeInViewport({ ratio: 1 });
    refuse();
    await expect(message(page)).toHaveText(/Back in a minute/);
    await expectUncovered(page, sheet);
    // A toast stays for four seconds.
    await remove.click({ timeout: 2000 });
    await expect(message(page)).toBeVisible();
    await expect(card).toHaveCount(0);
  });

  test(`a toast does not cover the composer, on a ${device}`, async ({ openAs, pageErrors }) => {
    pageErrors.allow(/status of 503/);
    const page = await openAs('driver', { viewport });
    await chatRow(page, crew).click();
    const box = page.getByRole('textbox', { name: `Write to ${crew}` });
    await box.fill(Array.from({ length: 6 }, (_, line) => `Line ${line + 1}`).join('\n'));
    const refuse = await holdRefusal(page);
    const last = page.getByRole('log').locator('[data-item]').last();
    await last.hover();
    await last.getByRole('button', { name: 'Like', exact: true }).click();
    refuse();
    await expect(message(page)).toHaveText(/Back in a minute/);
    await expectUncovered(page, box, page.getByRole('button', { name: 'Send' }));
    await box.fill('');
  });
}
