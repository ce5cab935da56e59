import { chromium } from 'playwright-core';
import { request } from 'undici';
import { findBrowser } from '@paddock/cli/browser.mjs';
import { community } from './web-builds.mjs';

/** A row of the chat list: the first tab is there when a member can read it. */
const firstRow = '[data-module="mfe-chats"] a[href*="/main/chats/"]';

/**
 * @typedef {{ latency: number, bytesPerSecond: number, cpu: number }} Line milliseconds a request, and how many times slower
 *   the processor is
 * @typedef {{ firstTab: number, secondTab: number, requests: string[] }} Visit milliseconds, and the addresses of what was
 *   loaded until the first tab could ask for its rows
 */

export async function openBrowser() {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  });
  return {
    close: () => browser.close(),
    visit: (port, line) => visit(browser, port, line),
  };
}

/** @param {number} port */
async function signIn(port) {
  const host = `${community}.localhost`;
  const reply = await request(`http://127.0.0.1:${port}/api/users/login`, {
    method: 'PUT',
    headers: { host, 'content-type': 'application/json' },
    body: JSON.stringify({ username_or_email: 'driver', password: 'paddock-demo' }),
  });
  const { token, user } = /** @type {any} */ (await reply.body.json());
  if (!token) throw new Error(`the demo's driver cannot sign in: ${reply.statusCode}`);
  const localStorage = [{ name: 'user', value: JSON.stringify({ ...user, token }) }];
  return { cookies: [], origins: [{ origin: `http://${host}:${port}`, localStorage }] };
}

/** @type {Map<number, Awaited<ReturnType<typeof signIn>>>} */
const sessions = new Map();

/**
 * A signed-in member's visit with an empty cache: to the chats, and from there, when the other modules are loaded, to the
 * shouts. Both times end with the frame in which a member sees the screen.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {number} port
 * @param {Line} [line]
 * @returns {Promise<Visit>}
 */
async function visit(browser, port, line) {
  const storageState = sessions.get(port) ?? (await signIn(port));
  sessions.set(port, storageState);
  const context = await browser.newContext({ storageState, viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    if (line) await slowDown(context, page, line);
    await page.addInitScript(timeOf, { name: 'firstTab', selector: firstRow });
    await page.goto(`http://${community}.localhost:${port}/#/main/chats`, { waitUntil: 'commit' });
    const firstTab = await page.evaluate(() => Reflect.get(globalThis, 'firstTab'));
    const requests = await page.evaluate(() => {
      const all = /** @type {any[]} */ (performance.getEntriesByType('resource'));
      // With its code there the first tab asks for its rows; the other tabs' code, loaded ahead, comes later.
      const ready = all.find(({ name }) => name.includes('/api/filters/'))?.startTime ?? Infinity;
      return all.filter(({ startTime }) => startTime <= ready).map(({ name }) => new URL(name).pathname);
    });
    await page.waitForLoadState('networkidle');
    const secondTab = await page.evaluate(secondTabTime);
    return { firstTab, secondTab, requests };
  } finally {
    await context.close();
  }
}

/** Runs in the page: a promise of when the element was first painted, in ms since the page was asked for. */
function timeOf({ name, selector }) {
  const { document, requestAnimationFrame } = /** @type {any} */ (globalThis);
  const seen = new Promise((resolve) => {
    const look = () => (document.querySelector(selector) ? painted() : requestAnimationFrame(look));
    const painted = () => requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    look();
  });
  Reflect.set(globalThis, name, seen);
}

/** Runs in the page: from the touch of the tab until its heading was painted. */
function secondTabTime() {
  const { document, requestAnimationFrame } = /** @type {any} */ (globalThis);
  return new Promise((resolve) => {
    const began = performance.now();
    const link = document.querySelector('nav a[href="#/main/shouts"]');
    link.click();
    const look = () => {
      if (!document.querySelector('[data-module="mfe-shouts"] h1')) return void requestAnimationFrame(look);
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
    };
    look();
  });
}

/** Makes line and processor as slow as a {@link Line} says. */
async function slowDown(context, page, { latency, bytesPerSecond, cpu }) {
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
}
