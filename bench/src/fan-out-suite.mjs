import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { judged, medians, quantile } from './figures.mjs';
import { host, startLoaded } from './loaded-paddock.mjs';

const windows = 1000;
const shoutsARun = 60;
const event = 'posting_topic';
const about =
  'one shout to 1,000 windows of 101 members: from the answer of the post to the last receipt, and a bare Socket.IO ' +
  'broadcast of the same bytes in the same run';

/** @param {import('./suites.mjs').BenchOptions} options */
export async function run({ runs, folder, profile }) {
  const loaded = await startLoaded({ folder, profile });
  const started = (name) => fork(fileURLToPath(new URL(`./${name}.mjs`, import.meta.url)));
  const [crowd, bareCrowd, bare] = [started('socket-crowd'), started('socket-crowd'), started('bare-broadcast')];
  try {
    const [{ port: barePort }] = await once(bare, 'message');
    const auths = Array.from({ length: windows }, (_, index) => ({
      token: loaded.memberAt(index).token,
    }));
    await told(crowd, { open: { port: loaded.port, path: '/api/realtime', headers: { host }, auths } });
    await told(bareCrowd, { open: { port: barePort, path: '/bare', headers: {}, auths } });
    const pools = [loaded.port, barePort].map((port) => new Pool(`http://127.0.0.1:${port}`, { connections: 1 }));
    const post = async (pool, path, body, token = '') => {
      const reply = await pool.request({
        method: 'POST',
        path,
        headers: { host, 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
      await reply.body.text();
      if (reply.statusCode !== 200) throw new Error(`${path} answered ${reply.statusCode}`);
      return performance.timeOrigin + performance.now();
    };
    /** Milliseconds from the answer to the last receipt; receipts may be faster than the answer. */
    const measured = async (child, send) => {
      await told(child, { listen: event });
      const heard = once(child, 'message');
      const answered = await send();
      const [{ last, payload }] = await heard;
      return { ms: Math.max(0, last - answered), payload };
    };
    /** @type {Record<string, number>[]} */
    const figures = [];
    let number = 0;
    const group = loaded.emptyGroups[0];
    for (let count = 0; count <= runs; count++) {
      /** @type {number[]} */
      const own = [];
      /** @type {number[]} */
      const plain = [];
      loaded.profile();
      for (let index = 0; index < shoutsARun; index++) {
        const { token } = loaded.memberAt(number);
        const body = { client_id: randomUUID(), group, shout: `Box this lap, number ${number++}` };
        const { ms, payload } = await measured(crowd, () => post(pools[0], '/api/shouts', body, token));
        own.push(ms);
        plain.push((await measured(bareCrowd, () => post(pools[1], '/', { event, payload }))).ms);
      }
      loaded.profile();
      // The first run warms both up.
      if (count > 0)
        figures.push({
          'p50 ms': quantile(own, 0.5),
          'p99 ms': quantile(own, 0.99),
          'bare p50 ms': quantile(plain, 0.5),
          'bare p99 ms': quantile(plain, 0.99),
          'times bare': quantile(own, 0.5) / quantile(plain, 0.5),
        });
    }
    await Promise.all(pools.map((pool) => pool.close()));
    const aims = { 'p99 ms': { most: 100 }, 'times bare': { most: 2 } };
    return { about, rows: [judged({ what: 'a shout to 1,000 windows', figures: medians(figures), aims })] };
  } finally {
    for (const child of [crowd, bareCrowd, bare]) child.disconnect();
    await loaded.stop();
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {object} message
 */
async function told(child, message) {
  child.send(message);
  await once(child, 'message');
}
