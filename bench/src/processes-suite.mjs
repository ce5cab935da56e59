import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '@paddock/cli/failure.mjs';
import { clientsAtWork } from './processes/clients-at-work.mjs';
import { missingPrograms } from './processes/programs.mjs';
import { startSeveral } from './processes/several-processes.mjs';
import { siteMember } from './processes/site-member.mjs';
import { medians, quantile, withMissed } from './statistics.mjs';

const messages = 200;
/** Fewer where each message waits for a poll. */
const polledMessages = 40;
const clients = 20;
const about =
  'processes of all services behind nginx with the sample of docs/how-to/deploy.md: from the reply to a message, sent through nginx, until the ' +
  'windows at three processes have it, one message at a time, and the time of the reply; requests of 20 clients while two processes restart';

export const parts = ['with-redis', 'without-redis', 'restart'];
const measured = {
  'with-redis': (options) => delivery(options, true),
  'without-redis': (options) => delivery(options, false),
  restart,
};

/**
 * @param {import('./suites.mjs').BenchOptions} options
 * @returns {Promise<import('./suites.mjs').SuiteResult>}
 */
export async function run({ runs, folder, part = '' }) {
  const missing = missingPrograms();
  if (missing.length > 0) throw new Failure(`Install ${missing.join(', ')}: the suite starts them.`);
  const data = join(folder, 'data');
  await rm(data, { recursive: true, force: true });
  return { about, rows: [await measured[/** @type {keyof typeof measured} */ (part)]({ runs, folder: data })] };
}

/**
 * @param {{ runs: number, folder: string }} options
 * @param {boolean} hasRedis
 */
async function delivery({ runs, folder }, hasRedis) {
  const site = await startSeveral({ folder, count: 3, hasRedis });
  const author = siteMember(site.nginx);
  try {
    await author.signIn('driver');
    const windows = await Promise.all(site.processes.map(({ port }) => author.open(port)));
    /** Milliseconds until the reply, and from there until each window has the message; 0 if it is earlier. */
    const send = async () => {
      const client_id = randomUUID();
      const receipts = windows.map(
        ({ socket }) =>
          new Promise((resolve) => {
            const receive = ({ shout }) => {
              if (shout.shout !== client_id) return;
              socket.off('posting_topic', receive);
              resolve(performance.now());
            };
            socket.on('posting_topic', receive);
          }),
      );
      const began = performance.now();
      const { status } = await author.call('POST', '/shouts', { client_id, group: '0', shout: client_id });
      if (status !== 200) throw new Error(`a post returned ${status}`);
      const replied = performance.now();
      const received = /** @type {number[]} */ (await Promise.all(receipts));
      return { reply: replied - began, delivery: received.map((at) => Math.max(0, at - replied)) };
    };
    const count = hasRedis ? messages : polledMessages;
    for (let index = 0; index < 20; index++) await send();
    /** @type {Record<string, number>[]} */
    const metrics = [];
    for (let run = 0; run < runs; run++) {
      const sent = [];
      for (let index = 0; index < count; index++) sent.push(await send());
      const times = sent.flatMap(({ delivery }) => delivery);
      metrics.push({
        'p50 ms': quantile(times, 0.5),
        'p99 ms': quantile(times, 0.99),
        'max ms': Math.max(...times),
        'reply p50 ms': quantile(
          sent.map(({ reply }) => reply),
          0.5,
        ),
      });
    }
    return withMissed({
      what: `a message to three processes ${hasRedis ? 'with' : 'without'} Redis`,
      metrics: medians(metrics),
      ...(hasRedis && { targets: { 'p99 ms': { max: 100 } } }),
    });
  } finally {
    await author.close();
    await site.stop();
  }
}

/** @param {{ runs: number, folder: string }} options */
async function restart({ runs, folder }) {
  const site = await startSeveral({ folder, count: 2, hasRedis: true });
  try {
    let [requests, resent] = [0, 0];
    /** @type {string[]} */
    const failed = [];
    for (let run = 0; run < runs; run++) {
      const load = await clientsAtWork(site.nginx, clients);
      for (const one of site.processes) {
        await wait(2000);
        await one.restart();
      }
      await wait(2000);
      const ended = await load.end();
      await Promise.all(load.members.map(({ close }) => close()));
      requests += ended.requests;
      resent += ended.resends;
      failed.push(...ended.failed);
    }
    return withMissed({
      what: `${clients} clients during ${runs} restarts of two processes`,
      metrics: { requests, 'sent again': resent, failed: failed.length },
      targets: { failed: { max: 0 } },
      details: failed,
    });
  } finally {
    await site.stop();
  }
}
