import { setTimeout as wait } from 'node:timers/promises';
import { readWhile, startGenerator } from './generators.mjs';
import { startLoaded } from './loaded-paddock.mjs';
import { medians, quantile, withMissed } from './statistics.mjs';

const strangers = 10;
const readers = 2;
const seconds = 15;
const about =
  'feeds of 20 shouts for two readers, at rest and while ten people without an account each upload one animated picture of 5 MB after ' +
  'the other; the load generators run in two other processes on the same cores';

/** @param {import('./suites.mjs').BenchOptions} options */
export async function run({ runs, folder, profile }) {
  const loaded = await startLoaded({ folder, profile });
  const [attacking, reading] = [
    startGenerator(loaded, new URL('./strangers.mjs', import.meta.url)),
    startGenerator(loaded),
  ];
  try {
    const asks = loaded.members.flatMap(({ token }, index) => ({
      method: 'GET',
      path: `/api/shouts?filter=${loaded.groups[index % loaded.groups.length]}&count=20`,
      token,
    }));
    const read = (requests) => reading.measure({ asks, requests, concurrency: readers });
    /** @type {Record<string, number>[]} */
    const metrics = [];
    // The first run warms up code, caches and connections.
    for (let count = 0; count <= runs; count++) {
      const rest = quantile((await read(2000)).times, 0.99);
      loaded.profile();
      const attack = attacking.measure({ strangers, seconds: count === 0 ? 3 : seconds });
      const busy = quantile(await readWhile(attack, () => read(20 * readers)), 0.99);
      loaded.profile();
      const { stored, refused } = await attack;
      if (count > 0)
        metrics.push({
          'pictures stored': stored,
          'pictures refused': refused,
          'feed p99 ms at rest': rest,
          'feed p99 ms meanwhile': busy,
          'times rest': busy / rest,
        });
      // The pictures that still wait must not slow down the next run's baseline.
      await wait(5000);
    }
    const what = 'ten strangers upload hostile pictures';
    return { about, rows: [withMissed({ what, metrics: medians(metrics), targets: { 'times rest': { max: 2 } } })] };
  } finally {
    attacking.stop();
    reading.stop();
    await loaded.stop();
  }
}
