import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Decimal128, type Document, Long, ObjectId, UUID } from 'mongodb';
import { report, times } from './proofs/extent.js';
import { exited, type ServerChild, startServerChild } from './proofs/server-child.js';
import { randomFrom } from './proofs/workload.js';
import { compileSources, connectRaw, message, type RawConnection, temporaryFolder } from './support.js';

let compiled: string;
let child: ServerChild;
/** Internal failures: log output with a stack trace. */
const failures: string[] = [];
beforeAll(async () => {
  compiled = compileSources();
  child = await startServerChild(compiled, temporaryFolder());
  child.process.stderr!.on('data', (text: Buffer) => {
    if (/\n\s+at /.test(text.toString())) failures.push(text.toString().slice(0, 1000));
  });
});
afterAll(async () => {
  child.process.kill('SIGKILL');
  await exited(child.process);
  rmSync(compiled, { recursive: true, force: true });
});

const seed = Date.now() & 0xffff;
const random = randomFrom(seed);
const below = (count: number): number => Math.floor(random() * count);

const COMMANDS: Document[] = [
  { insert: 'c', documents: [{ _id: 1, a: [1, { b: 'x' }], at: new Date(5) }, { a: new Decimal128('1.5') }] },
  { find: 'c', filter: { a: { $gt: 1, $in: [1, 'x'] }, $or: [{ b: /x/ }, { c: null }] }, sort: { a: -1 }, limit: 5 },
  { update: 'c', updates: [{ q: { _id: 1 }, u: { $set: { 'a.0': 2 }, $inc: { n: 1 } }, upsert: true }] },
  { update: 'c', updates: [{ q: {}, u: { $push: { l: { $each: [1], $slice: -3, $sort: 1 } } }, multi: true }] },
  { delete: 'c', deletes: [{ q: { a: { $elemMatch: { b: 'x' } } }, limit: 1 }] },
  { findAndModify: 'c', query: { _id: new ObjectId() }, update: [{ $set: { x: { $add: ['$a', 1] } } }], upsert: true },
  { aggregate: 'c', pipeline: [{ $match: { a: 1 } }, { $group: { _id: '$a', n: { $sum: 1 } } }], cursor: {} },
  { createIndexes: 'c', indexes: [{ key: { a: 1, b: -1 }, name: 'ab', unique: false }] },
  { getMore: Long.fromNumber(5), collection: 'c' },
  { find: 'c', lsid: { id: new UUID() }, txnNumber: Long.fromNumber(1), startTransaction: true, autocommit: false },
  { hello: 1 },
];

/** A protocol message with mutated bytes, numbers, lengths, end, or everything. */
function mutated(): Buffer {
  const flags = random() < 0.1 ? 1 : 0;
  const bytes = message({ ...COMMANDS[below(COMMANDS.length)], $db: 'test', writeConcern: { w: 1 } }, flags);
  const repaired = (): void => void bytes.writeInt32LE(bytes.length, 0);
  switch (below(7)) {
    case 0:
      for (let i = 1 + below(4); i > 0; i--) bytes[below(bytes.length)] = below(256);
      break;
    case 1:
      for (let i = 1 + below(8); i > 0; i--) bytes[16 + below(bytes.length - 16)]! ^= 1 << below(8);
      repaired();
      break;
    case 2:
      bytes.writeInt32LE(
        [-1, 0, 5, 2 ** 31 - 1, -(2 ** 31), 65_536, 48_000_001][below(7)]!,
        21 + below(bytes.length - 24),
      );
      repaired();
      break;
    case 3: {
      const cut = bytes.subarray(0, 17 + below(bytes.length - 17));
      cut.writeInt32LE(cut.length, 0);
      return cut;
    }
    case 4: {
      const copy = Buffer.concat([bytes, bytes.subarray(20 + below(bytes.length - 20))]);
      copy.writeInt32LE(copy.length, 0);
      return copy;
    }
    case 5:
      // A value of another type under the same name.
      bytes[25 + below(bytes.length - 25)] = [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18, 19, 127, 255,
      ][below(21)]!;
      repaired();
      break;
    default:
      for (let i = 12; i < bytes.length; i++) bytes[i] = below(256);
      repaired();
  }
  return bytes;
}

/** Sends one message and waits for its reply or for the connection to close. */
async function attack(bytes: Buffer): Promise<'replied' | 'closed'> {
  const connection = await connectRaw(child.port);
  connection.socket.write(bytes);
  // Half-close: a server that waits for the rest of a message has to give up.
  connection.socket.end();
  try {
    await connection.reply();
    return 'replied';
  } catch {
    return 'closed';
  } finally {
    connection.close();
  }
}

/** Resident memory in MB, without mapped files. */
function memory(): number {
  const status = readFileSync(`/proc/${child.process.pid}/status`, 'utf8');
  const [resident, files] = ['VmRSS', 'RssFile'].map((name) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]),
  );
  return (resident! - files!) / 1024;
}

async function healthy(bystander: RawConnection): Promise<void> {
  expect(child.process.exitCode).toBeNull();
  expect(await bystander.send({ ping: 1, $db: 'admin' })).toMatchObject({ ok: 1 });
}

it(
  'mutated messages cause no crash, hang or memory growth, and other connections keep working',
  async () => {
    const count = times(1_000, 100_000);
    const bystander = await connectRaw(child.port);
    const outcome = { replied: 0, closed: 0 };
    let done = 0;
    const memories: number[] = [];
    const began = Date.now();
    const attacker = async (): Promise<void> => {
      while (done < count) {
        const number = done++;
        if (Date.now() - began > times(90_000, 2_900_000)) throw new Error(`seed ${seed} is slow: ${number} messages`);
        const bytes = mutated();
        const slow = new Promise<never>((_, reject) => {
          const limit = (): void =>
            reject(new Error(`no answer within 20 s, seed ${seed}: ${bytes.toString('base64')}`));
          setTimeout(limit, 20_000).unref();
        });
        outcome[await Promise.race([attack(bytes), slow])]++;
        if (number % Math.floor(count / 10) !== 0) continue;
        await bystander.send({ dropDatabase: 1, $db: 'test' });
        memories.push(memory());
      }
    };
    await Promise.all(Array.from({ length: 8 }, attacker));
    await healthy(bystander);
    expect(failures).toEqual([]);
    expect(outcome.replied).toBeGreaterThan(count / 20);
    expect(outcome.closed).toBeGreaterThan(count / 20);
    // After warm-up, memory stays within what garbage collection leaves.
    expect(memories.at(-1)).toBeLessThan(memories[Math.floor(memories.length / 3)]! + 150);
    bystander.close();
    report('hostile input', { messages: count, ...outcome, 'MB first': memories[0]!, 'MB last': memories.at(-1)! });
  },
  times(120_000, 3_000_000),
);

it('connections that stop in the middle of a message block no other connection', async () => {
  const bystander = await connectRaw(child.port);
  const stuck = await Promise.all(Array.from({ length: 50 }, () => connectRaw(child.port)));
  for (const { socket } of stuck) socket.write(message({ ping: 1, $db: 'admin' }).subarray(0, 1 + below(30)));
  await healthy(bystander);
  stuck.forEach((connection) => connection.close());
  bystander.close();
});

it('the server stops sending to a client that never reads, once the system buffers are full', async () => {
  const bystander = await connectRaw(child.port);
  const documents = [{ _id: 1, text: 'x'.repeat(1_000_000) }];
  expect(await bystander.send({ insert: 'large', documents, $db: 'test' })).toMatchObject({ ok: 1 });
  const before = memory();
  const greedy = await connectRaw(child.port);
  greedy.socket.pause();
  const question = message({ find: 'large', $db: 'test' });
  // Their replies have 1 MB each, far more than the buffers.
  const asked = times(300, 1000);
  for (let i = 0; i < asked; i++) greedy.socket.write(question);
  for (let i = 0; i < 20; i++) {
    await wait(50);
    await healthy(bystander);
  }
  expect(memory()).toBeLessThan(before + 150);
  // The server continues as soon as the client reads.
  greedy.socket.resume();
  for (let i = 0; i < asked; i++) expect(await greedy.reply()).toMatchObject({ ok: 1 });
  greedy.close();
  bystander.close();
});
