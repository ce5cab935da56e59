import { appendFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { request } from 'undici';
import { integrityOf } from '@paddock/build/rspack/module/integrity.mjs';
import { isCopy } from '@paddock/build/rspack/module/compressed-copies.mjs';
import { deploymentsDir, registryDir } from '@paddock/cli/paths.mjs';
import { step } from '@paddock/cli/progress.mjs';
import { startRunning } from '@paddock/cli/processes/running.mjs';
import { median, rounded, withMissed } from './statistics.mjs';
import { community } from './web-builds.mjs';
import { openBrowser } from './web-page.mjs';

const about =
  'what modules cost that a deployment names and a visit does not use: bytes of the boot reply, with each released module and without it, ' +
  'and time until the first tab; the added modules are the released ones in turn, without tabs, with other bytes in every file';
const counts = [6, 12, 24];
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
    const own = moduleRows(JSON.parse(String(await bootReply(Number(started[0]?.running.port)))));
    return {
      about,
      rows: [
        ...own,
        ...measured.map(({ count, bytes, gzip, time, details }) => {
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
            ...(count !== first?.count && { targets: { 'gzip KB each': { max: 0.5 }, 'ms each': { max: 2 } } }),
            details,
          });
        }),
      ],
    };
  } finally {
    await browser.close();
    for (const { running } of started) await running.stop();
  }
}

/** What each module adds to the compressed reply. */
function moduleRows(boot) {
  const size = (modules) => gzipSync(JSON.stringify({ ...boot, modules })).length / 1024;
  return boot.modules.map((module) =>
    withMissed({
      what: module.id,
      metrics: { 'gzip KB': rounded(size(boot.modules) - size(boot.modules.filter((other) => other !== module))) },
      targets: { 'gzip KB': { max: 0.5 } },
    }),
  );
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
  const [base, own] = await Promise.all([read(join(dir, 'deployments/base.json')), read(file)]);
  const released = Object.keys({ ...base.modules, ...own.modules });
  const missing = count - released.length;
  const ids = Array.from({ length: missing }, (_, index) => `mfe-unused-${String.fromCharCode(97 + index)}`);
  for (const [index, id] of ids.entries()) {
    const copied = String(released[index % released.length]);
    const { stable } = await read(join(dir, 'registry', copied, 'channels.json'));
    const target = join(dir, 'registry', id);
    await cp(join(dir, 'registry', copied, stable), join(target, stable), {
      recursive: true,
      filter: (path) => !isCopy(path),
    });
    const manifest = await read(join(target, stable, 'manifest.json'));
    const unused = { ...manifest, id, tabs: [], routes: [{ path: `/main/${id}` }], links: {} };
    await writeFile(join(target, stable, 'manifest.json'), JSON.stringify(unused));
    await differ(join(target, stable), id);
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

/** Changes the bytes of each file, so that their hashes do not compress away beside those of the original. */
async function differ(dir, id) {
  const scripts = (await readdir(join(dir, 'assets'))).filter((name) => /\.(js|css)$/.test(name));
  for (const file of scripts) await appendFile(join(dir, 'assets', file), `/* ${id} */`);
  const container = JSON.parse(await readFile(join(dir, 'mf-manifest.json'), 'utf8'));
  await writeFile(join(dir, 'mf-manifest.json'), JSON.stringify({ ...container, copied_as: id }));
  await writeFile(join(dir, 'integrity.json'), JSON.stringify(await integrityOf(dir)));
}

/** @param {number} port */
async function bootReply(port) {
  const headers = { host: `${community}.localhost` };
  const { body } = await request(`http://127.0.0.1:${port}/api/boot?integrity=file`, { headers });
  return Buffer.from(await body.arrayBuffer());
}
