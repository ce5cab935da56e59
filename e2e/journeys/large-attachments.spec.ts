import type { Request } from '@playwright/test';
import { writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { chatRow, conversation, crew, unique } from '../fixtures/places.js';
import { expect, test } from '../fixtures/test.js';

test('a large file continues where it was cut, also after a reload', async ({ openAs, paddock, pageErrors }, info) => {
  // Playwright copies each intercepted body of 12 MB between three processes.
  test.setTimeout(180_000);
  pageErrors.allow(/ERR_CONNECTION_RESET|ERR_FAILED/);
  const page = await openAs('driver');
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  await chatRow(page, crew).click();
  const box = page.getByRole('textbox', { name: `Write to ${crew}` });
  const content = Buffer.alloc(12_000_000, 7);
  // The connection ends after 5 MB, and there is none until the reload.
  await page.route('**/api/files/resumable/*', async (route) => {
    if (route.request().method() === 'PATCH')
      await sendPart(paddock.port, route.request(), content.subarray(0, 5_000_000));
    await route.abort('connectionreset');
  });
  // From the disk: its bytes would take long through the browser's control channel.
  const file = info.outputPath('trace.bin');
  await writeFile(file, content);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach files' }).click();
  await (await chooser).setFiles(file);
  await expect(page.getByText('trace.bin: Unable to upload')).toBeVisible({ timeout: 60_000 });
  await page.unroute('**/api/files/resumable/*');
  await page.reload();
  await expect(page.getByRole('img', { name: 'trace.bin', exact: true })).toBeVisible();
  const [first, second = 0] = offsets;
  expect([offsets.length, first]).toEqual([2, 0]);
  // What the server had read when the connection ended.
  expect(second).toBeGreaterThan(1_000_000);
  expect(second).toBeLessThanOrEqual(5_000_000);

  const text = unique('The whole trace');
  await box.fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(conversation(page)).toContainText(/trace\.bin.*12 MB/s);
});

/** Sends the beginning of a request's body to the server, and then ends the connection. */
async function sendPart(port: number, from: Request, part: Buffer): Promise<void> {
  const { method, path, headers } = {
    method: from.method(),
    path: new URL(from.url()).pathname,
    headers: from.headers(),
  };
  const host = new URL(from.url()).host;
  const request = httpRequest({
    host: '127.0.0.1',
    port,
    method,
    path,
    headers: { ...headers, host, 'content-length': 12_000_000 },
  });
  request.on('error', () => undefined);
  await new Promise((sent) => request.write(part, sent));
  // The bytes leave this process before the connection ends.
  await expect.poll(() => request.socket?.writableLength ?? 1).toBe(0);
  request.destroy();
}
