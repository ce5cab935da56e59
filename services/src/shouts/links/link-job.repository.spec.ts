import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestDatabase, type TestDatabase } from '../../../test/test-database.js';
import { readEnvironment } from '../../infrastructure/environment/environment.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { LinkJobRepository } from './link-job.repository.js';

let database: TestDatabase;
let mongo: Mongo;
let jobs: LinkJobRepository;
beforeAll(async () => {
  database = await startTestDatabase();
  const variables = { NODE_ENV: 'test', MONGODB_URI: database.uri, MONGODB_DB: database.name };
  mongo = await new Mongo(readEnvironment(variables)).connect();
  jobs = new LinkJobRepository(mongo);
  await mongo.onModuleInit();
});
afterAll(async () => {
  await mongo.onApplicationShutdown();
  await database.stop();
});

const add = (shout: string, author: string) =>
  mongo.transaction((session) => jobs.add(tenantOf('motorsport'), { shout, author }, session));
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);

describe(LinkJobRepository, () => {
  it('gives a job to one worker, and again to another when the first has died', async () => {
    await add('shout', 'ann');
    const takers = await Promise.all([1, 2, 3, 4].map(() => jobs.take(inSeconds(1), [])));
    const [first, ...others] = takers.filter((job) => job !== null);
    expect([first!.shout, others]).toEqual(['shout', []]);
    expect(await jobs.take(inSeconds(30), [])).toBeNull();
    expect(await jobs.take(inSeconds(62), [])).toMatchObject({ _id: first!._id, attempts: 2 });
    await jobs.finish(first!._id);
    expect(await jobs.take(inSeconds(3600), [])).toBeNull();
  });

  it('passes over authors who have a job running', async () => {
    await add('slow', 'ann');
    await add('quick', 'bob');
    expect(await jobs.take(inSeconds(1), ['ann'])).toMatchObject({ shout: 'quick' });
  });
});
