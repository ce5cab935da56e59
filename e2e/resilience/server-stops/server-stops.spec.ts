import type { Page } from '@playwright/test';
import { expect, test as base } from '../../fixtures/test.js';

/** Stops and restarts the services with the same port and data; they run again for the next test. */
const test = base.extend<{ server: { stop(): Promise<void>; start(): Promise<void> } }>({
  isCold: true,
  server: async ({ paddock, pageErrors }, use) => {
    pageErrors.allow(/ERR_CONNECTION_|ERR_EMPTY_RESPONSE|WebSocket|status of 503/);
    let running = true;
    const start = async () => {
      if (!running) await paddock.restartServices();
      running = true;
    };
    const stop = async () => {
      await paddock.stopServices();
      running = false;
    };
    await use({ stop, start });
    await start();
  },
});

const everybody = '/#/main/chats/0';
const box = (page: Page) => page.getByRole('textbox', { name: 'Write to Everybody' });
const serverDown = (page: Page) => page.getByText('The server is not responding. Trying again…');
const waiting = (page: Page) => page.getByRole('log').getByRole('img', { name: 'Waiting for a connection' });
const said = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true });

test('a shout written while the server is down is kept, and sent once when it is back', async ({
  openAs,
  server,
  motorsport,
}) => {
  const text = 'Box this lap, rain in ten minutes';
  const [writer, reader] = await Promise.all([openAs('driver'), openAs('crew')]);
  for (const page of [writer, reader]) {
    await page.goto(motorsport + everybody);
    await expect(box(page)).toBeVisible();
  }

  await box(writer).fill(text);
  await server.stop();
  await expect(serverDown(writer)).toBeVisible();
  await expect(writer.getByText('Internet disconnected')).toHaveCount(0);
  await expect(box(writer)).toHaveValue(text);
  await box(writer).press('Enter');
  await expect(waiting(writer)).toBeVisible();

  await server.start();
  await expect(serverDown(writer)).toBeHidden();
  await expect(waiting(writer)).toBeHidden();
  for (const page of [writer, reader]) await expect(said(page, text)).toHaveCount(1);
  for (const page of [writer, reader]) {
    await page.reload();
    await expect(said(page, text)).toHaveCount(1);
  }
});

test('an unsent shout survives a reload while the server is down, and is sent once afterwards', async ({
  openAs,
  server,
  motorsport,
}) => {
  const text = 'Tyres are at the limit';
  const [writer, reader] = await Promise.all([openAs('driver'), openAs('crew')]);
  for (const page of [writer, reader]) {
    await page.goto(motorsport + everybody);
    await expect(box(page)).toBeVisible();
  }

  await server.stop();
  await box(writer).fill(text);
  await box(writer).press('Enter');
  await expect(waiting(writer)).toBeVisible();
  await expect(writer.reload()).rejects.toThrow('ERR_CONNECTION_REFUSED');

  await server.start();
  await writer.goto(motorsport + everybody);
  await expect(said(writer, text)).toHaveCount(1);
  // The reader, whose reconnection attempts have become rare, receives it by the next attempt or by polling.
  await expect(said(reader, text)).toHaveCount(1);
  await writer.reload();
  await expect(said(writer, text)).toHaveCount(1);
});
