import type { Locator, Page } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessibility.js';
import { choose, slots } from '../fixtures/chosen-files.js';
import { go, shoutCard, unique } from '../fixtures/places.js';
import { takeScreen, viewports } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';

const clip = join(import.meta.dirname, '../../services/test/videos/place-in-keys.mov');
const viewer = (page: Page) => page.getByRole('dialog');

async function shoutClip(page: Page, text: string): Promise<Locator> {
  await go(page, '/main/shouts');
  await page.getByRole('button', { name: 'Shout to everybody' }).click();
  await choose(page, [{ name: 'lap.mov', mimeType: 'video/quicktime', buffer: await readFile(clip) }]);
  await page.getByRole('textbox', { name: 'Shout to everybody' }).fill(text);
  await expect(slots(page).filter({ hasNot: page.getByRole('progressbar') })).toHaveCount(1);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  return shoutCard(page, text);
}

test('a video is prepared, shows its poster and plays in both windows', async ({ openAs }) => {
  test.skip(spawnSync('ffmpeg', ['-version']).status !== 0, 'needs ffmpeg');
  const [joaquin, petra] = await Promise.all([
    openAs('driver', { viewport: viewports.desktop }),
    openAs('crew', { viewport: viewports.phone }),
  ]);
  await go(petra, '/main/shouts');
  const text = unique('Lap seven');
  await shoutClip(joaquin, text);
  for (const [page, device] of [
    [joaquin, 'desktop'],
    [petra, 'phone'],
  ] as const) {
    const card = shoutCard(page, text);
    await card.getByRole('button', { name: 'Open video 1 of 1' }).click();
    const video = viewer(page).locator('video');
    const played = () => video.evaluate((player: HTMLVideoElement) => player.currentTime);
    await video.evaluate((player: HTMLVideoElement) => player.play());
    await expect.poll(played).toBeGreaterThan(0.5);
    const size = await video.evaluate(({ videoWidth, videoHeight }: HTMLVideoElement) => [videoWidth, videoHeight]);
    expect(size).toEqual([64, 36]);
    await expectAccessible(page);
    await takeScreen(page, 'viewer-video', device, 'dark');
    await page.keyboard.press('Escape');
    await expect(viewer(page)).toBeHidden();
  }
});
