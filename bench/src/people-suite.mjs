import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { addMembers } from './added-members.mjs';
import { measuredCases } from './community/call-cases.mjs';
import { startLarge } from './community/large-paddock.mjs';
import { measureLoad } from './community/measured.mjs';
import { startGenerator } from './generators.mjs';
import { host, startLoaded } from './loaded-paddock.mjs';
import { cpuMs } from './process-use.mjs';
import { medians, withMissed } from './statistics.mjs';

const small = { members: 1000, shouts: 1000 };
const large = { members: 100_000, shouts: 1000 };
const calls = /^people\.(list|closest|search): /;
const reads = 200;
/** A slow call is measured by fewer requests. */
const seconds = 2;
const callTargets = { 'p50 ms': { max: 10 }, '×10 p99 ms': { max: 60 }, 'times 10³': { max: 1.5 } };

const windows = 1000;
/** Each member's window closes and opens again once in 20 s. */
const flap = { rate: windows / 20, seconds: 30 };
const presenceTargets = { '% of a core': { max: 5 }, 'updates of a member in 5 s': { max: 1 } };

export const parts = ['calls', 'presence'];

/** @param {import('./suites.mjs').BenchOptions} options */
export function run({ part, ...options }) {
  return part === 'presence' ? presence(options) : directory(options);
}

/** @param {import('./suites.mjs').BenchOptions} options */
async function directory({ runs, folder, profile }) {
  const before = await measureAll({ folder, size: small, runs });
  const after = await measureAll({ folder, size: large, runs, profile });
  const rows = [...after].map(([what, metrics]) => {
    const times = (metrics['p50 ms'] ?? NaN) / (before.get(what)?.['p50 ms'] ?? NaN);
    const all = { ...metrics, 'p50 ms at 10³': before.get(what)?.['p50 ms'] ?? NaN, 'times 10³': times };
    return withMissed({ what, metrics: medians([all]), targets: callTargets });
  });
  const about =
    'the directory by letter and by distance and the search among 10⁵ members, one request after another and 10 in parallel (×10); ' +
    'times 10³: p50 relative to that among 10³ members; the load generator runs in another process';
  return { about, rows };
}

async function measureAll({ folder, size, runs, profile = false }) {
  const loaded = await startLarge({ folder, size, profile });
  const generator = startGenerator(loaded);
  try {
    /** @type {Map<string, Record<string, number>>} */
    const metrics = new Map();
    for (const one of measuredCases().filter(({ what }) => calls.test(what))) {
      const measure = async (concurrency, requests) => {
        const asks = await one.requests(loaded, requests);
        return (await measureLoad(loaded, generator, { asks, requests, concurrency, gzip: false, seconds })).metrics;
      };
      await measure(10, reads / 4);
      /** @type {Record<string, number>[]} */
      const results = [];
      for (let run = 0; run < runs; run++) {
        const [alone, together] = [await measure(1, reads), await measure(10, reads)];
        const { 'p50 ms': p50 = NaN, 'p99 ms': p99 = NaN, 'CPU ms': cpu = NaN, commands = NaN } = alone;
        results.push({
          'p50 ms': p50,
          'p99 ms': p99,
          'CPU ms': cpu,
          commands,
          '×10 p99 ms': together['p99 ms'] ?? NaN,
        });
      }
      metrics.set(one.what, medians(results));
    }
    return metrics;
  } finally {
    generator.stop();
    await loaded.stop();
  }
}

/** @param {import('./suites.mjs').BenchOptions} options */
async function presence({ runs, folder, profile }) {
  const loaded = await startLoaded({ folder, profile });
  const forked = (name) => fork(fileURLToPath(new URL(`./${name}.mjs`, import.meta.url)));
  const [crowd, bareCrowd, bare] = [forked('socket-crowd'), forked('socket-crowd'), forked('bare-broadcast')];
  const request = async (message, child = crowd) => {
    child.send(message);
    return (await once(child, 'message'))[0];
  };
  try {
    const [{ port: barePort }] = await once(bare, 'message');
    const auths = (await addMembers(loaded, windows)).map(({ token }) => ({ token }));
    await request({ open: { port: barePort, path: '/bare', headers: {}, auths } }, bareCrowd);
    await request({ open: { port: loaded.port, path: '/api/realtime', headers: { host }, auths } });
    const during = async (work) => {
      const [cpu, commands, began] = [loaded.cpu(), await loaded.commands(), performance.now()];
      const result = await work();
      const spent = loaded.cpu();
      const ms = spent.services - cpu.services + spent.database - cpu.database;
      const writes = ((await loaded.commands())['update'] ?? 0) - (commands['update'] ?? 0);
      return { result, share: (100 * ms) / (performance.now() - began), writes };
    };
    /** @type {Record<string, number>[]} */
    const metrics = [];
    for (let run = 0; run < runs; run++) {
      const atRest = await during(() => new Promise((passed) => setTimeout(passed, 10_000)));
      loaded.profile();
      const { result, share, writes } = await during(() => request({ flap }));
      loaded.profile();
      const bareBefore = cpuMs(bare.pid ?? 0);
      const { flaps: bareFlaps } = await request({ flap }, bareCrowd);
      metrics.push({
        '% of a core': share,
        '% at rest': atRest.share,
        'CPU ms a return': ((share - atRest.share) * flap.seconds * 10) / result.flaps,
        'CPU ms of a bare return': (cpuMs(bare.pid ?? 0) - bareBefore) / bareFlaps,
        'writes a return': writes / result.flaps,
        'updates of a member in 5 s': (result.updates / windows / flap.seconds) * 5,
      });
    }
    const about =
      `${windows} members whose windows close and open again, ${flap.rate} a second: CPU time of services and database, ` +
      'and the events about members that each window received; a bare return is that to Socket.IO alone, in the same run';
    const what = `${windows} members whose presence flaps`;
    return { about, rows: [withMissed({ what, metrics: medians(metrics), targets: presenceTargets })] };
  } finally {
    for (const child of [crowd, bareCrowd, bare]) child.disconnect();
    await loaded.stop();
  }
}
