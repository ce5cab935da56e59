import { readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MongoClient } from 'mongodb';
import { firstLine, startChild } from '@paddock/cli/processes/children.mjs';
import { onPath, startDatabase } from '@paddock/cli/processes/database.mjs';
import { root } from '@paddock/cli/paths.mjs';

/**
 * A database in a child process, and a client of the official driver over TCP.
 * @typedef {object} BenchServer
 * @property {MongoClient} client
 * @property {import('mongodb').Db} db
 * @property {string} uri
 * @property {number} pid
 * @property {number} startMs from the start of the process to its first reply
 * @property {() => number} dataBytes size of its files on the disk
 * @property {() => void} profile starts a CPU profile; the next call stops it and writes it
 * @property {(signal?: 'SIGKILL') => Promise<void>} stop
 */

/**
 * @param {string} dataDir
 * @param {string | undefined} profiles folder for CPU profiles, which SIGUSR2 starts and writes
 * @returns {Promise<BenchServer>}
 */
export async function startEmbedded(dataDir, profiles) {
  const began = performance.now();
  const cli = join(root, 'packages/embedded-mongo/dist/cli.js');
  const preload = profiles ? ['--import', pathToFileURL(join(import.meta.dirname, 'profiled.mjs')).href] : [];
  const child = startChild('embedded-mongo', process.execPath, [...preload, cli, '--data', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...(profiles && { PROFILE_DIR: profiles }) },
  });
  const uri = await firstLine(child);
  const client = await connectClient(uri);
  const startMs = performance.now() - began;
  return {
    client,
    db: client.db('bench'),
    uri,
    pid: Number(child.process.pid),
    startMs,
    dataBytes: () => statSync(join(dataDir, 'data/data.mdb')).blocks * 512,
    profile: () => void (profiles && child.process.kill('SIGUSR2')),
    stop: async (signal) => {
      await client.close(true);
      if (signal) child.process.kill(signal);
      else await child.stop();
      await child.closed;
    },
  };
}

/** Whether MongoDB itself can be measured for comparison. */
export const hasMongod = () => onPath('mongod') !== undefined && !process.env.MONGODB_URI;

/**
 * Starts the `mongod` on the PATH.
 * @param {string} dataDir
 * @returns {Promise<BenchServer>}
 */
export async function startMongod(dataDir) {
  await mkdir(join(dataDir, 'logs'), { recursive: true });
  const began = performance.now();
  const { uri, child } = await startDatabase(dataDir);
  if (!child) throw new Error('no mongod on the PATH');
  const client = await connectClient(uri);
  const db = client.db('bench');
  let dataBytes = 0;
  return {
    client,
    db,
    uri,
    pid: Number(child.process.pid),
    startMs: performance.now() - began,
    dataBytes: () => dataBytes,
    profile: () => undefined,
    stop: async (signal) => {
      const { storageSize = 0, indexSize = 0 } = /** @type {any} */ (await db.stats().catch(() => ({})));
      dataBytes = storageSize + indexSize;
      await client.close(true);
      if (signal) child.process.kill(signal);
      else await child.stop();
      await child.closed;
    },
  };
}

/** @param {string} uri */
async function connectClient(uri) {
  const client = new MongoClient(uri, { maxPoolSize: 64, retryWrites: false });
  await client.db('bench').command({ ping: 1 });
  return client;
}

/**
 * Resident megabytes of a process without its mapped files, which belong to the system's page cache.
 * @param {number} pid
 */
export function privateMb(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [resident, files] = ['VmRSS', 'RssFile'].map((name) =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0),
  );
  return (Number(resident) - Number(files)) / 1024;
}
