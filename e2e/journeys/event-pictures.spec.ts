import { expectAccessible } from '../fixtures/accessibility.js';
import { textOf } from '../fixtures/messages.js';
import { takeScreen, viewports } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';

test('an event’s pictures are browsed by button and by key', async ({ openAs, paddock }) => {
  const page = await openAs('driver', { viewport: viewports.phone });
  await page.goto(`${paddock.origin('motorsport')}/#/main/events`);
  await page.getByRole('link', { name: 'Drivers’ briefing' }).click();
  const text = (key: string) => textOf('mfe-events', 'en', `detail.${key}`);
  const list = page.getByRole('list', { name: text('pictures') });
  const pictures = list.locator('img');
  const next = page.getByRole('button', { name: text('picture_after') });
  const before = page.getByRole('button', { name: text('picture_before') });
  /** This picture fills the cover and has loaded. */
  const expectSeen = async (at: number) => {
    await expect(pictures.nth(at)).toBeInViewport({ ratio: 0.9 });
    await expect.poll(() => pictures.nth(at).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280);
    for (const other of [0, 1, 2].filter((index) => index !== at))
      await expect(pictures.nth(other)).not.toBeInViewport({ ratio: 0.05 });
  };
  await expect(pictures).toHaveCount(3);
  await expectSeen(0);
  await expect(before).toHaveAttribute('aria-disabled', 'true');
  // The next button is at the end of the reading direction.
  const [x, y] = [(await before.boundingBox())!.x, (await next.boundingBox())!.x];
  expect(x).toBeLessThan(y);

  await next.click();
  await expectSeen(1);
  await next.click();
  await expectSeen(2);
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await before.click();
  await expectSeen(1);
  await list.focus();
  await page.keyboard.press('ArrowLeft');
  await expectSeen(0);
  await page.keyboard.press('ArrowLeft');
  await expectSeen(0);
  await page.keyboard.press('ArrowRight');
  await expectSeen(1);
  await expectAccessible(page);

  // A press shows it over the whole window, and Back closes it.
  await page.getByRole('button', { name: 'Picture 2 of 3' }).click();
  const viewer = page.getByRole('dialog');
  await expect(viewer.getByText('2 of 3')).toBeVisible();
  await expectAccessible(page);
  await takeScreen(page, 'event-viewer', 'phone', 'light');
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('3 of 3')).toBeVisible();
  await page.goBack();
  await expect(viewer).toBeHidden();

  // The back button is on the picture, and moves to a bar with the title once the picture has scrolled away.
  const back = page.getByRole('button', { name: textOf('mfe-events', 'en', 'back') });
  const [button, cover] = [(await back.boundingBox())!, (await list.boundingBox())!];
  expect(cover.y).toBe(0);
  expect(button.y + button.height).toBeLessThan(cover.y + cover.height);
  const bar = page.getByRole('heading', { level: 2, name: 'Drivers’ briefing' });
  await expect(bar).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 400 });
  await page
    .getByRole('heading', { level: 1, name: 'Drivers’ briefing' })
    .evaluate((heading) => heading.closest('[data-scroll]')!.scrollBy(0, 200));
  await expect(bar).toBeVisible();
  await back.click();
  await expect(page).toHaveURL(/#\/main\/events$/);
});
