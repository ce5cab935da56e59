import { Blob } from 'node:buffer';
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { step } from '@paddock/cli/progress.mjs';
import { median, rounded, withMissed } from '../statistics.mjs';
import { megabyte, startFiles } from './files-paddock.mjs';
import { withPeakMemory } from './peak-memory.mjs';

/** Sizes in megabytes, with the downloads of each turn. */
const sizes = { 1: 400, 16: 40 };
const atOnce = 10;
/** Downloads whose receivers are slow: a server that reads faster than it sends would have all of them in memory. */
const slowDownloads = 100;
const slowMegabytes = 16;
const slowMs = 3000;
const maxGrowthMb = 100;
const minShare = 0.8;

/** @param {import('../suites.mjs').BenchOptions} options */
export async function run({ runs, folder }) {
  const files = await startFiles(folder);
  const plain = await startPlainServer(folder);
  try {
    /** @type {import('../suites.mjs').Row[]} */
    const rows = [];
    /** @type {Record<string, string>} */
    const addresses = {};
    for (const [size, count] of Object.entries(sizes)) {
      const content = randomBytes(Number(size) * megabyte);
      const { path } = await files.upload('laps.bin', new Blob([content]));
      await writeFile(join(plain.folder, `${size}.bin`), content);
      addresses[size] = path;
      const ways = { paddock: [files.paddock.port, path], plain: [plain.port, `/${size}.bin`] };
      rows.push(await shareRow(`${size} MB, ${atOnce} at once`, ways, { bytes: content.length, count, runs }));
    }
    rows.push(await memoryRow(files.paddock, String(addresses[slowMegabytes])));
    return rows;
  } finally {
    plain.stop();
    await files.stop();
  }
}

/**
 * Both servers' throughput, in turn, so that a busy second of the machine affects both.
 * @param {string} what
 * @param {Record<string, readonly any[]>} ways
 * @param {{ bytes: number, count: number, runs: number }} options
 */
async function shareRow(what, ways, { bytes, count, runs }) {
  /** @type {Record<string, number[]>} */
  const speeds = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
  // The first turn warms up.
  for (let turn = 0; turn <= 2 * runs; turn++)
    await step(`${what}: turn ${turn} of ${2 * runs}`, async () => {
      const order = Object.entries(ways);
      for (const [way, [port, path]] of turn % 2 ? order : order.toReversed()) {
        const seconds = await download(port, path, count, bytes);
        if (turn > 0) speeds[way]?.push((bytes * count) / megabyte / seconds);
      }
    });
  const shares = speeds['paddock']?.map((speed, turn) => speed / Number(speeds['plain']?.[turn])) ?? [];
  return withMissed({
    what,
    metrics: {
      'MB/s': rounded(median(speeds['paddock'] ?? [])),
      'plain server MB/s': rounded(median(speeds['plain'] ?? [])),
      share: rounded(median(shares)),
    },
    targets: { share: { min: minShare } },
    details: { shares: shares.map(rounded) },
  });
}

/**
 * Seconds of so many downloads.
 * @param {number} port @param {string} path @param {number} count @param {number} bytes
 */
async function download(port, path, count, bytes) {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: atOnce });
  let left = count;
  const began = performance.now();
  const receive = async () => {
    while (left-- > 0) {
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path,
        headers: { host: 'motorsport.localhost' },
      });
      let received = 0;
      for await (const part of body) received += part.length;
      if (statusCode !== 200 || received !== bytes) throw new Error(`${path}: ${statusCode}, ${received} bytes`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, receive));
  await pool.close();
  return (performance.now() - began) / 1000;
}

/**
 * @param {Awaited<ReturnType<typeof startFiles>>['paddock']} paddock
 * @param {string} path
 */
async function memoryRow({ port, servicesPid }, path) {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: slowDownloads, bodyTimeout: 0 });
  const receive = async () => {
    const { body } = await pool.request({ method: 'GET', path, headers: { host: 'motorsport.localhost' } });
    // Nothing is received for a while.
    await wait(slowMs);
    let received = 0;
    for await (const part of body) received += part.length;
    return received === slowMegabytes * megabyte;
  };
  const { result, rest, growth } = await withPeakMemory(servicesPid(), () =>
    Promise.all(Array.from({ length: slowDownloads }, receive)),
  );
  await pool.close();
  return withMissed({
    what: `${slowDownloads} slow downloads of ${slowMegabytes} MB`,
    metrics: { complete: result.filter(Boolean).length, 'MB at rest': rounded(rest), 'MB more': rounded(growth) },
    targets: { complete: { min: slowDownloads }, 'MB more': { max: maxGrowthMb } },
  });
}

/** @param {string} folder */
async function startPlainServer(folder) {
  const server = fork(fileURLToPath(new URL('./plain-server.mjs', import.meta.url)), [folder]);
  const [port] = await once(server, 'message');
  return { folder, port, stop: () => server.disconnect() };
}
