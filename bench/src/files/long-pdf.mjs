import { Blob } from 'node:buffer';
import { openBrowser } from '../web-page.mjs';
import { medians, rounded, withMissed } from '../statistics.mjs';
import { startFiles } from './files-paddock.mjs';
import { longPdf, pages, wordOfLastPage } from './long-pdf-content.mjs';

const name = 'regulations.pdf';
/** A reader of a flat list of pages has to look at each of them, wherever they are, to find the last one. */
const trees = {
  'a tree of pages': { perNode: 10, share: 0.1 },
  'a flat list of pages': { perNode: pages, share: undefined },
};
const contents = /\/api\/files\/\w+\/\w+\?/;

/** @param {import('../suites.mjs').BenchOptions} options */
export async function run({ runs, folder }) {
  const files = await startFiles(folder);
  const browser = await openBrowser();
  try {
    /** @type {import('../suites.mjs').Row[]} */
    const rows = [];
    for (const [tree, { perNode, share }] of Object.entries(trees)) {
      const pdf = longPdf(perNode);
      const { id } = await files.upload(name, new Blob([pdf]));
      /** @type {Record<string, number>[]} */
      const metrics = [];
      for (let run = 0; run < runs; run++) metrics.push(await visit(browser, files.paddock.port, id, pdf.length));
      rows.push(
        withMissed({
          what: `${pages} pages, ${rounded(pdf.length / 1e6)} MB, ${tree}`,
          metrics: medians(metrics),
          targets: {
            'first page s': { max: 1.5 },
            ...(share && { 'share fetched': { max: share } }),
            'find s': { max: 2 },
            'longest frame ms': { max: 50 },
          },
          details: { metrics },
        }),
      );
    }
    return rows;
  } finally {
    await browser.close();
    await files.stop();
  }
}

/**
 * Opens the document from a page of the app, whose code of the viewer is not loaded yet, and finds a word of its last page.
 * @param {Awaited<ReturnType<typeof openBrowser>>} browser
 * @param {number} port @param {string} id @param {number} size
 * @returns {Promise<Record<string, number>>}
 */
async function visit(browser, port, id, size) {
  const page = await browser.open(port, '/main/files', 'super');
  try {
    await page.getByRole('main').getByRole('listitem').first().waitFor();
    await page.waitForLoadState('networkidle');
    const fetched = await followBytes(page);
    const began = performance.now();
    await page.evaluate(
      (address) => Reflect.set(Reflect.get(globalThis, 'location'), 'hash', address),
      `#/main/pdf-viewer/${id}`,
    );
    await page.locator('.textLayer').getByText('Article 1.1', { exact: false }).first().waitFor();
    const firstPage = (performance.now() - began) / 1000;
    const first = fetched();
    await page.waitForLoadState('networkidle');
    await page.evaluate(observeFrames);
    const asked = performance.now();
    await page.getByRole('searchbox').fill(wordOfLastPage);
    await page.getByRole('toolbar').getByRole('status').getByText('1/1').waitFor();
    const find = (performance.now() - asked) / 1000;
    // The page of the match is drawn.
    await page.waitForTimeout(1000);
    const longest = await page.evaluate(() => Reflect.get(globalThis, 'longest'));
    return {
      'first page s': firstPage,
      'share fetched': first.bytes / size,
      requests: first.requests,
      'find s': find,
      'longest frame ms': longest,
    };
  } finally {
    await page.context().close();
  }
}

/**
 * Counts the bytes of file contents that arrive from now on.
 * @param {import('playwright-core').Page} page
 */
async function followBytes(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  /** @type {Set<string>} */
  const requests = new Set();
  let bytes = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (contents.test(request.url)) requests.add(requestId);
  });
  session.on('Network.dataReceived', ({ requestId, dataLength }) => {
    if (requests.has(requestId)) bytes += dataLength;
  });
  return () => ({ bytes, requests: requests.size });
}

/** Runs in the page: remembers the longest task, which no frame can interrupt. */
function observeFrames() {
  const { PerformanceObserver } = /** @type {any} */ (globalThis);
  Reflect.set(globalThis, 'longest', 0);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      Reflect.set(globalThis, 'longest', Math.max(duration, Reflect.get(globalThis, 'longest')));
  }).observe({ type: 'longtask' });
}
