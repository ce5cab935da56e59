import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { firstLoadFiles } from '@paddock/build/rspack/module/module-budget.mjs';
import { firstVisitRows } from './first-visits.mjs';
import { withMissed, median, quantile, rounded } from './statistics.mjs';
import { step } from '@paddock/cli/progress.mjs';
import { startEveryWay, ways } from './web-builds.mjs';
import { openBrowser } from './web-page.mjs';

/** Visits for a useful median and 95th percentile, unless `--runs` exceeds the default of the other suites. */
const usualVisits = 15;
/** Maximum ratio of federated times and sizes to those of the other builds. */
const maxRatio = 1.15;
const slowLine = '40 ms, 10 Mbit/s, CPU / 4';
const slow = { latency: 40, bytesPerSecond: 10e6 / 8, cpu: 4 };
/** @type {Record<string, import('./web-page.mjs').Line | undefined>} */
const lines = { localhost: undefined, [slowLine]: slow };
/** First visits of each tab: layout shifts differ less between visits than times do. */
const visitsOfTab = 5;

/** @param {import('./suites.mjs').BenchOptions} options */
export async function run({ runs, folder }) {
  const visitsEach = runs > 3 ? runs : usualVisits;
  const { modules, registryDir, started, stop } = await startEveryWay(folder);
  const browser = await openBrowser();
  try {
    // Warm up the compiled code and caches of the services.
    for (const { running } of started) for (let visit = 0; visit < 2; visit++) await browser.visit(running.port);
    /** @type {import('./suites.mjs').Row[]} */
    const rows = [];
    /** @type {Record<string, { js: number, css: number }>} */
    const first = {};
    for (const [name, line] of Object.entries(lines)) {
      const visits = await interleaved(started, visitsEach, name, (port) => browser.visit(port, line));
      for (const { way, shellDir } of started)
        first[way] ??= await bytesOf(visits[way]?.[0]?.requests ?? [], { shellDir, registryDir });
      rows.push(...timeRows(name, visits));
    }
    const released = started.find(({ way }) => way === 'federated')?.running.port ?? NaN;
    const tabs = await firstVisitRows(released, Math.min(visitsEach, visitsOfTab), slowLine, (address) =>
      browser.firstVisit(released, address, slow),
    );
    return {
      about:
        `a signed-in member's chats with an empty cache, then the shouts; ${visitsEach} visits each, interleaved; KB are ` +
        'gzip; "one bundle" holds every module, "one build, split" loads a module’s code with its tab; ' +
        `first visits of each tab at 390×844: ${Math.min(visitsEach, visitsOfTab)} each, in turn`,
      rows: [...byteRows(first), ...(await moduleRows(modules, registryDir)), ...rows, ...tabs],
    };
  } finally {
    await browser.close();
    await stop();
  }
}

/**
 * Visits the builds in turn, so that a busy minute of the machine affects all of them.
 * @returns {Promise<Record<string, import('./web-page.mjs').Visit[]>>}
 */
async function interleaved(started, count, name, visit) {
  const visits = Object.fromEntries(started.map(({ way }) => [way, []]));
  for (let turn = 0; turn < count; turn++) {
    const order = started.map((_, at) => started[(at + turn) % started.length]);
    await step(`${name}: visit ${turn + 1} of ${count}, each way`, async () => {
      for (const { way, running } of order) visits[way].push(await visit(running.port));
    });
  }
  return visits;
}

function timeRows(name, visits) {
  const times = Object.fromEntries(ways.map((way) => [way, visits[way].map(({ firstTab }) => firstTab)]));
  return ways.map((way) => {
    const second = visits[way].map(({ secondTab }) => secondTab);
    return withMissed({
      what: `${way}, ${name}`,
      metrics: {
        'first tab ms': rounded(median(times[way])),
        'p95 ms': rounded(quantile(times[way], 0.95)),
        'second tab ms': rounded(median(second)),
        'p95 second ms': rounded(quantile(second, 0.95)),
        ...(way !== 'federated' && { 'federated / this': rounded(median(times['federated']) / median(times[way])) }),
      },
      targets: {
        ...(way === 'federated' && !lines[name] && { 'second tab ms': { max: 100 } }),
        ...(way !== 'federated' && { 'federated / this': { max: maxRatio } }),
      },
      details: { firstTab: times[way].map(rounded), secondTab: second.map(rounded) },
    });
  });
}

function byteRows(first) {
  return ways.map((way) =>
    withMissed({
      what: `first screen, ${way}`,
      metrics: {
        'JS KB': first[way].js,
        'CSS KB': first[way].css,
        ...(way !== 'federated' && { 'federated / this': rounded(first['federated'].js / first[way].js) }),
      },
      targets: way === 'federated' ? { 'JS KB': { max: 180 } } : { 'federated / this': { max: maxRatio } },
    }),
  );
}

/** Sizes of the files that a module loads before its first screen. */
async function moduleRows(modules, registryDir) {
  return Promise.all(
    modules.map(async (id) => {
      const { stable } = JSON.parse(await readFile(join(registryDir, id, 'channels.json'), 'utf8'));
      const dir = join(registryDir, id, stable);
      const files = (await firstLoadFiles(dir)).map((file) => join(dir, file));
      const { js, css } = await gzipKb(files);
      return withMissed({ what: id, metrics: { 'JS KB': js, 'CSS KB': css }, targets: { 'JS KB': { max: 60 } } });
    }),
  );
}

/** @param {string[]} addresses requested by a page; counts the files of scripts and style sheets */
async function bytesOf(addresses, { shellDir, registryDir }) {
  const files = [...new Set(addresses)]
    .filter((address) => /\.(js|css)$/.test(address))
    .map((address) => join(address.startsWith('/assets/') ? shellDir : registryDir, address));
  return gzipKb(files);
}

async function gzipKb(files) {
  const sums = { js: 0, css: 0 };
  for (const file of files) sums[file.endsWith('.js') ? 'js' : 'css'] += gzipSync(await readFile(file)).length / 1024;
  return { js: rounded(sums.js), css: rounded(sums.css) };
}
