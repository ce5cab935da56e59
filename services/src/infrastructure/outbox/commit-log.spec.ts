import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { dayMs } from '@paddock/contract/core/durations';
import { startTestDatabase, type TestDatabase } from '../../../test/test-database.js';
import type { Environment } from '../environment/environment.js';
import { Mongo } from '../mongo/mongo.js';
import { tenantOf } from '../tenancy/tenant.js';
import { CommitLog } from './commit-log.js';
import { maxEventsRead, OutboxRepository } from './outbox.repository.js';
import { testTimes } from './sole-process.js';

const pit = tenantOf('motorsport', 'pit');
const posted = (shout: string) =>
  ({ kind: 'ShoutPosted', tenant: pit, conversation: 'c1', shout, author: 'ann' }) as const;

let database: TestDatabase;
/** Two processes. */
let here: Mongo;
let there: Mongo;
let rows: OutboxRepository;
let away: OutboxRepository;
let committed: CommitLog;
/** Shouts of the received events; `all` for a call without an event. */
let received: string[];
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());
let run = 0;
beforeEach(async () => {
  const environment = { mongoUri: database.uri, mongoDb: `${database.name}_${run++}` } as Environment;
  here = await new Mongo(environment).connect();
  there = await new Mongo(environment).connect();
  rows = new OutboxRepository(here, testTimes);
  away = new OutboxRepository(there, testTimes);
  await here.onModuleInit();
  committed = new CommitLog(rows);
  received = [];
  committed.on((event) => received.push(event ? (event as { shout: string }).shout : 'all'));
  await committed.sync();
  received = [];
});
afterEach(async () => {
  await Promise.all([here.onApplicationShutdown(), there.onApplicationShutdown()]);
});

const add = (...shouts: string[]) => there.transaction((session) => away.add(session, shouts.map(posted)));

describe(CommitLog, () => {
  it('reports an event of another process once, before and after it is numbered', async () => {
    await add('a', 'b');
    await committed.sync();
    expect(received.sort()).toEqual(['a', 'b']);
    await away.number();
    await committed.sync();
    await add('c');
    await away.number();
    await add('d');
    await committed.sync();
    await rows.number();
    await committed.sync();
    expect(received.sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(await rows.committedSince(await rows.head())).toEqual([]);
  });

  it('reports no event of an open or aborted transaction', async () => {
    const failing = there.transaction(async (session) => {
      await away.add(session, [posted('never')]);
      await committed.sync();
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    await committed.sync();
    expect(received).toEqual([]);
  });

  it('reports expired events as unknown once, then continues', async () => {
    await add('a', 'b');
    await away.number();
    await there.connection.collection('outbox').deleteMany({});
    await add('c');
    await away.number();
    await committed.sync();
    expect(received).toEqual(['all']);
    await committed.sync();
    await add('d');
    await committed.sync();
    expect(received).toEqual(['all', 'd']);
  });

  it('reports unknown events after a long sleep, even when no rows are left', async () => {
    await add('a');
    await away.number();
    await there.connection.collection('outbox').deleteMany({});
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 8 * dayMs);
    try {
      await committed.sync();
      expect(received).toEqual(['all']);
      await committed.sync();
      expect(received).toEqual(['all']);
    } finally {
      clock.mockRestore();
    }
  });

  it.each(['numbered', 'not numbered'])('reports unknown events when there are too many, %s', async (state) => {
    await add(...Array.from({ length: maxEventsRead + 5 }, (_, index) => `s${index}`));
    if (state === 'numbered') await away.number();
    await committed.sync();
    expect(received).toEqual(['all']);
    await away.number();
    await committed.sync();
    await add('next');
    await committed.sync();
    expect(received.at(-1)).toBe('next');
    expect(received.slice(0, -1).every((one) => one === 'all')).toBe(true);
  });

  it('has reported every acknowledged event when it settles, under concurrent writers, numberers and readers', async () => {
    const acknowledged = new Set<string>();
    let writing = true;
    const numberer = async (repository: OutboxRepository) => {
      while (writing) await repository.number();
    };
    const reader = async () => {
      while (writing) {
        const due = [...acknowledged];
        await committed.sync();
        expect(due.filter((shout) => !received.includes(shout))).toEqual([]);
      }
    };
    const writer = async (name: string) => {
      for (let index = 0; index < 30; index++) {
        await add(`${name}${index}`);
        acknowledged.add(`${name}${index}`);
      }
    };
    const others = [numberer(rows), numberer(away), reader(), reader(), reader()];
    await Promise.all(['x', 'y', 'z'].map(writer));
    writing = false;
    await Promise.all(others);
    await committed.sync();
    expect(new Set(received)).toEqual(acknowledged);
    expect(received).toHaveLength(acknowledged.size);
  });

  it('shares a reading with requests that arrived before it, and for 750 ms with those that need no more', async () => {
    // The first event of a process waits until no other is alone.
    await add('first');
    await committed.sync();
    received = [];
    let now = performance.now();
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const readings = jest.spyOn(rows, 'committedSince');
    const arrived = now;
    now += 5;
    await committed.sync();
    await committed.sync(arrived);
    await committed.recent();
    expect(readings).toHaveBeenCalledTimes(1);
    await add('a');
    now += 740;
    await committed.recent();
    expect([readings.mock.calls.length, received]).toEqual([1, []]);
    await committed.sync(now);
    expect([readings.mock.calls.length, received]).toEqual([2, ['a']]);
    await add('b');
    now += 751;
    await committed.recent();
    expect([readings.mock.calls.length, received]).toEqual([3, ['a', 'b']]);
    jest.restoreAllMocks();
  });

  it('rejects calls during a database failure, and recovers', async () => {
    const { head, committedSince } = rows;
    rows.committedSince = () => Promise.reject(new Error('away'));
    await expect(committed.sync()).rejects.toThrow('away');
    await expect(committed.sync(0)).rejects.toThrow('away');
    Object.assign(rows, { head, committedSince });
    await add('after');
    await committed.sync();
    expect(received).toEqual(['after']);
  });
});
