import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { host } from './loaded-paddock.mjs';

/** From the first reply after a kill to the next kill. A process that dies five times within a minute is given up. */
const killEveryMs = 17_000;
const days = 5;
/** Operations between two lines of progress. */
const stepSize = 10_000;
/**
 * A request without a reply for this long fails the run: after a kill the services are back within seconds, on a busy machine
 * within a minute.
 */
const maxWaitMs = 180_000;
/** The writers end then, with fewer operations: a busy machine makes a few dozen a second. */
const maxRunMs = 10 * 60_000;

/**
 * Writers that book, move and cancel at random, and repeat a request without a reply until there is one.
 * @param {{ loaded: Awaited<ReturnType<typeof import('./loaded-paddock.mjs').startLoaded>>, rooms: string[], writers: { token: string, id: string }[],
 * operations: number, slotAt: (number: number, length?: number) => { from: string, to: string } }} options
 */
export async function runWriters({ loaded, rooms, writers, operations, slotAt }) {
  const pool = new Pool(`http://127.0.0.1:${loaded.port}`, { connections: writers.length, pipelining: 1 });
  const counts = { operations: 0, booked: 0, moved: 0, cancelled: 0, refused: 0, repeated: 0, kills: 0 };
  const held = new Set();
  let replies = 0;
  const send = async (method, path, body, token) => {
    const type = body && { 'content-type': 'application/json' };
    const headers = { host, ...type, authorization: `Bearer ${token}` };
    const began = performance.now();
    for (;;) {
      let outcome;
      try {
        const reply = await pool.request({
          ...{ method, path: `/api${path}`, headers },
          ...(body && { body: JSON.stringify(body) }),
        });
        const result = /** @type {any} */ (await reply.body.json());
        if (reply.statusCode < 500) {
          replies += 1;
          return { status: reply.statusCode, body: result };
        }
        outcome = JSON.stringify(result);
      } catch (error) {
        // Killed: the outcome is unknown.
        outcome = String(error);
      }
      if (performance.now() - began > maxWaitMs) throw new Error(`${method} ${path} got no reply: ${outcome}`);
      counts.repeated += 1;
      await wait(100);
    }
  };
  const end = performance.now() + maxRunMs;
  const random = (count) => Math.floor(Math.random() * count);
  const anyTime = () => slotAt(random(days * 48 - 4), 1 + random(4));
  const write = async ({ token }) => {
    const own = [];
    while (counts.operations < operations && performance.now() < end) {
      counts.operations += 1;
      if (counts.operations % stepSize === 0) console.log(`  ${counts.operations} operations, ${counts.kills} kills`);
      const kind = own.length > 8 ? 9 : own.length === 0 ? 0 : random(10);
      const at = random(own.length);
      if (kind < 5) {
        const room = rooms[random(rooms.length)];
        const body = { ...anyTime(), client_id: randomUUID() };
        const reply = await send('POST', `/rooms/${room}/bookings`, body, token);
        if (reply.status !== 200) counts.refused += 1;
        else {
          counts.booked += 1;
          own.push(reply.body.booking.id);
          held.add(reply.body.booking.id);
        }
      } else if (kind < 7) {
        const reply = await send('PUT', `/bookings/${own[at]}`, anyTime(), token);
        counts[reply.status === 200 ? 'moved' : 'refused'] += 1;
      } else {
        const [id] = own.splice(at, 1);
        const reply = await send('DELETE', `/bookings/${id}`, undefined, token);
        if (reply.status !== 200) throw new Error(`A cancellation returned ${JSON.stringify(reply.body)}.`);
        counts.cancelled += 1;
        held.delete(id);
      }
    }
  };
  const over = new AbortController();
  const kill = async () => {
    for (let turn = 0; ; turn += 1) {
      const before = replies;
      while (replies === before && !over.signal.aborted) await wait(100);
      await wait(killEveryMs, undefined, { signal: over.signal }).catch(() => undefined);
      if (over.signal.aborted) return;
      const pid = turn % 2 === 0 ? loaded.paddock.servicesPid() : loaded.paddock.databasePid();
      if (pid === undefined) continue;
      try {
        process.kill(pid, 'SIGKILL');
        counts.kills += 1;
      } catch {
        // It has ended by itself: a start without the database fails.
      }
    }
  };
  const killing = kill();
  try {
    await Promise.all(writers.map(write));
  } finally {
    over.abort();
    await killing;
    await pool.close();
  }
  return { counts, held };
}
