import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { clientOf } from '../../test/client-of.mjs';
import { openBoundedLog } from './bounded-log.mjs';
import { buildAll } from '../install/build-all.mjs';
import { nodeUnits, webUnits } from '../install/build-units.mjs';
import { startDatabase } from './database.mjs';
import { deploymentsDir, registryDir, shellDir } from '../paths.mjs';
import { startRunning } from './running.mjs';
import { startServices } from './services.mjs';

const timeout = 180_000;
/** One data folder, which the first start fills. */
let folder;
beforeAll(async () => {
  await buildAll([...nodeUnits(), ...webUnits()]);
  folder = await mkdtemp(join(tmpdir(), 'paddock-restart-'));
}, timeout);
afterAll(() => rm(folder, { recursive: true }));

/** Posts from four windows in parallel until `end`, and keeps every response. */
function underLoad(client) {
  const responses = [];
  let running = true;
  const window = async () => {
    while (running) {
      const response = await client.post('Box this lap');
      responses.push(response);
      if (response.status !== 200) await wait(20);
    }
  };
  const windows = Array.from({ length: 4 }, window);
  return {
    responses,
    end: async () => {
      running = false;
      await Promise.all(windows);
    },
  };
}

const succeeds = async (client, withinMs) => {
  const until = performance.now() + withinMs;
  while (performance.now() < until) {
    if ((await client.post('Back again')).status === 200) return true;
    await wait(100);
  }
  return false;
};

const likers = ['driver', 'crew', 'chief', 'steward', 'super', 'kenji_a', 'hugo_la', 'lukas_v'];

/** Posts shouts until `end`; all members like each of them at once. Keeps every like with the status of its response. */
function likesUnderLoad(members) {
  const likes = [];
  let running = true;
  const rounds = async () => {
    while (running) {
      const { status, reply } = await members[0].post('Pole position');
      if (status !== 200) {
        await wait(20);
        continue;
      }
      const like = async (member) => {
        const response = await member.call('PUT', `/shouts/${reply.id}/like`, {});
        likes.push({ shout: reply.id, member, status: response.status });
      };
      await Promise.all(members.map(like));
    }
  };
  const ended = Promise.all([rounds(), rounds()]);
  return {
    likes,
    end: async () => {
      running = false;
      await ended;
    },
  };
}

describe('a killed child', () => {
  let paddock;
  let stopLoad;
  beforeAll(async () => {
    paddock = await startRunning({ dataDir: folder, demo: true, env: { RATE_LIMITS: 'off' } });
  }, timeout);
  afterEach(() => stopLoad?.());
  afterAll(() => paddock?.stop());

  it(
    'under load is restarted, and no acknowledged write is lost',
    async () => {
      const client = clientOf(() => paddock.port);
      await client.signIn();
      const load = underLoad(client);
      stopLoad = load.end;
      while (load.responses.length < 40) await wait(20);

      const services = paddock.servicesPid();
      process.kill(paddock.databasePid(), 'SIGKILL');
      await wait(200);
      expect(await succeeds(client, 30_000)).toBe(true);
      expect(paddock.servicesPid()).toBe(services);
      const refused = load.responses.filter(({ status }) => status !== 200);
      for (const { code, ms } of refused) {
        expect(code).toBe('SERVICE_UNAVAILABLE');
        expect(ms).toBeLessThan(10_000);
      }

      process.kill(services, 'SIGKILL');
      await wait(200);
      expect(await succeeds(client, 30_000)).toBe(true);
      expect(paddock.servicesPid()).not.toBe(services);
      await load.end();
      stopLoad = undefined;
      const acknowledged = load.responses.filter(({ status }) => status === 200);
      expect(acknowledged.length).toBeGreaterThan(40);
      for (const { reply } of acknowledged)
        expect(await client.call('GET', `/shouts/${reply.id}`)).toMatchObject({ status: 200 });
    },
    timeout,
  );

  it(
    'during likes loses no acknowledged like, and counts each once',
    async () => {
      const members = likers.map(() => clientOf(() => paddock.port));
      await Promise.all(members.map((member, index) => member.signIn(likers[index])));
      const { likes, end } = likesUnderLoad(members);
      stopLoad = end;
      for (const pidOf of [paddock.databasePid, paddock.servicesPid]) {
        const before = likes.length;
        while (likes.length < before + 20 * likers.length) await wait(5);
        process.kill(pidOf(), 'SIGKILL');
        await wait(200);
        expect(await succeeds(members[0], 30_000)).toBe(true);
      }
      await end();
      stopLoad = undefined;

      const isLiked = async ({ shout, member }) => (await member.call('GET', `/shouts/${shout}`)).reply.shout.liked;
      const acknowledged = likes.filter(({ status }) => status === 200);
      expect(acknowledged.length).toBeGreaterThan(20 * likers.length);
      expect(await Promise.all(acknowledged.map(isLiked))).toEqual(acknowledged.map(() => true));
      // A like that failed may be stored; the repeated one is acknowledged, and not counted twice.
      const failed = likes.filter(({ status }) => status !== 200);
      for (const { shout, member } of failed)
        expect(await member.call('PUT', `/shouts/${shout}/like`, {})).toMatchObject({ status: 200 });
      for (const shout of new Set(likes.map((like) => like.shout)))
        expect((await members[0].call('GET', `/shouts/${shout}`)).reply.shout.likes_count).toBe(likers.length);
    },
    timeout,
  );
});

describe('services whose database is down for 15 s', () => {
  let stop;
  afterEach(() => stop?.());

  it(
    'fail in time with SERVICE_UNAVAILABLE, and recover when the database is back',
    async () => {
      mkdirSync(join(folder, 'logs'), { recursive: true });
      let database = await startDatabase(folder);
      const log = openBoundedLog(join(folder, 'logs'), 'services.log');
      const env = {
        ...{ HOST: '127.0.0.1', PORT: '0', MONGODB_URI: database.uri, DATA_DIR: folder, DEMO: '1', RATE_LIMITS: 'off' },
        ...{ SHELL_DIR: shellDir, REGISTRY_DIR: registryDir, DEPLOYMENTS_DIR: deploymentsDir },
      };
      const services = await startServices({ env, dataDir: folder, log, onSpawn: () => undefined });
      stop = async () => {
        await services.child.stop();
        await database.child.stop();
      };
      const client = clientOf(() => services.port);
      await client.signIn();
      process.kill(database.child.process.pid, 'SIGKILL');
      await database.child.ended;
      const until = performance.now() + 15_000;
      const responses = [];
      while (performance.now() < until)
        responses.push(
          ...(await Promise.all([
            client.post('Anyone there?'),
            client.call('GET', '/users/me'),
            client.call('GET', '/shouts'),
          ])),
        );
      for (const response of responses) expect(response).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
      expect(Math.max(...responses.map(({ ms }) => ms))).toBeLessThan(8000);
      expect((await client.health()).status).toBe(503);
      database = await startDatabase(folder, undefined, database.uri);
      expect(await succeeds(client, 10_000)).toBe(true);
      expect(services.child.process.exitCode).toBeNull();
    },
    timeout,
  );
});
