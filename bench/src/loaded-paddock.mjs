import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { Pool } from 'undici';
import { startRunning } from '@paddock/cli/processes/running.mjs';
import { chatPairs, community, password, people, topicGroups, username, writeDeployments } from './content.mjs';
import { cpuMs } from './process-use.mjs';

export const host = `${community}.localhost`;

/**
 * Starts the built product with the content of `content.mjs` or other content, and signs the members of `content.mjs` in.
 * @param {{ folder: string, profile?: boolean, env?: Record<string, string>, content?: object, flags?: object, kept?: string }} options
 * `env`: settings of the services; `flags`: further ones of the community; `kept`: a data folder with this content, to copy
 */
export async function startLoaded({ folder, profile = false, env = { RATE_LIMITS: 'off' }, content, flags, kept }) {
  const dataDir = join(folder, 'data');
  const deployments = join(folder, 'deployments');
  await rm(dataDir, { recursive: true, force: true });
  await rm(deployments, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true });
  if (kept) await cp(kept, dataDir, { recursive: true });
  await writeDeployments(deployments, { ...(content && { content }), ...(flags && { flags }) });
  const restore = profile ? await loadProfiler(join(folder, 'profiles')) : () => undefined;
  const paddock = await startRunning({
    dataDir,
    demo: true,
    deploymentsDir: deployments,
    env,
  }).finally(restore);
  const pool = new Pool(`http://127.0.0.1:${paddock.port}`, { connections: 4, pipelining: 1 });
  const call = async (method, path, body, token, address) => {
    const reply = await pool.request({
      method,
      path: `/api${path}`,
      headers: {
        host,
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(address && { 'x-forwarded-for': address }),
      },
      body: body && JSON.stringify(body),
    });
    const result = /** @type {any} */ (await reply.body.json());
    if (reply.statusCode !== 200) throw new Error(`${method} ${path} returned ${reply.statusCode} ${result.code}`);
    return result;
  };
  const members = await Promise.all(
    Array.from({ length: people }, async (_, index) => {
      const credentials = { username_or_email: username(index), password };
      // Each member has a different address, for suites that trust a proxy.
      const { token, user } = await call('PUT', '/users/login', credentials, undefined, `203.0.113.${index}`);
      return { token, id: user.id, username: username(index) };
    }),
  );
  /** Wraps around. @type {(index: number) => (typeof members)[number]} */
  const memberAt = (index) => /** @type {any} */ (members[index % members.length]);
  const { groups } = await call('GET', '/users/me', undefined, memberAt(0).token);
  /** @type {(name: string) => (typeof members)[number]} */
  const named = (name) => members.find((member) => member.username === name) ?? memberAt(0);
  const client = await new MongoClient(paddock.databaseUri).connect();
  /** Database commands so far, by name, without those that maintain connections. */
  const commands = async () => {
    const { metrics } = await client.db('admin').command({ serverStatus: 1 });
    const upkeep = ['hello', 'isMaster', 'ismaster', 'ping', 'serverStatus', 'endSessions'];
    return Object.fromEntries(
      Object.entries(metrics.commands ?? {})
        .map(([name, { total }]) => [name, Number(total)])
        .filter(([name, total]) => Number(total) > 0 && !upkeep.includes(String(name))),
    );
  };
  return {
    paddock,
    port: paddock.port,
    members,
    memberAt,
    // Ids sort by creation, and the groups with topics are created first.
    groups: /** @type {string[]} */ (groups.toSorted().slice(0, topicGroups)),
    emptyGroups: /** @type {string[]} */ (groups.toSorted().slice(topicGroups)),
    chats: chatPairs.map(({ a, b }) => ({ a: named(a), b: named(b) })),
    call,
    /** A metric of `GET /metrics`. Each read resets the event loop metrics. */
    metric: async (name) => {
      const reply = await pool.request({ method: 'GET', path: '/metrics', headers: { host } });
      const line = (await reply.body.text()).split('\n').find((one) => one.startsWith(`${name} `));
      return Number(line?.split(' ')[1] ?? NaN);
    },
    commands,
    cpu: () => {
      const database = paddock.databasePid();
      return {
        services: cpuMs(paddock.servicesPid()),
        database: database === undefined ? 0 : cpuMs(database),
      };
    },
    /** Starts a CPU profile of both processes; the next call stops it. */
    profile: () => {
      if (!profile) return;
      process.kill(paddock.servicesPid(), 'SIGUSR2');
      const database = paddock.databasePid();
      if (database) process.kill(database, 'SIGUSR2');
    },
    stop: async () => {
      await client.close();
      await pool.close();
      await paddock.stop();
    },
  };
}

/**
 * Loads the profiler into children that are started before the returned function is called.
 * @param {string} profiles
 */
async function loadProfiler(profiles) {
  await rm(profiles, { recursive: true, force: true });
  await mkdir(profiles, { recursive: true });
  const { NODE_OPTIONS: before = '' } = process.env;
  process.env.NODE_OPTIONS = `${before} --import=${new URL('./profiled.mjs', import.meta.url).href}`;
  process.env.PROFILE_DIR = profiles;
  return () => {
    process.env.NODE_OPTIONS = before;
  };
}
