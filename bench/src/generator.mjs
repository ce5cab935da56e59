import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { sentence } from './content.mjs';

/**
 * Generates load in a separate process, so that its CPU time is not counted as the product's. Receives jobs over the process
 * channel, and sends the milliseconds of each request.
 * @typedef {{ method: string, path: string, token?: string, post?: { group: string }, body?: object, address?: string }} Ask
 * `post`: a shout with a different text each time; `address`: the client's address as a trusted proxy sends it
 * @typedef {{ port: number, host: string, asks: Ask[], requests: number, concurrency: number, allowed?: number[] }} Job
 * `allowed`: statuses that do not fail the measurement, 200 by default
 */

process.on('message', async (/** @type {Job} */ job) => process.send?.(await measured(job)));
process.on('disconnect', () => process.exit(0));

/** @type {Map<number, Pool>} */
const pools = new Map();

/** @param {Job} job */
async function measured({ port, host, asks, requests, concurrency, allowed = [200] }) {
  const pool = pools.get(port) ?? new Pool(`http://127.0.0.1:${port}`, { connections: concurrency, pipelining: 1 });
  pools.set(port, pool);
  /** @type {number[]} */
  const times = [];
  let bytes = 0;
  let next = 0;
  let failed = '';
  const began = performance.now();
  const worker = async () => {
    while (next < requests && !failed) {
      const number = next++;
      const { method, path, token, post, body: requestBody, address } = /** @type {Ask} */ (asks[number % asks.length]);
      const sent = post ? { client_id: randomUUID(), shout: sentence(number, 14), ...post } : requestBody;
      const start = performance.now();
      const reply = await pool.request({
        method: /** @type {any} */ (method),
        path,
        headers: {
          host,
          ...(token && { authorization: `Bearer ${token}` }),
          ...(address && { 'x-forwarded-for': address }),
          ...(sent && { 'content-type': 'application/json' }),
        },
        body: sent && JSON.stringify(sent),
      });
      const body = await reply.body.arrayBuffer();
      times.push(performance.now() - start);
      bytes += body.byteLength;
      if (!allowed.includes(reply.statusCode))
        failed = `${method} ${path}: ${reply.statusCode} ${Buffer.from(body).toString()}`;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return { seconds: (performance.now() - began) / 1000, times, bytes, failed };
}
