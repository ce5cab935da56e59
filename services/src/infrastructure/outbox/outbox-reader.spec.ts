import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { hourMs } from '@paddock/contract/core/durations';
import { MongoNetworkError } from 'mongodb';
import { setTimeout as wait } from 'node:timers/promises';
import { listener } from '../../../test/event-listener.js';
import { startTestDatabase, type TestDatabase } from '../../../test/test-database.js';
import { until } from '../../../test/test-smtp.js';
import type { Environment } from '../environment/environment.js';
import { PaddockError } from '../errors/paddock-error.js';
import { createLogger } from '../logging/logger.js';
import { Mongo } from '../mongo/mongo.js';
import { newId } from '../mongo/row.js';
import { tenantOf } from '../tenancy/tenant.js';
import { OutboxReader } from './outbox-reader.js';
import { OutboxRepository } from './outbox.repository.js';
import { Outbox } from './outbox.js';

const maxPauseMs = 5;
const defect = new Error('cannot read properties of undefined');

let database: TestDatabase;
let mongo: Mongo;
let outbox: Outbox;
let log: string[];
let onLine: (line: string) => void;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());
beforeEach(async () => {
  log = [];
  onLine = () => undefined;
  mongo = await new Mongo({ mongoUri: database.uri, mongoDb: `${database.name}_${newId()}` } as Environment).connect();
  const write = (line: string) => {
    log.push(line);
    onLine(line);
  };
  outbox = new Outbox(new OutboxRepository(mongo), createLogger('warn', { write }), undefined, maxPauseMs);
  await mongo.onModuleInit();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await outbox.beforeApplicationShutdown();
  await mongo.onApplicationShutdown();
});

/** A durable subscriber that fails with each of these errors in turn, at its first event. */
function failing(errors: readonly Error[]) {
  const { subscription, received, shouts } = listener({ durable: true });
  const attempts: string[] = [];
  outbox.subscribe({
    ...subscription,
    handle: (event) => {
      attempts.push(event.id);
      const error = errors[attempts.length - 1];
      if (error) throw error;
      received.push(event);
    },
  });
  return { shouts, attempts };
}

async function post(...shouts: string[]): Promise<void> {
  const facts = {
    kind: 'ShoutPosted',
    tenant: tenantOf('motorsport', 'pit'),
    conversation: 'c1',
    author: 'ann',
  } as const;
  await outbox.onApplicationBootstrap();
  await mongo.transaction(async (session) => {
    for (const shout of shouts) await outbox.add(session, { ...facts, shout });
  });
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const isGivenUp = () => log.some((line) => line.includes('event given up'));

describe(OutboxReader, () => {
  it.each<[string, Error]>([
    ['the bucket', new PaddockError('SERVICE_UNAVAILABLE')],
    ['the database', new MongoNetworkError('connection closed')],
    ['space on the disk', Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })],
  ])('delivers an event to a durable subscriber once %s is back, however long that takes', async (_, outage) => {
    // An outage leaves the handler all its attempts.
    const { shouts, attempts } = failing([...times(12, outage), ...times(9, defect)]);
    await post('s1', 's2');
    await until(() => shouts().length === 2);
    expect([shouts(), attempts.length, isGivenUp()]).toEqual([['s1', 's2'], 23, false]);
  });

  it.each<[string, Error]>([
    ['a defect', defect],
    ['a refusal', new PaddockError('NOT_FOUND')],
    ['an error of the handler itself', new PaddockError('INTERNAL_ERROR')],
  ])('gives up an event that ten attempts end with %s, and reports it', async (_, error) => {
    const { shouts, attempts } = failing(times(10, error));
    await post('s1', 's2');
    await until(() => shouts().length === 1);
    expect([shouts(), attempts.length, isGivenUp()]).toEqual([['s2'], 11, true]);
  });

  it('retries at its time after the wall clock was set back', async () => {
    const { shouts } = failing([defect]);
    const now = Date.now.bind(Date);
    onLine = (line) => {
      if (line.includes('will be tried again')) jest.spyOn(Date, 'now').mockImplementation(() => now() - hourMs);
    };
    await post('s1');
    for (let tries = 0; tries < 20 && shouts().length === 0; tries++) {
      await wait(50);
      outbox.wake();
    }
    expect(shouts()).toEqual(['s1']);
  });
});
