import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { password, username } from './content.mjs';
import { withMissed, medians, quantile, rounded } from './statistics.mjs';
import { host, startLoaded } from './loaded-paddock.mjs';

const about =
  'argon2id with 19 MiB and two passes, one hash at a time on two cores; the load generators run in other processes on the same ' +
  'cores. Loop p99 is from monitorEventLoopDelay, without its interval of 50 ms';

const sampleMs = 50;
/** @param {Loaded} loaded */
const loopP99 = async ({ metric }) => (await metric('nodejs_eventloop_lag_p99_seconds')) * 1000 - sampleMs;
const hashed = 'paddock_password_hashes_total';
const guesses = 10_000;
const addresses = 100;
const allowedGuesses = 40;

/** @typedef {Awaited<ReturnType<typeof startLoaded>>} Loaded */

/** Starts a load generator in a separate process. */
function startGenerator() {
  const generator = fork(fileURLToPath(new URL('./generator.mjs', import.meta.url)));
  return {
    /** @param {Loaded} loaded */
    measure: async ({ port }, job) => {
      generator.send({ port, host, ...job });
      const [result] = await once(generator, 'message');
      if (result.failed) throw new Error(result.failed);
      return result;
    },
    stop: () => generator.disconnect(),
  };
}

const signIns = {
  requests: 200,
  concurrency: 8,
  asks: Array.from({ length: 101 }, (_, index) => ({
    method: 'PUT',
    path: '/api/users/login',
    body: { username_or_email: username(index), password },
  })),
};
/** @param {Loaded} loaded */
const readsOf = ({ members }, requests, concurrency) => ({
  requests,
  concurrency,
  asks: members.map(({ token }) => ({ method: 'GET', path: '/api/users/me', token })),
});

/**
 * @type {{ what: string, targets: import('./suites.mjs').Row['targets'], run(loaded: Loaded, first: ReturnType<typeof startGenerator>, second: ReturnType<typeof startGenerator>): Promise<Record<string, number>> }[]}
 */
const cases = [
  {
    what: 'sign-ins',
    targets: { '/s': { min: 20 }, 'loop p99 ms': { max: 40 } },
    run: async (loaded, first) => {
      await loopP99(loaded);
      const { seconds, times } = await first.measure(loaded, signIns);
      return metricsOf(seconds, times, await loopP99(loaded));
    },
  },
  {
    what: 'sign-ins, while users/me is read',
    targets: { '/s': { min: 20 }, 'loop p99 ms': { max: 40 } },
    run: async (loaded, first, second) => {
      await loopP99(loaded);
      const reading = second.measure(loaded, readsOf(loaded, 4000, 2));
      const { seconds, times } = await first.measure(loaded, signIns);
      const loop = await loopP99(loaded);
      const read = await reading;
      return {
        ...metricsOf(seconds, times, loop),
        'users/me /s': rounded(read.times.length / read.seconds),
        'users/me p99 ms': quantile(read.times, 0.99),
      };
    },
  },
  {
    what: 'users/me',
    targets: { '/s': { min: 1500 } },
    run: async (loaded, first) => {
      await loopP99(loaded);
      const { seconds, times } = await first.measure(loaded, readsOf(loaded, 4000, 10));
      return metricsOf(seconds, times, await loopP99(loaded));
    },
  },
];

/**
 * @param {number} seconds
 * @param {number[]} times
 * @param {number} loop
 */
const metricsOf = (seconds, times, loop) => ({
  '/s': rounded(times.length / seconds),
  'p50 ms': quantile(times, 0.5),
  'p99 ms': quantile(times, 0.99),
  'loop p99 ms': loop,
});

/** @param {import('./suites.mjs').BenchOptions} options */
export async function run({ runs, folder }) {
  const [first, second] = [startGenerator(), startGenerator()];
  try {
    return { about, rows: [...(await unlimited(runs, folder, first, second)), await limited(runs, folder, first)] };
  } finally {
    first.stop();
    second.stop();
  }
}

async function unlimited(runs, folder, first, second) {
  const loaded = await startLoaded({ folder });
  try {
    // Warm up compiled code, caches and connections.
    await first.measure(loaded, readsOf(loaded, 2000, 10));
    /** @type {Record<string, number>[][]} */
    const metrics = cases.map(() => []);
    for (let count = 0; count < runs; count++)
      for (const [index, one] of cases.entries()) metrics[index]?.push(await one.run(loaded, first, second));
    return cases.map(({ what, targets }, index) =>
      withMissed({ what, targets, metrics: medians(metrics[index] ?? []) }),
    );
  } finally {
    await loaded.stop();
  }
}

/** Measures with limits on: guesses the password of one account from many addresses, a different account in each run. */
async function limited(runs, folder, generator) {
  const loaded = await startLoaded({ folder, env: { RATE_LIMITS: 'on', TRUSTED_PROXY: '127.0.0.1' } });
  try {
    /** @type {Record<string, number>[]} */
    const metrics = [];
    for (let count = 0; count < runs; count++) {
      const asks = Array.from({ length: addresses }, (_, index) => ({
        method: 'PUT',
        path: '/api/users/login',
        body: { username_or_email: username(count), password: `a guess of mine` },
        address: `198.51.${100 + count}.${index}`,
      }));
      const before = await loaded.metric(hashed);
      const job = { asks, requests: guesses, concurrency: 20, allowed: [401, 429] };
      const { seconds, times } = await generator.measure(loaded, job);
      const loop = await loopP99(loaded);
      const reached = (await loaded.metric(hashed)) - before;
      metrics.push({ ...metricsOf(seconds, times, loop), 'reached the hash': reached });
    }
    const what = `${guesses} guesses at an account from ${addresses} addresses`;
    return withMissed({ what, targets: { 'reached the hash': { max: allowedGuesses } }, metrics: medians(metrics) });
  } finally {
    await loaded.stop();
  }
}
