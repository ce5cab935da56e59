import type { CDPSession, Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.js';
import { callApi } from '../fixtures/call-api.js';
import { textOf } from '../fixtures/messages.js';
import { shoutWith, uploadPictures } from '../fixtures/pictures.js';
import { go, unique } from '../fixtures/places.js';
import { emulateDevice, takeScreen, viewports } from '../fixtures/screens.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

const text = (key: string) => textOf('mfe-shouts', 'en', `viewing.${key}`);
const viewer = (page: Page) => page.getByRole('dialog');
const shown = (page: Page) => viewer(page).locator('li:not([inert]) img');
const scaleOf = (page: Page) => shown(page).evaluate((image: HTMLElement) => Number(image.style.scale));
/** The position of the picture that fills the window, from 1. */
async function expectSeen(page: Page, at: number, of = 3) {
  await expect(viewer(page).getByText(`${at} of ${of}`)).toBeVisible();
  await expect(shown(page)).toHaveAttribute('alt', `Picture ${at} of ${of}`);
  await expect.poll(() => shown(page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600);
  await expect(shown(page)).toBeInViewport({ ratio: 0.9 });
}

type Touch = { x: number; y: number }[];
/** Moves fingers from one place to another in steps, as a touch screen reports them. */
async function drag(touch: CDPSession, from: Touch, to: Touch, steps = 8) {
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: from });
  for (let step = 1; step <= steps; step += 1) {
    const touchPoints = from.map(({ x, y }, index) => ({
      x: x + ((to[index]!.x - x) * step) / steps,
      y: y + ((to[index]!.y - y) * step) / steps,
    }));
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Taps twice at a member's pace: the times are the events' own, so that a busy machine turns them into no two single taps. */
async function doubleTap(touch: CDPSession, at: { x: number; y: number }) {
  const began = Date.now() / 1000;
  for (const seconds of [0, 0.15]) {
    const timestamp = began + seconds;
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at], timestamp });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: timestamp + 0.05 });
  }
}

test('pictures open in a viewer: keys, wheel, double click, buttons, Back and Escape', async ({ openAs, paddock }) => {
  const page = await openAs('driver', { viewport: viewports.desktop });
  const { token } = await sessionOf(paddock, 'motorsport', 'driver');
  const image_urls = await uploadPictures(page, token, 3);
  const id = await shoutWith(paddock, 'motorsport', token, { shout: unique('Three laps'), image_urls });
  await go(page, `/main/shout/${id}`);
  const second = page.getByRole('button', { name: 'Open picture 2 of 3' });
  await second.click();
  await expectSeen(page, 2);
  await expectAccessible(page);
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await takeScreen(page, 'viewer', 'desktop', scheme);
  }
  await page.emulateMedia({ colorScheme: null });

  await page.keyboard.press('ArrowRight');
  await expectSeen(page, 3);
  await page.keyboard.press('ArrowRight');
  await expectSeen(page, 3);
  await page.keyboard.press('ArrowLeft');
  await expectSeen(page, 2);
  await viewer(page)
    .getByRole('button', { name: text('previous') })
    .click();
  await expectSeen(page, 1);

  // From 1 to 5, and back.
  expect(await scaleOf(page)).toBe(1);
  for (let press = 0; press < 6; press += 1) await page.keyboard.press('+');
  expect(await scaleOf(page)).toBe(5);
  await expect(viewer(page).getByRole('button', { name: text('zoom_in') })).toHaveAttribute('aria-disabled', 'true');
  // Arrow keys move an enlarged picture.
  await page.keyboard.press('ArrowRight');
  await expect(viewer(page).getByText('1 of 3')).toBeVisible();
  await page.keyboard.press('0');
  expect(await scaleOf(page)).toBe(1);
  await page.mouse.move(640, 400);
  await page.mouse.wheel(0, -500);
  await expect.poll(() => scaleOf(page)).toBeGreaterThan(2);
  await page.mouse.wheel(0, 5000);
  await expect.poll(() => scaleOf(page)).toBe(1);
  await page.mouse.dblclick(640, 400);
  await expect.poll(() => scaleOf(page)).toBe(2.5);
  await page.mouse.dblclick(640, 400);
  await expect.poll(() => scaleOf(page)).toBe(1);

  // The shout is shared, not the file, whose address is the member's own.
  await page.evaluate(() => {
    Object.assign(navigator, {
      share: (content: object) => Promise.resolve(void Object.assign(window, { shared: content })),
    });
  });
  await viewer(page)
    .getByRole('button', { name: text('share') })
    .click();
  const shared = () => page.evaluate(() => (window as { shared?: { url?: string } }).shared?.url ?? '');
  await expect.poll(shared).toContain(id);
  expect(await shared()).not.toContain('signature');

  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  await viewer(page)
    .getByRole('button', { name: text('download') })
    .dblclick();
  await expect.poll(() => downloads).toEqual(['lap-1.jpg']);
  await page.waitForTimeout(600);
  expect(downloads).toEqual(['lap-1.jpg']);

  await page.keyboard.press('Tab');
  expect(await viewer(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeHidden();
  await expect(second).toBeFocused();

  await second.click();
  await expectSeen(page, 2);
  await page.goBack();
  await expect(viewer(page)).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`#/main/shout/${id}$`));
  // Its address opens it again.
  await page.goForward();
  await expectSeen(page, 2);
  await page.reload();
  await expectSeen(page, 2);
});

test('fingers swipe, pinch, double tap, and close by a vertical drag', async ({ openAs, paddock }) => {
  const page = await openAs('driver', { viewport: viewports.phone, hasTouch: true, isMobile: true });
  const { token } = await sessionOf(paddock, 'motorsport', 'driver');
  const image_urls = await uploadPictures(page, token, 3);
  const id = await shoutWith(paddock, 'motorsport', token, { shout: unique('Three laps'), image_urls });
  await go(page, `/main/shout/${id}`);
  const first = page.getByRole('button', { name: 'Open picture 1 of 3' });
  await first.tap();
  await expectSeen(page, 1);
  await expectAccessible(page);
  await takeScreen(page, 'viewer', 'phone', 'light');
  const touch = await page.context().newCDPSession(page);
  await drag(touch, [{ x: 340, y: 420 }], [{ x: 40, y: 420 }]);
  await expectSeen(page, 2);

  await drag(
    touch,
    [
      { x: 150, y: 420 },
      { x: 240, y: 420 },
    ],
    [
      { x: 60, y: 420 },
      { x: 330, y: 420 },
    ],
  );
  const pinched = await scaleOf(page);
  expect(pinched).toBeGreaterThan(2);
  expect(pinched).toBeLessThan(4);
  // One finger moves the enlarged picture, and neither swipes nor closes.
  await drag(touch, [{ x: 195, y: 420 }], [{ x: 300, y: 600 }]);
  await expect(viewer(page).getByText('2 of 3')).toBeVisible();
  expect(await scaleOf(page)).toBe(pinched);
  await drag(
    touch,
    [
      { x: 20, y: 420 },
      { x: 370, y: 420 },
    ],
    [
      { x: 190, y: 420 },
      { x: 200, y: 420 },
    ],
  );
  await expect.poll(() => scaleOf(page)).toBe(1);

  await doubleTap(touch, { x: 195, y: 420 });
  await expect.poll(() => scaleOf(page)).toBe(2.5);
  await page.waitForTimeout(400);
  await doubleTap(touch, { x: 195, y: 420 });
  await expect.poll(() => scaleOf(page)).toBe(1);

  await drag(touch, [{ x: 195, y: 420 }], [{ x: 195, y: 436 }]);
  await expect(viewer(page)).toBeVisible();
  await drag(touch, [{ x: 195, y: 420 }], [{ x: 195, y: 470 }]);
  await expect(viewer(page)).toBeHidden();
});

test('a swipe moves by one picture, however far it scrolls', async ({ openAs, paddock }) => {
  const page = await openAs('driver', { viewport: viewports.phone, hasTouch: true, isMobile: true });
  const { token } = await sessionOf(paddock, 'motorsport', 'driver');
  const image_urls = await uploadPictures(page, token, 3);
  const id = await shoutWith(paddock, 'motorsport', token, { shout: unique('Three laps'), image_urls });
  await go(page, `/main/shout/${id}`);
  await page.getByRole('button', { name: 'Open picture 1 of 3' }).tap();
  await expectSeen(page, 1);
  const track = viewer(page).getByRole('list');
  // A fling overshoots only on slow phones, so the test scrolls as far as one does.
  const flingTo = async (slides: number) => {
    await track.dispatchEvent('touchstart');
    await track.evaluate((list, to) => list.scrollTo({ left: to * list.clientWidth, behavior: 'instant' }), slides);
  };
  await flingTo(2);
  await expectSeen(page, 2);
  await flingTo(2);
  await expectSeen(page, 3);
  await flingTo(0);
  await expectSeen(page, 2);
});

test('arrow keys and swipes follow the reading direction in Arabic', async ({ openAs, paddock }) => {
  const page = await openAs('driver', { community: 'workplace', locale: 'ar', viewport: viewports.phone });
  const { token } = await sessionOf(paddock, 'workplace', 'driver');
  const image_urls = await uploadPictures(page, token, 3);
  const id = await shoutWith(paddock, 'workplace', token, { shout: unique('ثلاث لفات'), image_urls });
  await go(page, `/main/shout/${id}`);
  const arabic = (key: string) => textOf('mfe-shouts', 'ar', key);
  await page
    .getByRole('button', { name: arabic('open_picture') })
    .first()
    .click();
  const alt = () => shown(page).getAttribute('alt');
  await expect.poll(alt).toMatch(/1/);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(alt).toMatch(/2/);
  await page.keyboard.press('ArrowRight');
  await expect.poll(alt).toMatch(/1/);
  await expectAccessible(page);
  for (const device of ['phone', 'desktop'] as const) {
    await emulateDevice(page, device);
    await takeScreen(page, 'viewer-ar', device, 'dark');
  }
});

test('the picture of a group opens over the whole window; Back closes it', async ({ openAs, paddock }) => {
  const page = await openAs('steward', { viewport: viewports.phone });
  const { token } = await sessionOf(paddock, 'motorsport', 'steward');
  const [image_url] = await uploadPictures(page, token, 1);
  const title = unique('Marshals');
  const body = { client_id: crypto.randomUUID(), title, image_url };
  const created = await callApi(paddock, 'motorsport', 'POST', '/groups', { token, body });
  const { id } = (created.body as { group: { id: string } }).group;
  await go(page, `/main/group/${id}`);
  const picture = page.getByRole('button', { name: `Open the picture of ${title}` });
  const { width } = (await picture.boundingBox())!;
  expect(width).toBe(64);
  await picture.click();
  await expect(viewer(page)).toBeVisible();
  await expect(shown(page)).toHaveAttribute('alt', 'Picture 1 of 1');
  await expect.poll(() => shown(page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600);
  await expectAccessible(page);
  await takeScreen(page, 'group-viewer', 'phone', 'light');
  await page.goBack();
  await expect(viewer(page)).toBeHidden();
  await takeScreen(page, 'group-with-picture', 'phone', 'light');
  await picture.click();
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeHidden();
  await expect(picture).toBeFocused();
});

test('a picture that does not load says so and is tried again; a failed download shows an error', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/Failed to load resource/);
  const page = await openAs('crew', { viewport: viewports.phone });
  const { token } = await sessionOf(paddock, 'motorsport', 'crew');
  const image_urls = await uploadPictures(page, token, 1);
  const id = await shoutWith(paddock, 'motorsport', token, { shout: unique('One lap'), image_urls });
  await page.route('**/api/files/**', (route) => route.fulfill({ status: 404, body: '' }));
  await go(page, `/main/shout/${id}`);
  await page.getByRole('button', { name: 'Open picture 1 of 1' }).click();
  await expect(viewer(page).getByText(text('failed'))).toBeVisible();
  await takeScreen(page, 'viewer-failed', 'phone', 'light');
  await expectAccessible(page);
  await viewer(page)
    .getByRole('button', { name: text('download') })
    .click();
  await expect(page.getByText('The file could not be downloaded.')).toBeVisible();
  await page.unroute('**/api/files/**');
  await viewer(page)
    .getByRole('button', { name: text('retry') })
    .click();
  await expect.poll(() => shown(page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600);
});
