import type { BrowserContext } from '@playwright/test';
import { expect, test } from '../fixtures/test.js';

// A worker keeps its browser contexts from test to test: what one test leaves, the next must not find.
test.describe.configure({ mode: 'serial' });

let used: BrowserContext;

test('a test leaves something in every store of a window', async ({ openAs, pageErrors }) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|WebSocket|ChunkLoadError/);
  const page = await openAs('driver');
  used = page.context();
  await page.evaluate(async () => {
    localStorage.setItem('left', 'yes');
    sessionStorage.setItem('left', 'yes');
    document.cookie = 'left=yes';
    await caches.open('left');
    await new Promise((done) => (indexedDB.open('left').onsuccess = done));
  });
  await used.grantPermissions(['geolocation']);
  await used.route('**/health', (route) => route.abort());
  await used.setOffline(true);
});

test('the next test finds none of it in the same context', async ({ openAs, motorsport }) => {
  const page = await openAs('driver');
  expect(page.context()).toBe(used);
  const left = await page.evaluate(async () => ({
    local: localStorage.getItem('left'),
    session: sessionStorage.getItem('left'),
    cookie: document.cookie,
    caches: await caches.has('left'),
    databases: (await indexedDB.databases()).some(({ name }) => name === 'left'),
    geolocation: (await navigator.permissions.query({ name: 'geolocation' })).state,
  }));
  expect(left.geolocation).not.toBe('granted');
  expect(left).toMatchObject({ local: null, session: null, cookie: '', caches: false, databases: false });
  await page.goto(`${motorsport}/health`);
  await used.addInitScript(() => undefined);
});

test('a context with an init script is not used again', async ({ openAs }) => {
  expect((await openAs('driver')).context()).not.toBe(used);
});
