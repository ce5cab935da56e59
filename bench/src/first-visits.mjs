import { request } from 'undici';
import { step } from '@paddock/cli/progress.mjs';
import { median, rounded, withMissed } from './statistics.mjs';
import { community } from './web-builds.mjs';

/** The most that the page may move below the eyes of a visitor; web.dev calls 0.1 good. */
const maxShift = 0.05;

/**
 * @typedef {{ at: number, value: number, moved: string[] }} Shift milliseconds, the browser's score, and what moved:
 *   x, y, width and height before and after
 * @typedef {{ shifts: Shift[], paint: number, bytes: number }} FirstVisit `paint` is the largest contentful paint in ms; `bytes` were
 *   transferred with headers until the network was idle
 */

/**
 * Opens each tab of the community in turn as its members do first: signed in, with an empty cache.
 * @param {number} port
 * @param {number} count visits of each tab
 * @param {string} line name of the line
 * @param {(address: string) => Promise<FirstVisit>} visit
 * @returns {Promise<import('./suites.mjs').Row[]>}
 */
export async function firstVisitRows(port, count, line, visit) {
  const tabs = await tabsOf(port);
  /** @type {FirstVisit[][]} */
  const visits = tabs.map(() => []);
  for (let turn = 0; turn < count; turn++)
    await step(`first visits: turn ${turn + 1} of ${count}, ${tabs.length} tabs`, async () => {
      for (const [index, { address }] of tabs.entries()) visits[index]?.push(await visit(address));
    });
  return tabs.map(({ title, address }, index) => {
    const own = visits[index] ?? [];
    const scores = own.map(({ shifts }) => cumulativeShift(shifts));
    return withMissed({
      what: `first visit of ${title}, ${line}`,
      metrics: {
        CLS: rounded(median(scores)),
        'worst CLS': rounded(Math.max(...scores)),
        'LCP ms': rounded(median(own.map(({ paint }) => paint))),
        'transferred KB': rounded(median(own.map(({ bytes }) => bytes)) / 1024),
      },
      targets: { CLS: { max: maxShift }, 'worst CLS': { max: maxShift } },
      details: { address, visits: own },
    });
  });
}

/**
 * The score of a visit as browsers define it: the largest sum of a session, which ends after a second without a shift, and after five.
 * @param {readonly Shift[]} shifts in order of time
 */
function cumulativeShift(shifts) {
  let [largest, sum, began, last] = [0, 0, -Infinity, -Infinity];
  for (const { at, value } of shifts) {
    const isSameSession = at - last < 1000 && at - began < 5000;
    if (!isSameSession) began = at;
    sum = isSameSession ? sum + value : value;
    last = at;
    largest = Math.max(largest, sum);
  }
  return largest;
}

/** @param {number} port */
async function tabsOf(port) {
  const { body } = await request(`http://127.0.0.1:${port}/api/boot`, { headers: { host: `${community}.localhost` } });
  const { tabs } = /** @type {{ tabs: { id: string, title: string, namespace?: string }[] }} */ (await body.json());
  return tabs.map(({ id, title, namespace }) => ({
    title,
    address: id === 'notices' && namespace !== undefined ? `/main/notices/in/${namespace}` : `/main/${id}`,
  }));
}
