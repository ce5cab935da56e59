import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { request } from 'undici';
import { deploymentsDir, registryDir } from '@paddock/cli/paths.mjs';
import { step } from '@paddock/cli/progress.mjs';
import { startRunning } from '@paddock/cli/running.mjs';
import { median, rounded, withMissed } from './statistics.mjs';
import { community } from './web-builds.mjs';
import { openBrowser } from './web-page.mjs';

const about =
  'what modules cost that a deployment names and a visit does not use: bytes of the boot reply, and time until the first tab; copies ' +
  'of a released module without tabs';
const counts = [6, 12, 24];
const copied = 'mfe-people';
/** Visits for a useful median, unless `--runs` exceeds the default of the other suites. */
const usualVisits = 15;

/** @param {import('./suites.mjs').BenchOptions} options */
export async function run({ runs, folder }) {
  const visits = runs > 3 ? runs : usualVisits;
  const browser = await openBrowser();
  /** @type {{ count: number, running: Awaited<ReturnType<typeof startRunning>>, times: number[] }[]} */
  const started = [];
  try {
    for (const count of counts)
      started.push({ count, times: [], running: await step(`${count} modules`, () => startWith(folder, count)) });
    for (const { running } of started) for (let visit = 0; visit < 2; visit++) await browser.visit(running.port);
    for (let visit = 0; visit < visits; visit++)
      await step(`visit ${visit + 1} of ${visits}`, async () => {
        for (const { running, times } of started) times.push((await browser.visit(running.port)).firstTab);
      });
    const measured = await Promise.all(
      started.map(async ({ count, running, times }) => {
        const reply = await bootReply(running.port);
        return { count, bytes: reply.length, gzip: gzipSync(reply).length, time: median(times), details: times };
      }),
    );
    const [first] = measured;
    return {
      about,
      rows: measured.map(({ count, bytes, gzip, time, details }) => {
        const each = (value, base) => rounded((value - base) / (count - Number(first?.count)));
        return withMissed({
          what: `${count} modules`,
          metrics: {
            'boot KB': rounded(bytes / 1024),
            'gzip KB': rounded(gzip / 1024),
            'first tab ms': rounded(time),
            ...(count !== first?.count && {
              'KB each': each(bytes / 1024, Number(first?.bytes) / 1024),
              'gzip KB each': each(gzip / 1024, Number(first?.gzip) / 1024),
              'ms each': each(time, Number(first?.time)),
            }),
          },
          ...(count !== first?.count && { targets: { 'gzip KB each': { max: 1 }, 'ms each': { max: 2 } } }),
          details,
        });
      }),
    };
  } finally {
    await browser.close();
    for (const { running } of started) await running.stop();
  }
}

/** Starts the demo community with copies of a module until it has this many. */
async function startWith(folder, count) {
  const dir = join(folder, String(count));
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  await cp(deploymentsDir, join(dir, 'deployments'), { recursive: true });
  await cp(registryDir, join(dir, 'registry'), { recursive: true });
  const file = join(dir, 'deployments', `${community}.json`);
  const read = async (path) => JSON.parse(await readFile(path, 'utf8'));
  const [base, own, { stable }] = await Promise.all([
    read(join(dir, 'deployments/base.json')),
    read(file),
    read(join(dir, 'registry', copied, 'channels.json')),
  ]);
  const missing = count - Object.keys({ ...base.modules, ...own.modules }).length;
  const ids = Array.from({ length: missing }, (_, index) => `mfe-unused-${String.fromCharCode(97 + index)}`);
  for (const id of ids) {
    const target = join(dir, 'registry', id);
    await cp(join(dir, 'registry', copied, stable), join(target, stable), { recursive: true });
    const manifest = await read(join(target, stable, 'manifest.json'));
    const unused = { ...manifest, id, tabs: [], routes: [{ path: `/main/${id}` }], links: {} };
    await writeFile(join(target, stable, 'manifest.json'), JSON.stringify(unused));
    await writeFile(join(target, 'channels.json'), JSON.stringify({ stable }));
  }
  const modules = { ...own.modules, ...Object.fromEntries(ids.map((id) => [id, 'stable'])) };
  await writeFile(file, JSON.stringify({ ...own, modules }));
  return startRunning({
    dataDir: join(dir, 'data'),
    deploymentsDir: join(dir, 'deployments'),
    registryDir: join(dir, 'registry'),
    demo: true,
    env: { RATE_LIMITS: 'off' },
  });
}

/** @param {number} port */
async function bootReply(port) {
  const headers = { host: `${community}.localhost` };
  const { body } = await request(`http://127.0.0.1:${port}/api/boot`, { headers });
  return Buffer.from(await body.arrayBuffer());
}
