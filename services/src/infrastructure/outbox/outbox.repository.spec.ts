import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MongoServerError, type CommandStartedEvent } from 'mongodb';
import { startTestDatabase, type TestDatabase } from '../../../test/test-database.js';
import { until } from '../../../test/test-smtp.js';
import type { Environment } from '../environment/environment.js';
import { Mongo } from '../mongo/mongo.js';
import { newId } from '../mongo/row.js';
import { tenantOf } from '../tenancy/tenant.js';
import { OutboxRepository } from './outbox.repository.js';
import { testTimes, type SoleProcessTimes } from './sole-process.js';

const posted = (shout: string) =>
  ({ kind: 'ShoutPosted', tenant: tenantOf('motorsport', 'pit'), conversation: 'c1', shout, author: 'ann' }) as const;

let database: TestDatabase;
let name: string;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());
beforeEach(() => {
  name = `${database.name}_${newId()}`;
});

describe(OutboxRepository, () => {
  const repositories: Mongo[] = [];
  const repository = async (times?: SoleProcessTimes) => {
    const mongo = await new Mongo({ mongoUri: database.uri, mongoDb: name } as Environment).connect();
    const rows = new OutboxRepository(mongo, times);
    await mongo.onModuleInit();
    repositories.push(mongo);
    const add = (...shouts: string[]) => mongo.transaction((session) => rows.add(session, shouts.map(posted)));
    return { rows, add, mongo, stored: mongo.connection.collection('outbox') };
  };
  const positions = async ({ stored }: Awaited<ReturnType<typeof repository>>) => {
    const found = await stored.find().sort({ position: 1 }).toArray();
    return found.map((row) => [row['position'], row['facts'].shout]);
  };
  afterEach(async () => {
    await Promise.all(repositories.splice(0).map((mongo) => mongo.onApplicationShutdown()));
  });

  it('assigns each position once without gaps under concurrent numbering, in order for each writer', async () => {
    const processes = await Promise.all([repository(), repository(), repository()]);
    let isWriting = true;
    const numbering = processes.map(async ({ rows }) => {
      while (isWriting) await rows.number();
    });
    await Promise.all(
      processes.map(async ({ add }, writer) => {
        for (let index = 0; index < 20; index++) await add(`${writer}-${index}a`, `${writer}-${index}b`);
      }),
    );
    isWriting = false;
    await Promise.all(numbering);
    const heads = await Promise.all(processes.map(({ rows }) => rows.number()));
    const given = await positions(processes[0]);
    expect(heads).toEqual([120, 120, 120]);
    expect(given.map(([position]) => position)).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
    for (const writer of [0, 1, 2]) {
      const own = given.map(([, shout]) => shout).filter((shout) => shout.startsWith(`${writer}-`));
      expect(own).toEqual(
        Array.from({ length: 20 }, (_, index) => [`${writer}-${index}a`, `${writer}-${index}b`]).flat(),
      );
    }
  });

  it('continues after positions that another process assigned, and after one that stopped half way', async () => {
    const [one, other] = [await repository(), await repository()];
    await one.add('a');
    await one.rows.number();
    await other.add('b', 'c');
    await other.rows.number();
    await one.add('d', 'e', 'f');
    // A process that ended after its first write.
    await one.stored.updateOne({ 'facts.shout': 'd' }, { $set: { position: 4 } });
    expect(await one.rows.number()).toBe(6);
    expect(await other.rows.number()).toBe(6);
    expect(await positions(one)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((shout, index) => [index + 1, shout]));
  });

  it('continues after positions whose rows have expired', async () => {
    const one = await repository();
    await one.add('a', 'b');
    await one.rows.number();
    await one.stored.deleteMany({});
    const next = await repository();
    await next.add('c');
    expect(await next.rows.number()).toBe(3);
  });

  describe('of a process that is alone', () => {
    const alone = async () => {
      const one = await repository({ ...testTimes, lease: 20_000 });
      await one.add('first');
      await until(async () => (await one.rows.sole.alone()) !== undefined);
      await one.rows.number();
      return one;
    };

    it('numbers its own events without a reading', async () => {
      const one = await alone();
      const read: string[] = [];
      one.mongo.connection.getClient().on('commandStarted', ({ commandName, command }: CommandStartedEvent) => {
        if (commandName === 'find' && command['find'] === 'outbox') read.push(commandName);
      });
      for (const shout of ['a', 'b', 'c']) {
        await one.add(shout);
        expect(await one.rows.sole.alone()).toBeDefined();
        await one.rows.number();
      }
      expect(await positions(one)).toEqual(['first', 'a', 'b', 'c'].map((shout, index) => [index + 1, shout]));
      expect(read).toEqual([]);
    });

    it('leaves no gap for an attempt that was taken back, or for a failed transaction', async () => {
      const one = await alone();
      let attempts = 0;
      await one.mongo.transaction(async (session) => {
        await one.rows.add(session, [posted('a'), posted('b')]);
        if (++attempts < 3) throw new MongoServerError({ code: 112, errorLabels: ['TransientTransactionError'] });
      });
      const failed = one.mongo.transaction(async (session) => {
        await one.rows.add(session, [posted('c')]);
        throw new Error('failed');
      });
      await expect(failed).rejects.toThrow('failed');
      await one.add('d');
      expect(await one.rows.number()).toBe(4);
      expect(await positions(one)).toEqual(['first', 'a', 'b', 'd'].map((shout, index) => [index + 1, shout]));
    });

    it('leaves no gap for an event that a reading numbers before its transaction has ended here', async () => {
      const one = await alone();
      let end: () => void = () => undefined;
      const isEnding = new Promise<void>((resolve) => (end = resolve));
      let waits = true;
      one.mongo.beforeReply(() => (waits ? isEnding : Promise.resolve()));
      const first = one.add('a');
      await until(async () => (await one.stored.countDocuments()) === 2);
      // Makes the next numbering read.
      const failed = one.mongo.transaction(async (session) => {
        await one.rows.add(session, [posted('c')]);
        throw new Error('failed');
      });
      await expect(failed).rejects.toThrow('failed');
      expect(await one.rows.number()).toBe(2);
      waits = false;
      end();
      await first;
      await one.add('b');
      expect(await one.rows.number()).toBe(3);
      expect(await positions(one)).toEqual(['first', 'a', 'b'].map((shout, index) => [index + 1, shout]));
    });

    it('leaves no gap for an event that another process has numbered', async () => {
      const one = await alone();
      await one.add('a');
      await one.stored.updateOne({ 'facts.shout': 'a' }, { $set: { position: 2 } });
      await one.add('b');
      expect(await one.rows.number()).toBe(3);
      expect(await positions(one)).toEqual(['first', 'a', 'b'].map((shout, index) => [index + 1, shout]));
    });

    it('numbers the events of another process that appears', async () => {
      const one = await alone();
      await one.rows.sole.leave();
      const other = await repository(testTimes);
      await other.add('theirs');
      await one.add('own');
      expect(await one.rows.number()).toBe(3);
      expect((await positions(one)).map(([position]) => position)).toEqual([1, 2, 3]);
    });
  });
});
