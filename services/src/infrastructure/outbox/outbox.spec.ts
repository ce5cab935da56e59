import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ClientSession } from 'mongodb';
import { setTimeout as wait } from 'node:timers/promises';
import { listener, shoutOf } from '../../../test/event-listener.js';
import { startOwnTime } from '../../../test/own-time.js';
import { startTestDatabase, type TestDatabase } from '../../../test/test-database.js';
import { until } from '../../../test/test-smtp.js';
import type { Environment } from '../environment/environment.js';
import { createLogger } from '../logging/logger.js';
import { Mongo } from '../mongo/mongo.js';
import { newId } from '../mongo/row.js';
import { tenantOf } from '../tenancy/tenant.js';
import type { Delivered, Subscription } from './domain-events.js';
import { OutboxRepository } from './outbox.repository.js';
import { Outbox } from './outbox.js';

const pit = tenantOf('motorsport', 'pit');
const posted = (shout: string) =>
  ({ kind: 'ShoutPosted', tenant: pit, conversation: 'c1', shout, author: 'ann' }) as const;

let database: TestDatabase;
const running: Process[] = [];

/** The part of a services process that an outbox needs. */
interface Process {
  mongo: Mongo;
  outbox: Outbox;
  stop(): Promise<void>;
}

async function startProcess(...subscriptions: Subscription[]): Promise<Process> {
  const mongoUri = `${database.uri}${database.uri.includes('?') ? '&' : '/?'}monitorCommands=true`;
  const mongo = await new Mongo({ mongoUri, mongoDb: name } as Environment).connect();
  const outbox = new Outbox(new OutboxRepository(mongo), createLogger('silent'));
  await mongo.onModuleInit();
  for (const subscription of subscriptions) outbox.subscribe(subscription);
  await outbox.onApplicationBootstrap();
  const process: Process = {
    mongo,
    outbox,
    stop: async () => {
      running.splice(running.indexOf(process), 1);
      await outbox.beforeApplicationShutdown();
      await mongo.onApplicationShutdown();
    },
  };
  running.push(process);
  return process;
}

const post = ({ mongo, outbox }: Process, ...shouts: string[]) =>
  mongo.transaction(async (session) => {
    for (const shout of shouts) await outbox.add(session, posted(shout));
  });

let name: string;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());
beforeEach(() => {
  name = `${database.name}_${newId()}`;
});
afterEach(async () => {
  for (const process of [...running]) await process.stop();
});

describe(Outbox, () => {
  it('delivers an event with its tenant and facts, at once in the same process', async () => {
    const { subscription, received } = listener();
    const process = await startProcess(subscription);
    await post(process, 'warm-up');
    await until(() => received.length === 1);
    const ownTime = startOwnTime();
    await post(process, 's1');
    await until(() => received.length === 2);
    expect(ownTime().ms).toBeLessThan(250);
    expect(received[1]).toMatchObject({
      kind: 'ShoutPosted',
      tenant: pit,
      conversation: 'c1',
      shout: 's1',
      author: 'ann',
    });
  });

  it('delivers in the order of the commits, also from many writers at once', async () => {
    const { subscription, shouts } = listener();
    const process = await startProcess(subscription);
    const wanted = Array.from({ length: 20 }, (_, index) => `s${index}`);
    for (const shout of wanted) await post(process, shout);
    await until(() => shouts().length === 20);
    expect(shouts()).toEqual(wanted);
    await Promise.all(wanted.map((shout) => post(process, `${shout}a`, `${shout}b`)));
    await until(() => shouts().length === 60);
    const later = shouts().slice(20);
    expect(new Set(later).size).toBe(40);
    for (const shout of wanted) expect(later.indexOf(`${shout}b`)).toBeGreaterThan(later.indexOf(`${shout}a`));
  });

  it('delivers lanes side by side, each in the order of the commits, and of updates the last', async () => {
    const free: (() => void)[] = [];
    const { subscription, received, shouts } = listener({
      laneOf: (event) => shoutOf(event)[0]!,
      latestOf: (event) => (shoutOf(event).endsWith('u') ? shoutOf(event) : undefined),
    });
    const handle = (event: Delivered) => {
      received.push(event);
      return new Promise<void>((resolve) => void free.push(resolve));
    };
    const process = await startProcess({ ...subscription, handle });
    await post(process, 'a1', 'b1', 'au', 'a2', 'au', 'b2');
    await until(() => shouts().length === 2);
    expect(shouts()).toEqual(['a1', 'b1']);
    expect(process.outbox.lag()).toBeGreaterThan(0);
    expect(process.outbox.liveLag()).toBeGreaterThan(0);
    while (process.outbox.lag() > 0) {
      free.splice(0).forEach((resolve) => resolve());
      await wait(5);
    }
    const ofLane = (lane: string) => shouts().filter((shout) => shout.startsWith(lane));
    expect([ofLane('a'), ofLane('b')]).toEqual([
      ['a1', 'a2', 'au'],
      ['b1', 'b2'],
    ]);
  });

  it('stops after the event that is being delivered, and goes on there after a restart', async () => {
    const { subscription, received, shouts } = listener({ durable: true });
    const handle = (event: Delivered) => wait(20).then(() => void received.push(event));
    const first = await startProcess({ ...subscription, handle });
    const wanted = Array.from({ length: 100 }, (_, index) => `s${index}`);
    await post(first, ...wanted);
    await until(() => shouts().length > 0);
    expect([first.outbox.lag() > 0, first.outbox.liveLag()]).toEqual([true, 0]);
    await first.stop();
    expect(shouts().length).toBeLessThan(100);
    await startProcess(subscription);
    await until(() => shouts().length === 100);
    expect(shouts()).toEqual(wanted);
  });

  it('delivers no events of a transaction that was rolled back', async () => {
    const { subscription, shouts } = listener();
    const process = await startProcess(subscription);
    const failing = process.mongo.transaction(async (session) => {
      await process.outbox.add(session, posted('never'));
      throw new Error('rule broken');
    });
    await expect(failing).rejects.toThrow('rule broken');
    await post(process, 'after');
    await until(() => shouts().length > 0);
    expect(shouts()).toEqual(['after']);
  });

  it('delivers the events of a retried transaction once', async () => {
    const { subscription, shouts } = listener();
    const process = await startProcess(subscription);
    const counters = process.mongo.connection.collection<{ _id: string; n: number }>('counters');
    await counters.insertOne({ _id: 'seq', n: 0 });
    let attempts = 0;
    const next = async (session: ClientSession, shout: string) => {
      attempts += 1;
      await counters.updateOne({ _id: 'seq' }, { $inc: { n: 1 } }, { session });
      await process.outbox.add(session, posted(shout));
    };
    await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((shout) => process.mongo.transaction((session) => next(session, shout))),
    );
    await until(() => shouts().length === 5);
    await post(process, 'end');
    await until(() => shouts().includes('end'));
    expect(attempts).toBeGreaterThan(5);
    expect(shouts().sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'end']);
  });

  it('refuses an event outside a transaction', async () => {
    const process = await startProcess();
    await process.mongo.connection
      .getClient()
      .withSession((session) =>
        expect(process.outbox.add(session, posted('s'))).rejects.toThrow('outside a transaction'),
      );
  });

  it('delivers once to the subscribers of every process', async () => {
    const [here, there] = [listener(), listener()];
    const process = await startProcess(here.subscription);
    await startProcess(there.subscription);
    await post(process, 's1', 's2');
    await until(() => here.received.length === 2 && there.received.length === 2);
    await post(process, 's3');
    await until(() => here.received.length === 3 && there.received.length === 3);
    expect(here.shouts()).toEqual(['s1', 's2', 's3']);
    expect(there.shouts()).toEqual(['s1', 's2', 's3']);
  });

  it('asks the database rarely while nothing happens', async () => {
    const process = await startProcess(listener().subscription);
    let commands = 0;
    process.mongo.connection.getClient().on('commandStarted', () => (commands += 1));
    await post(process, 's1');
    await until(() => commands > 2);
    await wait(500);
    commands = 0;
    await wait(3000);
    expect(commands).toBeLessThanOrEqual(1);
  });

  it('delivers events of another process within a second while a window is open', async () => {
    const { subscription, received } = listener();
    const reader = await startProcess(subscription);
    const writer = await startProcess();
    let isOpen = false;
    reader.outbox.deliverPromptlyWhile(() => isOpen);
    isOpen = true;
    reader.outbox.wake();
    for (const count of [1, 2, 3]) {
      // The check after the wake, and later ones.
      await wait(count * 300);
      const ownTime = startOwnTime();
      await post(writer, `s${count}`);
      await until(() => received.length === count);
      expect(ownTime().ms).toBeLessThan(1000);
    }
  });

  it('delivers events committed while no process ran to durable subscribers only', async () => {
    const first = await startProcess(listener({ durable: true }).subscription);
    await post(first, 'before');
    await first.stop();
    const writer = await startProcess();
    await post(writer, 'meanwhile');
    await writer.stop();
    const durable = listener({ durable: true });
    const passing = listener({ name: 'passing' });
    const last = await startProcess(durable.subscription, passing.subscription);
    await post(last, 'now');
    await until(() => durable.received.length >= 2 && passing.received.length >= 1);
    expect(durable.shouts().slice(-2)).toEqual(['meanwhile', 'now']);
    expect(passing.shouts()).toEqual(['now']);
  });

  it('repeats no event to a durable subscriber after a stop, however soon the stop follows the event', async () => {
    const before = listener({ durable: true });
    const first = await startProcess(before.subscription);
    for (const shout of ['s1', 's2', 's3', 's4']) {
      await post(first, shout);
      await until(() => before.shouts().includes(shout));
    }
    await first.stop();
    const after = listener({ durable: true });
    const last = await startProcess(after.subscription);
    await post(last, 'now');
    await until(() => after.shouts().includes('now'));
    expect(after.shouts()).toEqual(['now']);
  });

  it('retries an event for a durable subscriber until it succeeds, keeps the order and counts what waits', async () => {
    const { subscription, shouts, received } = listener({ durable: true });
    const waiting: number[] = [];
    const process = await startProcess({
      ...subscription,
      handle: (event) => {
        if (waiting.push(process.outbox.waiting()) === 1) throw new Error('mail store down');
        received.push(event);
      },
    });
    const ownTime = startOwnTime();
    await post(process, 's1', 's2');
    await until(() => received.length === 2 && process.outbox.waiting() === 0);
    expect(ownTime().ms).toBeLessThan(1500);
    expect([shouts(), waiting]).toEqual([
      ['s1', 's2'],
      [2, 2, 1],
    ]);
  });

  it('skips an event that a non-durable subscriber fails to handle, and delays no other subscriber', async () => {
    const good = listener({ name: 'good' });
    const bad = listener({ name: 'bad' });
    let fail!: (error: Error) => void;
    const slow = new Promise<void>((_, reject) => (fail = reject));
    const process = await startProcess({ ...bad.subscription, handle: () => slow }, good.subscription);
    await post(process, 's1', 's2');
    await until(() => good.received.length === 2);
    fail(new Error('slow and broken'));
    await post(process, 's3');
    await until(() => good.received.length === 3);
  });

  it('refuses a second subscriber of the same name', async () => {
    const process = await startProcess(listener().subscription);
    expect(() => process.outbox.subscribe(listener().subscription)).toThrow('listener');
  });
});
