import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startTestDatabase, type TestDatabase } from '../../../test/test-database.js';
import type { Environment } from '../environment/environment.js';
import { Mongo } from '../mongo/mongo.js';
import { newId } from '../mongo/row.js';
import { tenantOf } from '../tenancy/tenant.js';
import { OutboxRepository } from './outbox.repository.js';

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
  const repository = async () => {
    const mongo = await new Mongo({ mongoUri: database.uri, mongoDb: name } as Environment).connect();
    const rows = new OutboxRepository(mongo);
    await mongo.onModuleInit();
    repositories.push(mongo);
    const add = (...shouts: string[]) => mongo.transaction((session) => rows.add(session, shouts.map(posted)));
    return { rows, add, stored: mongo.connection.collection('outbox') };
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
});
