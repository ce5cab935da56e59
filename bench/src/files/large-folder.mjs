import { MongoClient, ObjectId } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { openBrowser } from '../web-page.mjs';
import { termsOf } from '../content.mjs';
import { medians, quantile, withMissed } from '../statistics.mjs';
import { community, startFiles } from './files-paddock.mjs';

const entries = 10_000;
const maxRows = 400;
const requests = 100;
/** Time to scroll through the folder. */
const maxScrollMs = 300_000;

/** @param {import('../suites.mjs').BenchOptions} options */
export async function run({ runs, folder }) {
  const files = await startFiles(folder);
  const client = await new MongoClient(files.paddock.databaseUri).connect();
  try {
    const db = client.db(process.env.MONGODB_DB ?? 'paddock');
    const { item } = await files.call('POST', '/folders', { client_id: randomUUID(), name: 'Telemetry' });
    const rows = Array.from({ length: entries }, (_, number) => entryAt(number, item.id, files.user));
    for (let at = 0; at < entries; at += 1000) {
      const some = rows.slice(at, at + 1000);
      await db.collection('files').insertMany(some.flatMap(({ file }) => file ?? []));
      await db.collection('folder_items').insertMany(some.map(({ row }) => row));
    }
    const list = `/folders/${item.id}/children`;
    const { next } = await files.call('GET', `${list}?count=400`);
    const paths = {
      'first page of 100': list,
      'first page of 400': `${list}?count=400`,
      'page behind the first 400': `${list}?page=${next}`,
      'the root, which counts the folder': '/folders/null/children',
      'search, 50 found': '/folders/search?query=lap%20time',
      'a file': `/folders/${rows.at(-1)?.row._id}`,
    };
    /** @type {import('../suites.mjs').Row[]} */
    const measured = [];
    for (const [what, path] of Object.entries(paths))
      measured.push(
        withMissed({ what, metrics: await timesOf(files, path, runs), targets: { 'p50 ms': { max: 20 } } }),
      );
    const metrics = await rowsInPage(files.paddock.port, item.id);
    return [...measured, withMissed({ what: 'rows in the page', metrics, targets: { 'most rows': { max: maxRows } } })];
  } finally {
    await client.close();
    await files.stop();
  }
}

/**
 * @param {Awaited<ReturnType<typeof startFiles>>} files
 * @param {string} path @param {number} runs
 */
async function timesOf({ call }, path, runs) {
  /** @type {Record<string, number>[]} */
  const metrics = [];
  // The first run warms up.
  for (let run = 0; run <= runs; run++) {
    /** @type {number[]} */
    const times = [];
    for (let count = 0; count < requests; count++) {
      const began = performance.now();
      await call('GET', path);
      times.push(performance.now() - began);
    }
    if (run > 0) metrics.push({ 'p50 ms': quantile(times, 0.5), 'p99 ms': quantile(times, 0.99) });
  }
  return medians(metrics);
}

/**
 * Scrolls to the end of the folder in a browser, and counts the rows that the page has meanwhile.
 * @param {number} port @param {string} id
 * @returns {Promise<Record<string, number>>}
 */
async function rowsInPage(port, id) {
  const browser = await openBrowser();
  try {
    const page = await browser.open(port, `/main/files/${id}`);
    const rows = page.getByRole('main').getByRole('listitem');
    await rows.first().waitFor();
    const last = page.getByText(nameOf(entries - 1), { exact: true });
    let most = 0;
    const end = performance.now() + maxScrollMs;
    while (performance.now() < end && !(await last.isVisible())) {
      most = Math.max(most, await rows.count());
      await rows.last().evaluate((row) => /** @type {any} */ (row).scrollIntoView());
      await page.waitForTimeout(30);
    }
    if (!(await last.isVisible())) throw new Error('the end of the folder is not reached');
    return { 'most rows': most };
  } finally {
    await browser.close();
  }
}

const nameOf = (number) => `lap time ${String(number).padStart(5, '0')}.txt`;

/**
 * An entry as the services store it, one of a hundred a folder.
 * @param {number} number @param {string} parent @param {string} owner
 * @returns {{ row: any, file?: any }}
 */
function entryAt(number, parent, owner) {
  const isFolder = number % 100 === 0;
  const name = isFolder ? `Session ${number}` : nameOf(number);
  const created = new Date();
  const [_id, file] = [new ObjectId().toHexString(), new ObjectId().toHexString()];
  const place = { community, workplace: '' };
  const row = {
    ...{
      _id,
      ...place,
      name,
      name_key: name.toLowerCase(),
      sort_key: sortKeyOf(name),
      terms: termsOf(name.replace('.', ' ')),
    },
    ...{ parent, path: [parent], folder: isFolder, owner, client_id: randomUUID(), created, live: true },
  };
  if (isFolder) return { row };
  const of = { audience: 'attachment', attached: { kind: 'folder_item', id: _id } };
  return {
    row: { ...row, content: { file, size: 1000, by: owner, created } },
    file: {
      ...{ _id: file, community, place: '', owner, name, type: 'application/octet-stream', size: 1000, created, ...of },
      key: randomUUID().replaceAll('-', ''),
    },
  };
}

const sortKeyOf = (name) => name.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, '0'));
