import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Paddock } from '../fixtures/paddock.js';
import { pdfOf } from '../fixtures/pdf-pages.js';
import { go } from '../fixtures/places.js';
import { viewports } from '../fixtures/screens.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';
import { uploadFile } from '../fixtures/upload-file.js';

const name = 'Timetable.pdf';

/** Uploads a file of the driver and opens it; the page is one of the driver's. */
async function open(page: Page, paddock: Paddock, content: Buffer): Promise<void> {
  const { token } = await sessionOf(paddock, 'motorsport', 'driver');
  const { id } = await uploadFile(page, token, name, content);
  await go(page, `/main/pdf-viewer/${id}`);
}

const barOf = (page: Page) => page.getByRole('toolbar', { name });
const canvases = (page: Page) => page.getByRole('main').locator('canvas');

async function find(page: Page, text: string, count: string) {
  await barOf(page).getByRole('searchbox', { name: 'Find' }).fill(text);
  await expect(barOf(page).getByRole('status')).toContainText(count, { timeout: 60_000 });
}

/** Two fingers around a point, which move apart until their distance is `factor` times what it was. */
async function pinch(page: Page, [x, y]: [number, number], factor: number) {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove', apart: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [
        { x: x - apart, y, id: 0 },
        { x: x + apart, y, id: 1 },
      ],
    });
  await touch('touchStart', 40);
  for (let step = 0; step <= 6; step++) await touch('touchMove', 40 * factor ** (step / 6));
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

test('a long document is searched, turned and zoomed, keeps few pages and runs no script', async ({
  openAs,
  paddock,
}) => {
  const page = await openAs('driver', { viewport: viewports.phone, hasTouch: true });
  const lines = Array.from({ length: 2000 }, (_, index) => `Lap ${index + 1}${index === 1500 ? ', red flag' : ''}`);
  page.on('dialog', () => expect('a dialog of the document').toBe('absent'));
  await open(page, paddock, pdfOf(lines, 'app.alert\\(1\\)'));
  const bar = barOf(page);
  const lap = (number: number) => page.getByText(`Lap ${number}`, { exact: true });
  await expect(bar.getByText('of 2,000')).toBeVisible();
  await expect(lap(1)).toBeVisible();

  await bar.getByRole('button', { name: 'Next page' }).click();
  await bar.getByRole('button', { name: 'Next page' }).click();
  await expect(lap(3)).toBeInViewport();
  await bar.getByRole('textbox', { name: 'Page' }).fill('1200');
  await bar.getByRole('textbox', { name: 'Page' }).press('Enter');
  await expect(lap(1200)).toBeInViewport();

  // Far down, where a zoom about the document's start would lead to another page. The text is hidden while its page is drawn.
  const middle = async () => {
    const { x, y, width, height } = (await lap(1200).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: x + width / 2, y: y + height / 2, width };
  };
  const before = await middle();
  await pinch(page, [before.x, before.y], 2);
  let width = 0;
  await expect.poll(async () => (width = (await middle()).width) / before.width).toBeGreaterThan(1.5);
  const distance = async () => Math.hypot((await middle()).x - before.x, (await middle()).y - before.y);
  await expect.poll(distance).toBeLessThan(8);
  await bar.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(async () => (await middle()).width / width).toBeCloseTo(1.1, 1);

  await find(page, 'red flag', '1/1');
  await expect(page.getByText('red flag', { exact: true })).toBeInViewport();
  expect(await canvases(page).count()).toBeLessThan(12);

  await bar.getByRole('button', { name: 'Pages' }).click();
  const sheet = page.getByRole('dialog', { name: 'Pages' });
  await expect(sheet.getByRole('button', { name: 'Page 1,501', exact: true })).toHaveAttribute('aria-current', 'page');
  expect(await sheet.locator('canvas').count()).toBeLessThan(24);
  await sheet.getByRole('button', { name: 'Page 1,503', exact: true }).click();
  await expect(sheet).toBeHidden();
  await expect(lap(1503)).toBeInViewport();
});

test('documents of many producers open and are found in, across ligatures, divided words and accents', async ({
  openAs,
  paddock,
}) => {
  const page = await openAs('driver', { viewport: viewports.desktop });
  const read = (file: string) => readFile(join(import.meta.dirname, `../fixtures/pdfs/${file}.pdf`));
  for (const producer of [
    ...['cairo', 'chromium', 'libreoffice', 'latex', 'groff', 'ghostscript', 'mupdf', 'pdf-lib', 'pdfkit', 'reportlab'],
    ...['qpdf-linearized', 'encrypted'],
  ])
    await test.step(producer, async () => {
      await open(page, paddock, await read(producer));
      if (producer === 'encrypted') {
        await page.getByLabel('Password').fill('paddock');
        await page.getByRole('button', { name: 'Open' }).click();
        await expect(page.getByText('This password is not correct. Try again.').first()).toBeVisible();
        await page.getByLabel('Password').fill('pit-lane');
        await page.getByRole('button', { name: 'Open' }).click();
      }
      await expect(canvases(page).first()).toBeVisible();
      await find(page, 'efficient office', '1/1');
      await find(page, 'every regulation', '1/1');
      await find(page, 'cafe', '1/1');
      await find(page, 'chicane', 'No matches');
    });
  for (const arabic of ['arabic-chromium', 'arabic-libreoffice'])
    await test.step(arabic, async () => {
      await open(page, paddock, await read(arabic));
      await expect(canvases(page).first()).toBeVisible();
      await find(page, 'السباق الساعة', '1/1');
    });
});

test('scanned pages are drawn', async ({ openAs, paddock }) => {
  const page = await openAs('driver', { viewport: viewports.desktop });
  for (const scan of ['scan-g4', 'scan-jpx']) {
    await open(page, paddock, await readFile(join(import.meta.dirname, `../fixtures/pdfs/${scan}.pdf`)));
    const hasInk = () =>
      canvases(page)
        .first()
        .evaluate((canvas: HTMLCanvasElement) => {
          const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
          return data.some((value, at) => at % 4 === 0 && value < 64);
        });
    await expect.poll(hasInk).toBe(true);
  }
});

test('a match right of the visible part is scrolled into view on a phone held sideways', async ({
  openAs,
  paddock,
}) => {
  const page = await openAs('driver', { viewport: { width: 844, height: 390 }, hasTouch: true });
  await open(page, paddock, pdfOf([`Grid${' '.repeat(60)}last`, 'Warm-up']));
  await expect(canvases(page).first()).toBeVisible();
  for (let step = 0; step < 12; step++) await barOf(page).getByRole('button', { name: 'Zoom in' }).click();
  await expect(page.getByText('last')).not.toBeInViewport();
  await find(page, 'last', '1/1');
  await expect(page.getByText('last', { exact: true })).toBeInViewport({ ratio: 0.99 });
  expect(await page.evaluate(() => document.scrollingElement!.scrollLeft)).toBe(0);
});

test('a broken or missing document shows the reason, and a failed one is opened again', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  const page = await openAs('driver', { viewport: viewports.desktop });
  await open(page, paddock, Buffer.from('%PDF-1.7\nnothing more'));
  await expect(page.getByText('Invalid or corrupted PDF file.')).toBeVisible();

  // Stored before uploads were examined.
  const html = { contentType: 'application/pdf', body: '<!doctype html><script>alert(1)</script>' };
  await page.route(/\/api\/files\/\w+\/\w+\?/, (route) => route.fulfill(html));
  await open(page, paddock, pdfOf(['Warm-up']));
  await expect(page.getByText('Invalid or corrupted PDF file.')).toBeVisible();
  await page.unrouteAll();

  pageErrors.allow(/status of (404|503)/);
  await go(page, '/main/pdf-viewer/unknown');
  await expect(page.getByText('Missing PDF file.')).toBeVisible();

  await page.route(/\/api\/files\/\w+\/\w+\?/, (route) => route.fulfill({ status: 503, body: '' }));
  await open(page, paddock, pdfOf(['Warm-up']));
  await expect(page.getByText('Unexpected server response.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Warm-up', { exact: true })).toBeVisible();
});

test('pages that the connection withholds are fetched when it is back, and by Retry', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|status of 503/);
  const page = await openAs('driver', { viewport: viewports.phone });
  // Pages of 8 KB: most of them are not fetched with the first one.
  const laps = Array.from({ length: 200 }, (_, lap) => `Lap ${lap + 1}${' '.repeat(8000)}`);
  const bar = barOf(page);
  const lap = (number: number) => page.getByText(new RegExp(`^Lap ${number}\\s*$`));
  const goTo = async (number: number) => {
    await bar.getByRole('textbox', { name: 'Page' }).fill(String(number));
    await bar.getByRole('textbox', { name: 'Page' }).press('Enter');
  };
  const withheld = page.getByText('Some pages could not be loaded.');
  await open(page, paddock, pdfOf(laps));
  await expect(lap(1)).toBeVisible();
  await page.context().setOffline(true);
  await goTo(80);
  await expect(withheld).toBeVisible();
  await page.context().setOffline(false);
  await expect(lap(80)).toBeInViewport();
  await expect(withheld).toHaveCount(0);

  await page.route(/\/api\/files\/\w+\/\w+\?/, (route) => route.fulfill({ status: 503, body: '' }));
  await goTo(150);
  await expect(withheld).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(lap(150)).toBeInViewport();
  await expect(withheld).toHaveCount(0);
});
