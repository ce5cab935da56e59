import { chromium } from 'playwright-core';
import { request } from 'undici';
import { findBrowser } from '@paddock/cli/install/browser.mjs';
import { community } from './web-builds.mjs';

/** A phone. */
const viewport = { width: 390, height: 844 };
/** The rest after the last request, in which late parts still move the page. */
const restMs = 1000;
/** A row of the chat list. The first tab counts as loaded when a row is visible. */
const firstRow = '[data-module="mfe-chats"] a[href*="/main/chats/"]';

/**
 * @typedef {{ latency: number, bytesPerSecond: number, cpu: number }} Line latency in milliseconds per request; `cpu` is the factor by
 *   which the processor is slowed down
 * @typedef {{ firstTab: number, secondTab: number, requests: string[] }} Visit milliseconds, and the addresses
 *   requested until the first tab requests its rows
 */

export async function openBrowser() {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  });
  return {
    close: () => browser.close(),
    visit: (port, line) => visit(browser, port, line),
    firstVisit: (port, address, line) => firstVisit(browser, port, address, line),
    open: (port, address, username) => open(browser, port, address, username),
  };
}

/** @param {number} port @param {string} [username] */
async function signIn(port, username = 'driver') {
  const host = `${community}.localhost`;
  const reply = await request(`http://127.0.0.1:${port}/api/users/login`, {
    method: 'PUT',
    headers: { host, 'content-type': 'application/json' },
    body: JSON.stringify({ username_or_email: username, password: 'paddock-demo' }),
  });
  const { token, user } = /** @type {any} */ (await reply.body.json());
  if (!token) throw new Error(`the demo's ${username} cannot sign in: ${reply.statusCode}`);
  const localStorage = [{ name: 'user', value: JSON.stringify({ ...user, token }) }];
  return { cookies: [], origins: [{ origin: `http://${host}:${port}`, localStorage }] };
}

/** @type {Map<number, Awaited<ReturnType<typeof signIn>>>} */
const sessions = new Map();

/** The driver's session, the same for all visits, so that sign-ins take no part in them. */
async function sessionOf(port) {
  const session = sessions.get(port) ?? (await signIn(port));
  sessions.set(port, session);
  return session;
}

/**
 * Visits the chats as a signed-in member with an empty cache, then the shouts, when the other modules have loaded. Both times end
 * with the frame that shows the screen.
 * @param {import('playwright-core').Browser} browser
 * @param {number} port
 * @param {Line} [line]
 * @returns {Promise<Visit>}
 */
async function visit(browser, port, line) {
  const context = await browser.newContext({ storageState: await sessionOf(port), viewport });
  try {
    const page = await context.newPage();
    if (line) await slowDown(context, page, line);
    await page.addInitScript(timeOf, { name: 'firstTab', selector: firstRow });
    await page.goto(`http://${community}.localhost:${port}/#/main/chats`, { waitUntil: 'commit' });
    const firstTab = await page.evaluate(() => Reflect.get(globalThis, 'firstTab'));
    const requests = await page.evaluate(() => {
      const all = /** @type {any[]} */ (performance.getEntriesByType('resource'));
      // The first tab requests its rows when its code has loaded; the preloaded code of other tabs comes later.
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

/**
 * Opens an address as a signed-in member with an empty cache, and waits until nothing more is loaded.
 * @param {import('playwright-core').Browser} browser
 * @param {number} port
 * @param {string} address after the hash
 * @param {Line} line
 * @returns {Promise<import('./first-visits.mjs').FirstVisit>}
 */
async function firstVisit(browser, port, address, line) {
  const context = await browser.newContext({ storageState: await sessionOf(port), viewport });
  try {
    const page = await context.newPage();
    const session = await slowDown(context, page, line);
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.addInitScript(observePaints);
    await page.goto(`http://${community}.localhost:${port}/#${address}`, { waitUntil: 'commit' });
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(restMs);
    return { ...(await page.evaluate(() => Reflect.get(globalThis, 'paints'))), bytes };
  } finally {
    await context.close();
  }
}

/**
 * Opens an address as a signed-in member.
 * @param {import('playwright-core').Browser} browser
 * @param {number} port
 * @param {string} address after the hash
 * @param {string} [username]
 */
async function open(browser, port, address, username) {
  const context = await browser.newContext({ storageState: await signIn(port, username) });
  const page = await context.newPage();
  await page.goto(`http://${community}.localhost:${port}/#${address}`);
  return page;
}

/** Runs in the page: resolves to the first paint of the element, in ms since navigation started. */
function timeOf({ name, selector }) {
  const { document, requestAnimationFrame } = /** @type {any} */ (globalThis);
  const seen = new Promise((resolve) => {
    const look = () => (document.querySelector(selector) ? painted() : requestAnimationFrame(look));
    const painted = () => requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    look();
  });
  Reflect.set(globalThis, name, seen);
}

/** Runs in the page: collects its layout shifts and the time of its largest paint. */
function observePaints() {
  const { PerformanceObserver } = /** @type {any} */ (globalThis);
  const paints = { shifts: /** @type {import('./first-visits.mjs').Shift[]} */ ([]), paint: NaN };
  Reflect.set(globalThis, 'paints', paints);
  const placeOf = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  const moveOf = ({ node, previousRect, currentRect }) => {
    const element = node?.nodeType === 3 ? node.parentElement : node;
    const name = element ? `${element.localName} "${element.textContent.slice(0, 40)}"` : 'a removed element';
    return `${name}: ${placeOf(previousRect)} → ${placeOf(currentRect)}`;
  };
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('layout-shift', ({ startTime, value, hadRecentInput, sources }) => {
    if (!hadRecentInput) paints.shifts.push({ at: startTime, value, moved: sources.map(moveOf) });
  });
  observe('largest-contentful-paint', ({ startTime }) => (paints.paint = startTime));
}

/** Runs in the page: resolves to the ms from the click on the tab until its heading is painted. */
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

/** Throttles network and processor to a {@link Line}. */
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
  return session;
}
