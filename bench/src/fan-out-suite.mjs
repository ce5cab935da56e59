import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { withMissed, medians, quantile } from './statistics.mjs';
import { host, startLoaded } from './loaded-paddock.mjs';

const sizes = [500, 1000];
const targetsOf = {
  500: { 'p50 ms': { max: 18 }, 'p99 ms': { max: 40 }, 'CPU ms': { max: 25 } },
  1000: { 'p99 ms': { max: 100 }, 'times bare': { max: 2 } },
};
const shoutsARun = 60;
const event = 'posting_topic';
const about =
  'one shout to 500 and to 1,000 windows of 101 members: from the reply of the post to the last receipt, CPU time of the services ' +
  'for the post and its delivery, and a bare Socket.IO broadcast of the same bytes in the same run';

/** @param {import('./suites.mjs').BenchOptions} options */
export async function run({ runs, folder, profile }) {
  const loaded = await startLoaded({ folder, profile });
  const forked = (name) => fork(fileURLToPath(new URL(`./${name}.mjs`, import.meta.url)));
  const [crowd, bareCrowd, bare] = [forked('socket-crowd'), forked('socket-crowd'), forked('bare-broadcast')];
  try {
    const [{ port: barePort }] = await once(bare, 'message');
    /** @param {number} windows */
    const open = async (windows) => {
      const auths = Array.from({ length: windows }, (_, index) => ({ token: loaded.memberAt(index).token }));
      await request(crowd, { open: { port: loaded.port, path: '/api/realtime', headers: { host }, auths } });
      await request(bareCrowd, { open: { port: barePort, path: '/bare', headers: {}, auths } });
    };
    const pools = [loaded.port, barePort].map((port) => new Pool(`http://127.0.0.1:${port}`, { connections: 1 }));
    const post = async (pool, path, body, token = '') => {
      const reply = await pool.request({
        method: 'POST',
        path,
        headers: { host, 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
      await reply.body.text();
      if (reply.statusCode !== 200) throw new Error(`${path} returned ${reply.statusCode}`);
      return performance.timeOrigin + performance.now();
    };
    /** Milliseconds from the reply to the last receipt; 0 if the last receipt precedes the reply. */
    const measured = async (child, send) => {
      await request(child, { listen: event });
      const received = once(child, 'message');
      const repliedAt = await send();
      const [{ last, payload }] = await received;
      return { ms: Math.max(0, last - repliedAt), payload };
    };
    let number = 0;
    const group = loaded.emptyGroups[0];
    const measureRun = async () => {
      /** @type {number[]} */
      const own = [];
      /** @type {number[]} */
      const plain = [];
      let cpu = 0;
      loaded.profile();
      for (let index = 0; index < shoutsARun; index++) {
        const { token } = loaded.memberAt(number);
        const body = { client_id: randomUUID(), group, shout: `Box this lap, number ${number++}` };
        const before = loaded.cpu().services;
        const { ms, payload } = await measured(crowd, () => post(pools[0], '/api/shouts', body, token));
        cpu += loaded.cpu().services - before;
        own.push(ms);
        plain.push((await measured(bareCrowd, () => post(pools[1], '/', { event, payload }))).ms);
      }
      loaded.profile();
      return {
        'p50 ms': quantile(own, 0.5),
        'p99 ms': quantile(own, 0.99),
        'CPU ms': cpu / shoutsARun,
        'bare p50 ms': quantile(plain, 0.5),
        'bare p99 ms': quantile(plain, 0.99),
        'times bare': quantile(own, 0.5) / quantile(plain, 0.5),
      };
    };
    const rows = [];
    for (const windows of sizes) {
      await open(windows);
      await measureRun();
      /** @type {Record<string, number>[]} */
      const metrics = [];
      for (let count = 0; count < runs; count++) metrics.push(await measureRun());
      rows.push(
        withMissed({
          what: `a shout to ${windows} windows`,
          metrics: medians(metrics),
          targets: targetsOf[windows],
        }),
      );
    }
    await Promise.all(pools.map((pool) => pool.close()));
    return { about, rows };
  } finally {
    for (const child of [crowd, bareCrowd, bare]) child.disconnect();
    await loaded.stop();
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {object} message
 */
async function request(child, message) {
  child.send(message);
  await once(child, 'message');
}
