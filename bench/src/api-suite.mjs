import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { withMissed, medians, quantile, rounded } from './statistics.mjs';
import { host, startLoaded } from './loaded-paddock.mjs';

const concurrency = 10;
const about =
  'services and database with 10 parallel requests, 101 members, 300 topics, 3,000 replies; CPU of both together; ' +
  'the load generator runs in another process';

/**
 * @typedef {Awaited<ReturnType<typeof startLoaded>>} Loaded
 * @type {{ what: string, requests: number, targets: import('./suites.mjs').Row['targets'], requestsOf(loaded: Loaded): import('./generator.mjs').Ask[] }[]}
 */
const cases = [
  {
    what: 'users/me',
    requests: 4000,
    targets: {},
    requestsOf: ({ members }) => members.map(({ token }) => ({ method: 'GET', path: '/api/users/me', token })),
  },
  {
    what: 'feed of 20 shouts',
    requests: 2000,
    targets: { 'requests/s': { min: 1000 }, 'p99 ms': { max: 25 }, 'CPU ms': { max: 1.5 } },
    requestsOf: ({ members, groups }) =>
      members.flatMap(({ token }, index) =>
        [0, 3, 7].map((step) => ({
          method: 'GET',
          path: `/api/shouts?filter=${groups[(index + step) % groups.length]}&count=20`,
          token,
        })),
      ),
  },
  {
    what: '30 shouts around one in the middle',
    requests: 2000,
    targets: {},
    requestsOf: ({ members, groups }) =>
      members.flatMap(({ token }, index) =>
        [5, 15, 25].map((seq) => ({
          method: 'GET',
          path: `/api/shouts?filter=${groups[index % groups.length]}&count=30&around_seq=${seq}`,
          token,
        })),
      ),
  },
  {
    what: '50 messages of a chat',
    requests: 2000,
    targets: { 'requests/s': { min: 800 } },
    requestsOf: ({ chats }) =>
      chats.flatMap(({ a, b }) => [
        { method: 'GET', path: `/api/shouts?filter=${b.id}&count=50`, token: a.token },
        { method: 'GET', path: `/api/shouts?filter=${a.id}&count=50`, token: b.token },
      ]),
  },
  {
    what: 'post a shout',
    requests: 1500,
    targets: { 'requests/s': { min: 600 }, 'p99 ms': { max: 40 } },
    requestsOf: ({ members, emptyGroups }) =>
      members.map(({ token }, index) => ({
        method: 'POST',
        path: '/api/shouts',
        token,
        post: { group: emptyGroups[(index * 3) % emptyGroups.length] ?? '' },
      })),
  },
];

/** @param {import('./suites.mjs').BenchOptions} options */
export async function run({ runs, folder, profile }) {
  const loaded = await startLoaded({ folder, profile });
  const generator = fork(fileURLToPath(new URL('./generator.mjs', import.meta.url)));
  const measure = async ({ requestsOf, requests }) => {
    generator.send({ port: loaded.port, host, asks: requestsOf(loaded), requests, concurrency });
    const [result] = await once(generator, 'message');
    if (result.failed) throw new Error(result.failed);
    return result;
  };
  try {
    // Warm up compiled code, caches and connections.
    for (const one of cases) await measure({ ...one, requests: one.requests / 4 });
    /** @type {Record<string, number>[][]} */
    const metrics = cases.map(() => []);
    // Interleave the runs, so that a busy minute of the machine does not affect one measurement alone.
    for (let count = 0; count < runs; count++)
      for (const [index, one] of cases.entries()) metrics[index]?.push(await oneRun(loaded, one, measure));
    const rows = cases.map(({ what, targets }, index) =>
      withMissed({ what, targets, metrics: medians(metrics[index] ?? []) }),
    );
    return { about, rows };
  } finally {
    generator.disconnect();
    await loaded.stop();
  }
}

/**
 * @param {Loaded} loaded
 * @param {(typeof cases)[number]} one
 * @returns {Promise<Record<string, number>>}
 */
async function oneRun(loaded, one, measure) {
  const before = { cpu: loaded.cpu(), commands: await loaded.commands() };
  loaded.profile();
  const { seconds, times, bytes } = await measure(one);
  loaded.profile();
  const after = { cpu: loaded.cpu(), commands: await loaded.commands() };
  const services = (after.cpu.services - before.cpu.services) / one.requests;
  const database = (after.cpu.database - before.cpu.database) / one.requests;
  const queries = Object.entries(after.commands).map(([name, total]) => total - (before.commands[name] ?? 0));
  return {
    'requests/s': rounded(one.requests / seconds),
    'p50 ms': quantile(times, 0.5),
    'p99 ms': quantile(times, 0.99),
    'CPU ms': services + database,
    'of which services': services,
    'of which database': database,
    queries: queries.reduce((sum, count) => sum + count, 0) / one.requests,
    KB: bytes / one.requests / 1024,
  };
}
