import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { UUID } from 'mongodb';
import type { Doc } from '../src/values/bson.js';
import { report, times } from './proofs/extent.js';
import { openInProcess } from './proofs/in-process.js';
import { checkIndexes } from './proofs/index-check.js';
import { randomFrom } from './proofs/workload.js';

let server: ReturnType<typeof openInProcess>;
const seed = Date.now() & 0xffff;
const random = randomFrom(seed);
const below = (count: number): number => Math.floor(random() * count);
const writeConcern = { w: 1, j: false };

beforeAll(() => {
  server = openInProcess();
});
afterAll(() => server.close());
beforeEach(() => server.run({ dropDatabase: 1 }));

/**
 * Runs a transaction statement by statement; each statement yields to the event loop, so that transactions interleave.
 */
class Transaction {
  private readonly base: Doc = { lsid: { id: new UUID() }, txnNumber: 1, autocommit: false };
  private begun = false;

  async run(command: Doc): Promise<Doc> {
    for (let waits = below(4); waits > 0; waits--) await turn();
    const start = this.begun ? {} : { startTransaction: true };
    this.begun = true;
    const reply = await server.run({ ...command, ...this.base, ...start });
    if (reply['ok'] !== 1) throw Object.assign(new Error(String(reply['errmsg'])), { code: reply['code'] });
    return reply;
  }

  async find(collection: string, filter: Doc): Promise<Doc[]> {
    const { cursor } = await this.run({ find: collection, filter, batchSize: 100_000 });
    return (cursor as { firstBatch: Doc[] }).firstBatch;
  }

  async update(collection: string, _id: unknown, u: Doc): Promise<void> {
    await this.run({ update: collection, updates: [{ q: { _id }, u }] });
  }

  async end(commit: boolean): Promise<void> {
    const what = commit ? { commitTransaction: 1, writeConcern } : { abortTransaction: 1 };
    await this.run(what);
  }
}

/** Runs many transactions concurrently. @returns the outcome of each: committed, aborted, or rejected with a code */
async function sideBySide(clients: number, each: number, body: (client: number) => Promise<boolean>) {
  const outcome = { committed: 0, aborted: 0, conflicts: 0 };
  const client = async (_: unknown, number: number): Promise<void> => {
    for (let i = 0; i < each; i++) {
      try {
        outcome[(await body(number)) ? 'committed' : 'aborted']++;
      } catch (error) {
        // A conflict, or a transaction that a conflict has aborted.
        if ((error as { code?: unknown }).code !== 112) throw error;
        outcome.conflicts++;
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return outcome;
}

it(
  'transfers with aborts and conflicts never change the sum that any reader sees',
  async () => {
    const accounts = 12;
    const documents = Array.from({ length: accounts }, (_, _id) => ({ _id, sum: 100, branch: _id % 3 }));
    await server.run({ insert: 'accounts', documents, writeConcern });
    await server.run({
      createIndexes: 'accounts',
      indexes: [{ key: { branch: 1, sum: -1 }, name: 'b' }],
      writeConcern,
    });
    const total = (docs: Doc[]): number => docs.reduce((all, { sum }) => all + Number(sum), 0);
    let reads = 0;
    const outcome = await sideBySide(12, times(20, 2_000), async (client) => {
      if (client < 3) {
        reads++;
        if (client === 0) {
          const { cursor } = await server.run({ find: 'accounts' });
          expect(total((cursor as { firstBatch: Doc[] }).firstBatch)).toBe(accounts * 100);
          return true;
        }
        // One snapshot has one sum, read in parts and through an index.
        const reader = new Transaction();
        let sum = 0;
        for (const branch of [0, 1, 2]) sum += total(await reader.find('accounts', { branch }));
        expect(sum).toBe(accounts * 100);
        expect(total(await reader.find('accounts', {}))).toBe(accounts * 100);
        await reader.end(true);
        return true;
      }
      const transfer = new Transaction();
      const [from, to] = [below(accounts), below(accounts)];
      const [source] = await transfer.find('accounts', { _id: from });
      const amount = below(50);
      await transfer.update('accounts', from, { $set: { sum: Number(source!['sum']) - amount } });
      await transfer.update('accounts', to, { $inc: { sum: amount } });
      const commit = random() < 0.75;
      await transfer.end(commit);
      return commit;
    });
    const { cursor } = await server.run({ find: 'accounts' });
    expect(total((cursor as { firstBatch: Doc[] }).firstBatch)).toBe(accounts * 100);
    for (const often of Object.values(outcome)) expect(often).toBeGreaterThan(10);
    checkIndexes(server.db);
    report('transfers', { ...outcome, reads });
  },
  times(180_000, 1_200_000),
);

/** What one transaction read and wrote; it appends its own number once per key. */
interface Observed {
  readonly number: number;
  readonly reads: { key: number; list: number[] }[];
  readonly appended: Map<number, { after: number }>;
  committed: boolean;
}

it(
  'histories of appends show no lost update, dirty, non-repeatable or fractured read',
  async () => {
    const keys = 6;
    const documents = Array.from({ length: keys }, (_, _id) => ({ _id, list: [] }));
    await server.run({ insert: 'lists', documents, writeConcern });
    const history: Observed[] = [];
    const outcome = await sideBySide(10, times(20, 1_000), async () => {
      const observed: Observed = { number: history.length, reads: [], appended: new Map(), committed: false };
      history.push(observed);
      const transaction = new Transaction();
      for (let steps = 2 + below(4); steps > 0; steps--) {
        const key = below(keys);
        const [doc] = await transaction.find('lists', { _id: key });
        const list = doc!['list'] as number[];
        observed.reads.push({ key, list });
        if (random() < 0.5 || observed.appended.has(key)) continue;
        observed.appended.set(key, { after: list.length });
        await transaction.update('lists', key, { $push: { list: observed.number } });
      }
      observed.committed = random() < 0.8;
      try {
        await transaction.end(observed.committed);
      } catch (error) {
        observed.committed = false;
        throw error;
      }
      return observed.committed;
    });
    const { cursor } = await server.run({ find: 'lists' });
    const final = new Map(
      (cursor as { firstBatch: Doc[] }).firstBatch.map((doc) => [doc['_id'], doc['list'] as number[]]),
    );
    const committed = new Set(history.filter((one) => one.committed).map(({ number }) => number));
    for (const list of final.values()) {
      expect(new Set(list).size).toBe(list.length);
      for (const number of list) expect(committed.has(number)).toBe(true);
    }
    for (const { number, reads, appended, committed: done } of history) {
      // First committer wins: no other append lies between the read list and the appended number.
      if (done) for (const [key, { after }] of appended) expect(final.get(key)!.indexOf(number)).toBe(after);
      const seen = new Map<number, number[]>();
      for (const { key, list } of reads) {
        const others = list.filter((one) => one !== number);
        expect(others).toEqual(final.get(key)!.slice(0, others.length));
        if (seen.has(key)) expect(others).toEqual(seen.get(key));
        seen.set(key, others);
      }
      for (const [key, list] of seen) {
        for (const other of list) {
          for (const also of history[other]!.appended.keys()) {
            if (also !== key && seen.has(also)) expect(seen.get(also)).toContain(other);
          }
        }
      }
    }
    for (const often of Object.values(outcome)) expect(often).toBeGreaterThan(10);
    report('appends', { ...outcome, reads: history.reduce((sum, { reads }) => sum + reads.length, 0) });
  },
  times(180_000, 1_200_000),
);

it(
  'a unique key has one owner, and a range has no phantoms within a transaction',
  async () => {
    await server.run({
      createIndexes: 'taken',
      indexes: [{ key: { name: 1 }, name: 'n', unique: true }],
      writeConcern,
    });
    const rounds = times(20, 1_000);
    let refused = 0;
    for (let name = 0; name < rounds; name++) {
      const take = async (): Promise<boolean> => {
        const transaction = new Transaction();
        try {
          const before = await transaction.find('taken', { name });
          const range = await transaction.find('taken', { name: { $gte: 0 } });
          if (before.length > 0) return false;
          await transaction.run({ insert: 'taken', documents: [{ name }] });
          expect(await transaction.find('taken', { name: { $gte: 0 } })).toHaveLength(range.length + 1);
          await transaction.end(true);
          return true;
        } catch (error) {
          expect([112, 11000]).toContain((error as { code?: unknown }).code);
          refused++;
          return false;
        }
      };
      const outside = async (): Promise<boolean> => {
        await turn();
        const reply = await server.run({ insert: 'taken', documents: [{ name }], writeConcern });
        return reply['n'] === 1;
      };
      const takers = await Promise.all([take(), take(), take(), take(), ...(name % 2 ? [outside()] : [])]);
      expect(takers.filter(Boolean)).toHaveLength(1);
    }
    expect(await server.run({ count: 'taken' })).toMatchObject({ n: rounds });
    expect(refused).toBeGreaterThan(rounds);
    checkIndexes(server.db);
    report('phantoms', { keys: rounds, refused });
  },
  times(180_000, 600_000),
);
