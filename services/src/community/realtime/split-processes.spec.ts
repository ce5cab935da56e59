import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { logout, readSelf } from '@paddock/contract/calls/account';
import { postShout } from '@paddock/contract/calls/shouts';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { startOwnTime } from '../../../test/own-time.js';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { type TestDatabase, startTestDatabase } from '../../../test/test-database.js';
import { type TestWindow, TestWindows, until } from '../../../test/test-windows.js';
import { ProcessChannel } from '../../infrastructure/realtime/process-channel.js';

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
const itWithRedis = hasRedis ? it : it.skip;
const skipped = hasRedis ? '' : ' (skipped: there is no redis-server on the PATH)';
const redisPort = 20_000 + (process.pid % 20_000);

let database: TestDatabase;
let redis: ChildProcess | undefined;
/** Chats and shouts; the rest; all. */
let processes: TestServices[];
let windows: TestWindows[];

beforeAll(async () => {
  database = await startTestDatabase();
  if (hasRedis) {
    redis = spawn('redis-server', ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', ''], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(redis.stdout!, 'data');
  }
  const variables = {
    MONGODB_URI: database.uri,
    MONGODB_DB: database.name,
    RATE_LIMITS: 'off',
    SECRET: 'x'.repeat(40),
    REDIS_URL: hasRedis ? `redis://127.0.0.1:${redisPort}` : '',
  };
  processes = [];
  for (const SERVICES of ['chats,shouts', 'account,events,people,items,moderation', ''])
    processes.push(await startTestServices({ ...variables, SERVICES }, ''));
  windows = processes.map((services) => new TestWindows(services));
}, 120_000);
afterEach(() => windows.forEach((each) => each.closeAll()));
afterAll(async () => {
  for (const services of processes) await services.close();
  if (redis?.kill()) await once(redis, 'close');
  await database.stop();
});

const hasReceived = ({ received }: TestWindow, name: string) => received.some(({ event }) => event === name);

describe(ProcessChannel, () => {
  it('each process answers the calls of its own services, and its OpenAPI document names them', async () => {
    const [talk, rest] = processes as [TestServices, TestServices];
    const pathsOf = async (services: TestServices) => {
      const { text } = await services.request('GET', '/api/openapi.json');
      return Object.keys((JSON.parse(text) as { paths: object }).paths);
    };
    expect(await pathsOf(talk)).toEqual(expect.arrayContaining(['/shouts', '/groups', '/files']));
    expect(await pathsOf(talk)).not.toContain('/users/me');
    expect(await pathsOf(rest)).toEqual(expect.arrayContaining(['/users/me', '/events', '/files']));
    for (const path of ['/shouts', '/groups']) expect(await pathsOf(rest)).not.toContain(path);
    const refused = await rest.request('GET', '/api/shouts');
    expect([refused.status, JSON.parse(refused.text)]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })]);
  });

  it('windows of every process receive a post and see the end of a session', async () => {
    const [talk, rest] = processes as [TestServices, TestServices];
    const [ann, bob] = [await talk.member(), await talk.member()];
    const { _id: group } = await talk.group(ann, [bob]);
    const opened = await Promise.all(windows.map((each) => each.open(bob)));
    await talk.call(postShout, { client_id: randomUUID(), shout: 'box', group }, { as: ann });
    await until(() => opened.every((window) => hasReceived(window, 'posting_topic')));
    await rest.call(logout, {}, { as: bob });
    await until(() => opened.every(({ socket }) => socket.disconnected));
    for (const { received } of opened) {
      expect(received.filter(({ event }) => event === 'posting_topic')).toHaveLength(1);
      expect(received.at(-1)).toEqual({ event: 'session_ended', payload: { code: 'INVALID_TOKEN' } });
    }
    expect((await rest.call(readSelf, {}, { as: bob })).status).toBe(401);
  });

  itWithRedis(`Redis forwards typing, and posts without waiting for the next poll${skipped}`, async () => {
    const [talk] = processes as [TestServices];
    const [ann, bob] = [await talk.member(), await talk.member()];
    const { _id: group } = await talk.group(ann, [bob]);
    const [anns, ...bobs] = await Promise.all([
      windows[0]!.open(ann),
      ...windows.slice(1).map((each) => each.open(bob)),
    ]);
    // As the client does while its member types: a process that has not subscribed yet misses the first one.
    do {
      expect(await anns.ask('writing_group', { gid: group })).toEqual({ ok: true });
      await new Promise((resolve) => setTimeout(resolve, 100));
    } while (!bobs.every((window) => hasReceived(window, 'writing_group')));
    expect(hasReceived(anns, 'writing_group')).toBe(false);
    const delays: number[] = [];
    // By the time of this process: on a busy machine every wait is longer.
    for (let count = 0; count < 20; count++) {
      for (const { received } of bobs) received.length = 0;
      await talk.call(postShout, { client_id: randomUUID(), shout: `lap ${count}`, group }, { as: ann });
      const ownTime = startOwnTime();
      await until(() => bobs.every((window) => hasReceived(window, 'posting_topic')));
      delays.push(ownTime().ms);
    }
    delays.sort((one, other) => one - other);
    // The poll of every 600 ms would take 240 ms and more.
    expect(delays[delays.length >> 1]).toBeLessThan(150);
  });
});
