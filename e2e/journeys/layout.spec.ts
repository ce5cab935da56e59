import { chatRow, crew } from '../fixtures/places.js';
import { expect, test } from '../fixtures/test.js';

test('a conversation’s header begins where what is said begins, on each width', async ({ openAs }) => {
  const page = await openAs('driver');
  await chatRow(page, crew).click();
  const id = page.url().split('/').at(-1)!;
  const startOf = async (element: ReturnType<typeof page.locator>) => Math.round((await element.boundingBox())!.x);
  const said = page.getByRole('log').getByText('You did not.').locator('xpath=ancestor::*[@data-item]');
  for (const width of [390, 820, 1280, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${new URL(page.url()).origin}/#/main/conversation/${id}`);
    await expect(said).toBeVisible();
    // The button's edge is not seen: its arrow is.
    const arrow = page.getByRole('button', { name: 'Back' });
    const seen = await startOf(arrow.locator('svg'));
    expect(Math.abs(seen - (await startOf(said))), `at ${width}`).toBeLessThanOrEqual(4);
  }
});
