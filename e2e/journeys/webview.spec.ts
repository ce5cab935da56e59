import type { ServerResponse } from 'node:http';
import { expectAccessible } from '../fixtures/accessibility.js';
import { callApi } from '../fixtures/call-api.js';
import { textOf } from '../fixtures/messages.js';
import { go } from '../fixtures/places.js';
import { expectNothingCut, takeScreen, viewports } from '../fixtures/screens.js';
import { expect } from '../fixtures/test.js';
import { test } from '../fixtures/with-site.js';

for (const [community, language, device] of [
  ['motorsport', 'en', 'desktop'],
  ['workplace', 'ar', 'phone'],
] as const) {
  const viewport = viewports[device];
  const text = (key: string) => textOf('mfe-content', language, key);

  test(`pages of another site are framed, refused and remembered in ${community}`, async ({
    openAs,
    paddock,
    site,
    changeDeployment,
    pageErrors,
  }) => {
    pageErrors.allow(/status of 40[34]|ERR_INTERNET_DISCONNECTED/);
    const html = { 'content-type': 'text/html' };
    const held: ServerResponse[] = [];
    const release = () => held.splice(0).forEach((response) => response.end('<h1>Circuit</h1>'));
    // The frame waits for the page; the server's question for its headers does not.
    const map = site.serve(`/map-${community}`, (request, response) => {
      response.writeHead(200, html);
      if (request.headers['sec-fetch-dest'] === 'iframe') held.push(response);
      else response.end();
    });
    const closed = site.serve(`/closed-${community}`, (_request, response) =>
      response.writeHead(200, { ...html, 'x-frame-options': 'DENY' }).end('closed'),
    );
    const revision = async () =>
      ((await callApi(paddock, community, 'GET', '/boot')).body as { revision: string }).revision;
    const before = await revision();
    await changeDeployment(community, (file) => {
      if (community === 'workplace') file.tabs.push('webview');
      file.flags['webview_tab'] = { url: map, wait: true };
    });
    await expect.poll(revision).not.toBe(before);

    const page = await openAs('driver', { community, locale: language, viewport });
    const look = async (state: string) => {
      await expectNothingCut(page);
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await expectAccessible(page);
        await takeScreen(page, `webview-${state}`, device, scheme);
      }
      await page.emulateMedia({ colorScheme: null });
    };
    const frame = page.getByRole('main').locator('iframe');
    const circuit = page.frameLocator('main iframe').getByRole('heading', { name: 'Circuit' });
    await go(page, '/main/webview');
    await expect(page.getByText(text('webview.loading'))).toBeVisible();
    await expect(frame).toHaveAttribute('data-loaded', 'false');
    await expect.poll(() => held.length).toBe(1);
    await look('loading');
    release();
    await expect(circuit).toBeVisible();
    await expect(page.getByText(text('webview.loading'))).toHaveCount(0);
    await look('loaded');
    await circuit.click();
    await expect(frame).toHaveAttribute('data-focused', 'true');
    await page.getByRole('heading', { level: 1 }).click();
    await expect(frame).not.toHaveAttribute('data-focused');

    // Remembered by its address: no spinner the second time, although the page is slow again.
    await go(page, '/main/people');
    await expect(frame).toHaveCount(0);
    await go(page, '/main/webview');
    await expect(frame).toHaveAttribute('data-loaded', 'true');
    await expect(page.getByText(text('webview.loading'))).toHaveCount(0);
    await expect.poll(() => held.length).toBe(1);
    release();
    await expect(circuit).toBeVisible();

    // Escapes of its own stay.
    const exact = `${map}?at=Spa%20%26%20Zolder&of=100%25`;
    await go(page, `/main/webview/${encodeURIComponent(exact)}`);
    await expect(frame).toHaveAttribute('src', exact);
    await go(page, `/main/webview/${encodeURIComponent(closed)}`);
    await expect(page.getByText(text('webview.refused'))).toBeVisible();
    await expect(page.getByRole('main').locator(`a[href="${closed}"]`).last()).toHaveAttribute('target', '_blank');
    await expect(frame).toHaveCount(0);
    await look('refused');

    await go(page, `/main/webview/${encodeURIComponent('https://elsewhere.example.org/')}`);
    await expect(page.getByText(text('webview.forbidden'))).toBeVisible();
    await expect(page.getByRole('main').locator('iframe, a[href*="elsewhere"]')).toHaveCount(0);
    await look('forbidden');

    await page.context().setOffline(true);
    await go(page, `/main/webview/${encodeURIComponent(`${map}?of=the-paddock`)}`);
    const retry = page.getByRole('main').getByRole('button');
    await expect(retry.last()).toBeVisible();
    await expect(frame).toHaveCount(0);
    await look('offline');
    await retry.last().click();
    await expect(frame).toHaveCount(0);
    // It is requested again by itself once the device is online.
    await page.context().setOffline(false);
    await expect(frame).toHaveAttribute('src', `${map}?of=the-paddock`);
  });

  test(`a visit to the custom page is counted in ${community}`, async ({ openAs }) => {
    const page = await openAs('driver', { community, locale: language, viewport });
    const counted = page.waitForRequest(
      (request) => request.url().endsWith('/api/logs') && /go_to_page/.test(request.postData() ?? ''),
    );
    await go(page, '/main/custom');
    await expect(page.getByRole('heading', { level: 1, name: text('custom.title') })).toBeVisible();
    expect((await counted).postDataJSON()).toMatchObject({ type: 'go_to_page', page_name: 'custom' });
    expect((await (await counted).response())?.status()).toBe(200);
    await expectAccessible(page);
  });
}
