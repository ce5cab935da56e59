import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { startTestDatabase, type TestDatabase } from '../../../test/test-database.js';
import { until } from '../../../test/test-smtp.js';
import { times } from '../../../test/proofs.js';
import type { Environment } from '../environment/environment.js';
import { Mongo } from '../mongo/mongo.js';
import { tenantOf } from '../tenancy/tenant.js';
import { CommitLog } from './commit-log.js';
import { OutboxRepository } from './outbox.repository.js';
import { SoleProcess, type SoleProcessTimes } from './sole-process.js';

const durations = { lease: 120, mark: 400, dead: 600, quiet: 600, beat: 100, active: 300, grace: 500, retry: 20 };
const pit = tenantOf('motorsport', 'pit');

/** A process that has cached how often each counter was written. */
class Process {
  readonly rows: OutboxRepository;
  readonly committed: CommitLog;
  private readonly cache = new Map<string, number>();
  reads = 0;

  private constructor(
    private readonly mongo: Mongo,
    soleTimes: SoleProcessTimes,
  ) {
    this.rows = new OutboxRepository(mongo, soleTimes);
    this.committed = new CommitLog(this.rows);
    this.committed.on((event) => (event ? this.cache.delete((event as { shout: string }).shout) : this.cache.clear()));
    mongo.connection.getClient().on('commandStarted', ({ command }: { command: { find?: string } }) => {
      if (command.find === 'outbox') this.reads++;
    });
  }

  static async start(soleTimes: SoleProcessTimes = durations): Promise<Process> {
    const mongoUri = `${database.uri}${database.uri.includes('?') ? '&' : '/?'}monitorCommands=true`;
    const mongo = await new Mongo({ mongoUri, mongoDb: name } as Environment).connect();
    const process = new Process(mongo, soleTimes);
    await mongo.onModuleInit();
    running.push(process);
    return process;
  }

  private get counters() {
    return this.mongo.connection.collection<{ _id: string; value: number }>('counters');
  }

  /** Resolves when the write is acknowledged. `pause`: ms between the event and the commit. */
  async write(shout: string, pause = 0): Promise<number> {
    return this.mongo.transaction(async (session) => {
      await this.rows.add(session, [{ kind: 'ShoutPosted', tenant: pit, conversation: 'c', shout, author: 'ann' }]);
      if (pause > 0) await wait(pause);
      const row = await this.counters.findOneAndUpdate(
        { _id: shout },
        { $inc: { value: 1 } },
        { upsert: true, returnDocument: 'after', session },
      );
      return row!.value;
    });
  }

  async read(shout: string): Promise<number> {
    await this.committed.sync();
    const cached = this.cache.get(shout);
    if (cached !== undefined) return cached;
    const value = (await this.counters.findOne({ _id: shout }))?.value ?? 0;
    this.cache.set(shout, value);
    return value;
  }

  /** The process that may believe that it is alone. */
  async holder(): Promise<string | null> {
    const row = await this.mongo.connection.collection<{ holder: string | null }>('outbox_processes').findOne({});
    return row!.holder;
  }

  async mark(id: string): Promise<number | undefined> {
    const row = await this.mongo.connection
      .collection<{ marks: Record<string, number> }>('outbox_processes')
      .findOne({});
    return row!.marks[id];
  }

  async marks(): Promise<string[]> {
    const row = await this.mongo.connection.collection<{ marks: object }>('outbox_processes').findOne({});
    return Object.keys(row!.marks);
  }

  /** As by `kill -9`: nothing is released. */
  async kill(): Promise<void> {
    running.splice(running.indexOf(this), 1);
    await this.mongo.onApplicationShutdown();
  }

  async stop(): Promise<void> {
    await this.rows.sole.leave();
    await this.kill();
  }

  /** Reads until the process is alone. */
  async becomesAlone(): Promise<void> {
    const end = Date.now() + 20_000;
    while (this.rows.sole.aloneNow() === undefined) {
      if (Date.now() > end) throw new Error('never alone');
      await this.committed.sync();
      await wait(20);
    }
    await this.committed.sync();
  }
}

let database: TestDatabase;
let name: string;
let run = 0;
const running: Process[] = [];
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());
beforeEach(() => {
  name = `${database.name}_${run++}`;
});
afterEach(() => Promise.all([...running].map((process) => process.kill())));

describe(SoleProcess, () => {
  it('reads no events while it is alone, and sees its own writes', async () => {
    // A busy machine may hold up the process for longer than the usual lease of these tests.
    const lease = 600;
    const process = await Process.start({ ...durations, lease, dead: 10 * lease });
    await process.becomesAlone();
    expect(await process.read('a')).toBe(0);
    const before = process.reads;
    for (let at = 1; at <= 20; at++) {
      await process.write('a');
      expect(await process.read('a')).toBe(at);
    }
    await wait(2 * lease);
    expect(await process.read('a')).toBe(20);
    expect(process.reads).toBe(before);
  });

  it('knows a write of another process once that is acknowledged, and is alone again when the other has ended', async () => {
    const [one, other] = [await Process.start(), await Process.start()];
    await one.becomesAlone();
    for (let at = 1; at <= 5; at++) {
      expect(await one.read('a')).toBe(at - 1);
      await other.write('a');
      expect(await one.read('a')).toBe(at);
    }
    expect(one.rows.sole.aloneNow()).toBeUndefined();
    await other.stop();
    await one.becomesAlone();
    expect(await one.read('a')).toBe(5);
  });

  it('acknowledges a transaction that outlasts its mark only when no other process relies on its caches', async () => {
    const [one, other] = [await Process.start(), await Process.start()];
    const slow = other.write('a', 4 * (durations.dead + durations.grace));
    await one.becomesAlone();
    expect(await one.read('a')).toBe(0);
    await slow;
    expect(await one.read('a')).toBe(1);
  });

  it('ends the lease of another process before it leaves in the middle of its first write', async () => {
    const [one, other] = [await Process.start(), await Process.start()];
    await one.becomesAlone();
    expect(await one.read('a')).toBe(0);
    let isUsed = true;
    const using = (async () => {
      while (isUsed) {
        await one.committed.sync();
        await wait(10);
      }
    })();
    const writing = other.write('a');
    await until(async () => (await other.marks()).length > 0);
    await other.rows.sole.leave();
    expect(await writing).toBe(1);
    expect(await one.read('a')).toBe(1);
    isUsed = false;
    await using;
  });

  it('does not pass the lease on among processes that write in turn, so that none waits for its end again', async () => {
    // Longer than the test, which a busy machine slows.
    const start = () => Process.start({ ...durations, quiet: 60_000 });
    const all = [await start(), await start(), await start()];
    await all[0]!.becomesAlone();
    const holders: (string | null)[] = [];
    for (let round = 0; round < 4; round++)
      for (const process of all) {
        await process.write('a');
        await wait(2 * durations.retry);
        // Tries to get the lease, in the background.
        await process.read('a');
        await wait(2 * durations.retry);
        holders.push(await all[0]!.holder());
      }
    // The first process had it; all others have written since.
    expect(new Set(holders.slice(3))).toEqual(new Set([null]));
  });

  it('after a kill, another process becomes alone and knows everything', async () => {
    const [one, other] = [await Process.start(), await Process.start()];
    await other.becomesAlone();
    await other.write('a');
    await other.kill();
    await one.becomesAlone();
    expect(await one.read('a')).toBe(1);
  });

  it('renews its mark while it writes now and then, until it is killed', async () => {
    const start = () => Process.start({ ...durations, active: 300_000 });
    const [one, other] = [await start(), await start()];
    await one.becomesAlone();
    await other.write('a');
    const { id } = other.rows.sole;
    const numbers = new Set<number | undefined>();
    await until(async () => numbers.add(await other.mark(id)).size > 3);
    expect(numbers).not.toContain(undefined);
    await other.kill();
    await one.becomesAlone();
    expect(await one.read('a')).toBe(1);
  });

  it('becomes alone only when a transaction that another process began before it left is over', async () => {
    const [one, other] = [await Process.start(), await Process.start()];
    const slow = other.write('a', 0.7 * durations.mark);
    await wait(20);
    await other.rows.sole.leave();
    await one.becomesAlone();
    expect(await one.read('a')).toBe(1);
    await slow;
  });

  // Longer than the rest of the test: as the monotonic clock of a machine that slept shows it.
  const sleep = 60_000;
  it.each<[string, Partial<SoleProcessTimes>]>([
    ['the lease', { lease: sleep }],
    ['the mark', { mark: sleep, active: 0 }],
  ])('hides no write of a process that slept through the end of %s', async (_, long) => {
    // A busy machine must not end the lease of the other process.
    const lease = 2000;
    const sleeper = await Process.start({ ...durations, lease, ...long });
    const other = await Process.start({ ...durations, lease });
    if (long.lease) await sleeper.becomesAlone();
    await sleeper.write('a');
    await other.becomesAlone();
    expect(await other.read('a')).toBe(1);
    const now = Date.now.bind(Date);
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + sleep);
    let isUsed = true;
    const using = (async () => {
      while (isUsed) {
        await other.committed.sync();
        await wait(10);
      }
    })();
    try {
      await sleeper.write('a');
      expect(await other.read('a')).toBe(2);
    } finally {
      isUsed = false;
      await using;
      clock.mockRestore();
    }
  });

  const phases = times(8, 200);
  it(`hides no acknowledged write in ${phases} phases in which one of three processes is alone, until others write or end`, async () => {
    const acknowledged = new Map<string, number>();
    const counters = ['a', 'b', 'c'];
    const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
    const write = async (process: Process, counter: string) =>
      acknowledged.set(counter, await process.write(counter, Math.random() < 0.1 ? 200 : 0));
    for (let index = 0; index < 3; index++) await Process.start();
    for (let phase = 0; phase < phases; phase++) {
      const main = pick(running);
      await main.becomesAlone();
      for (let act = 0; act < 30; act++) {
        const chance = Math.random();
        const process = chance < 0.85 ? main : pick(running);
        const counter = pick(counters);
        if (chance < 0.3 || chance > 0.9) await write(process, counter);
        else if (chance < 0.35) await wait(Math.random() * 2 * durations.lease);
        for (const reader of [process, main]) expect(await reader.read(counter)).toBe(acknowledged.get(counter) ?? 0);
      }
      const ending = pick(running);
      await (Math.random() < 0.5 ? ending.kill() : ending.stop());
      await Process.start();
    }
  });
});
