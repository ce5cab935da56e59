import { Blob } from 'node:buffer';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { FormData, Pool } from 'undici';
import { sentence } from './content.mjs';

/**
 * Generates load in a separate process, so that its CPU time is not counted as the product's. Receives jobs over the process
 * channel, and sends the milliseconds of each request.
 * @typedef {{ method: string, path: string, token?: string, post?: { group: string }, body?: object, upload?: number, address?: string, kind?: string }} Ask
 * `post`: a shout with a different text each time; `upload`: bytes of a text file, a different one each time; `address`: the
 * client's address as a trusted proxy sends it; `kind`: requests of a kind are also timed apart
 * @typedef {{ port: number, host: string, asks: Ask[], requests: number, concurrency: number, allowed?: number[], gzip?: boolean, seconds?: number, rate?: number, ports?: number[] }} Job
 * `allowed`: statuses that do not fail the measurement, 200 by default; `seconds`: ends the job earlier; `rate`: requests begin at so
 * many a second, however long the earlier ones take; `ports`: of several processes that get the requests in turn
 */

process.on('message', async (/** @type {Job} */ job) => process.send?.(await measureJob(job)));
process.on('disconnect', () => process.exit(0));

/** @type {Map<string, Pool>} */
const pools = new Map();

/** @param {Job} job */
async function measureJob({
  port,
  host,
  asks,
  requests,
  concurrency,
  allowed = [200],
  gzip,
  seconds = Infinity,
  rate,
  ports,
}) {
  const used = (ports ?? [port]).map((one) => poolOf(one, concurrency));
  /** @type {number[]} */
  const times = [];
  /** @type {Record<string, number[]>} */
  const kinds = {};
  let bytes = 0;
  let next = 0;
  let failed = '';
  const began = performance.now();
  const worker = async () => {
    while (next < requests && !failed && performance.now() - began < seconds * 1000) {
      const number = next++;
      if (rate) await setTimeout(Math.max(0, (number / rate) * 1000 - (performance.now() - began)));
      const {
        method,
        path,
        token,
        post,
        upload,
        body: requestBody,
        address,
        kind,
      } = /** @type {Ask} */ (asks[number % asks.length]);
      // A request that is sent again is a new write: with its first id it would be answered, not repeated.
      const fresh = number >= asks.length && requestBody && 'client_id' in requestBody && { client_id: randomUUID() };
      const json = post
        ? { client_id: randomUUID(), shout: sentence(number, 14), ...post }
        : requestBody && { ...requestBody, ...fresh };
      const sent = upload ? file(upload) : json && JSON.stringify(json);
      const pool = /** @type {Pool} */ (used[number % used.length]);
      const start = performance.now();
      const reply = await pool.request({
        method: /** @type {any} */ (method),
        path,
        headers: {
          host,
          ...(token && { authorization: `Bearer ${token}` }),
          ...(address && { 'x-forwarded-for': address }),
          ...(json && { 'content-type': 'application/json' }),
          ...(gzip && { 'accept-encoding': 'gzip' }),
        },
        body: sent,
      });
      const body = await reply.body.arrayBuffer();
      const time = performance.now() - start;
      times.push(time);
      if (kind) (kinds[kind] ??= []).push(time);
      bytes += body.byteLength;
      if (!allowed.includes(reply.statusCode))
        failed = `${method} ${path}: ${reply.statusCode} ${Buffer.from(body).toString()}`;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return { seconds: (performance.now() - began) / 1000, times, kinds, bytes, failed };
}

/** @param {number} port @param {number} connections */
function poolOf(port, connections) {
  const key = `${port} ${connections}`;
  const pool = pools.get(key) ?? new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 });
  pools.set(key, pool);
  return pool;
}

/** @param {number} bytes */
function file(bytes) {
  const form = new FormData();
  form.append('file', new Blob([randomBytes(bytes / 2).toString('hex')]), 'laps.txt');
  return form;
}
