import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BSON, type Collection, type Document, MongoClient } from 'mongodb';
import { startEmbeddedMongo } from '../src/index.js';
import {
  connectRaw,
  message,
  serverError,
  startTestServer,
  temporaryFolder,
  type TestServer,
  until,
} from './support.js';

let it_: TestServer;
beforeAll(async () => {
  it_ = await startTestServer();
});
afterAll(() => it_.stop());

const ping = { ping: 1, $db: 'admin' };

function header(length: number, operation: number, rest: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(16);
  head.writeInt32LE(length, 0);
  head.writeInt32LE(operation, 12);
  return Buffer.concat([head, rest]);
}

function broken(change: (bytes: Buffer) => void): Buffer {
  const bytes = message(ping);
  change(bytes);
  return bytes;
}

describe('malformed messages close their connection and no other', () => {
  const cases: [string, Buffer][] = [
    ['a negative length', header(-1, 2013)],
    ['a length past the limit', header(1_000_000_000, 2013)],
    ['a length shorter than the header', header(4, 2013)],
    ['an unknown operation', header(20, 999, Buffer.alloc(4))],
    ['no body', header(20, 2013, Buffer.alloc(4))],
    ['an unknown section kind', broken((bytes) => (bytes[20] = 7))],
    ['an unknown required flag', broken((bytes) => bytes.writeUInt32LE(8, 16))],
    ['a document longer than the message', broken((bytes) => bytes.writeInt32LE(1000, 21))],
    ['a document without an end', broken((bytes) => (bytes[bytes.length - 1] = 1))],
    ['an unknown BSON type', broken((bytes) => (bytes[25] = 0x55))],
    ['noise', Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
  ];
  it.each(cases)('%s', async (_name, bytes) => {
    const other = await connectRaw(it_.server.port);
    const bad = await connectRaw(it_.server.port);
    bad.socket.write(bytes);
    await until(() => bad.closed);
    expect(await other.send(ping)).toMatchObject({ ok: 1 });
    other.close();
  });
});

describe('messages', () => {
  it('arrive in any chunks, several at once, with or without a checksum', async () => {
    const raw = await connectRaw(it_.server.port);
    const bytes = Buffer.concat([message(ping), message(ping, 1), message({ hello: 1, $db: 'admin' })]);
    for (const byte of bytes.subarray(0, 70)) raw.socket.write(Buffer.from([byte]));
    raw.socket.write(bytes.subarray(70));
    expect(await raw.reply()).toEqual({ ok: 1 });
    expect(await raw.reply()).toEqual({ ok: 1 });
    expect(await raw.reply()).toMatchObject({ isWritablePrimary: true });
    raw.close();
  });

  it('get no reply when the client wants none', async () => {
    const raw = await connectRaw(it_.server.port);
    raw.socket.write(message({ insert: 'quiet', documents: [{ _id: 1 }], writeConcern: { w: 0 }, $db: 'test' }, 2));
    expect(await raw.send(ping)).toEqual({ ok: 1 });
    expect(await it_.db.collection('quiet').countDocuments()).toBe(1);
    raw.close();
  });

  it('may use the old form for the first handshake only', async () => {
    const old = (command: Document): Buffer => {
      const body = Buffer.concat([
        Buffer.alloc(4),
        Buffer.from('admin.$cmd\0'),
        Buffer.alloc(8),
        BSON.serialize(command),
      ]);
      return header(16 + body.length, 2004, body);
    };
    const raw = await connectRaw(it_.server.port);
    for (const name of ['isMaster', 'ismaster', 'hello']) {
      raw.socket.write(old({ [name]: 1, helloOk: true }));
      expect(await raw.reply()).toMatchObject({ ismaster: true, helloOk: true, maxWireVersion: 25 });
      expect(await it_.db.command({ [name]: 1 })).toMatchObject({ isWritablePrimary: true });
    }
    raw.socket.write(old({ find: 'x' }));
    expect(await raw.reply()).toMatchObject({ ok: 0, code: 59 });
    raw.close();
  });

  it('work over a unix socket', async () => {
    const folder = temporaryFolder();
    const server = await startEmbeddedMongo({ dataDir: `${folder}/data`, socketPath: `${folder}/mongo.sock` });
    const client = await new MongoClient(server.uri).connect();
    await client.db('test').collection('c').insertOne({ a: 1 });
    expect(await client.db('test').collection('c').countDocuments({ a: 1 })).toBe(1);
    await client.close();
    await server.stop();
  });
});

describe('cursors', () => {
  let items: Collection<Document>;
  beforeEach(async () => {
    await it_.db.dropDatabase();
    items = it_.db.collection('items');
    await items.insertMany(Array.from({ length: 250 }, (_, i) => ({ i, g: i % 2 })));
  });
  const start = (command: Document) => it_.db.command({ find: 'items', ...command });
  const more = (cursor: Document, batchSize?: number) =>
    it_.db.command({ getMore: cursor['id'], collection: 'items', ...(batchSize === undefined ? {} : { batchSize }) });

  it('return batches of the requested size, then the rest', async () => {
    const { cursor: first } = await start({ batchSize: 10 });
    expect(first['firstBatch']).toHaveLength(10);
    const { cursor: second } = await more(first, 5);
    expect(second['nextBatch'].map(({ i }: Document) => i)).toEqual([10, 11, 12, 13, 14]);
    const { cursor: last } = await more(second);
    expect(last['nextBatch']).toHaveLength(235);
    expect(String(last['id'])).toBe('0');
    expect((await serverError(more(first))).code).toBe(43);
  });

  it('return 101 documents first by default, none for batchSize 0, and close after a single batch', async () => {
    expect((await start({})).cursor.firstBatch).toHaveLength(101);
    const empty = await start({ batchSize: 0 });
    expect(empty['cursor'].firstBatch).toHaveLength(0);
    expect(String(empty['cursor'].id)).not.toBe('0');
    const single = await start({ limit: 5, singleBatch: true, batchSize: 2 });
    expect(single['cursor'].firstBatch).toHaveLength(2);
    expect(String(single['cursor'].id)).toBe('0');
    expect(await items.find({ g: 1 }, { batchSize: 7 }).sort({ i: -1 }).skip(3).limit(50).toArray()).toHaveLength(50);
  });

  it('can be closed', async () => {
    const { cursor } = await start({ batchSize: 1 });
    const killed = await it_.db.command({ killCursors: 'items', cursors: [cursor['id'], 99] });
    expect(killed['cursorsKilled']).toHaveLength(1);
    expect(killed['cursorsNotFound']).toHaveLength(1);
    expect((await serverError(more(cursor))).code).toBe(43);
  });

  it('see concurrent writes, each document at most once', async () => {
    await items.createIndex({ i: 1 });
    const { cursor } = await start({ batchSize: 40, sort: { i: 1 }, filter: { i: { $gte: 0 } } });
    await items.deleteMany({ i: { $gte: 240 } });
    await items.insertOne({ i: 1000 });
    const { cursor: rest } = await more(cursor);
    const seen = [...cursor['firstBatch'], ...rest['nextBatch']].map(({ i }: Document) => i);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.at(-1)).toBe(1000);
    expect(seen).toHaveLength(241);
  });

  it('end when their index is dropped', async () => {
    await items.createIndex({ i: 1 });
    const { cursor } = await start({ batchSize: 40, sort: { i: 1 }, filter: { i: { $gte: 0 } } });
    await items.dropIndex('i_1');
    expect((await serverError(more(cursor))).code).toBe(175);
  });

  it('split a result that exceeds the message limit', async () => {
    const text = 'x'.repeat(3_000_000);
    await it_.db.collection('big').insertMany(Array.from({ length: 6 }, (_, i) => ({ text, i })));
    const { cursor } = await it_.db.command({ find: 'big', sort: { i: 1 } });
    expect(cursor['firstBatch']).toHaveLength(5);
    const docs = await it_.db.collection('big').find().sort({ i: 1 }).toArray();
    expect(docs.map(({ i }) => i)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('let other commands run during a long one', async () => {
    await items.insertMany(Array.from({ length: 20_000 }, (_, i) => ({ i, text: 'y'.repeat(50) })));
    const order: string[] = [];
    const slow = items
      .aggregate([{ $match: { text: /zzz/ } }])
      .toArray()
      .then(() => order.push('scan'));
    const quick = items.findOne({ i: 3 }).then(() => order.push('one'));
    await Promise.all([slow, quick]);
    expect(order).toEqual(['one', 'scan']);
  });
});

it('numbers the documents of a long batch from first to last', async () => {
  const db = it_.client.db('numbered');
  await db.collection<{ _id: number }>('items').insertMany(Array.from({ length: 450 }, (_, _id) => ({ _id })));
  const raw = await connectRaw(it_.server.port);
  const pieces: Buffer[] = [];
  raw.socket.on('data', (piece) => pieces.push(Buffer.from(piece)));
  await raw.send({ find: 'items', batchSize: 1000, $db: 'numbered' });
  raw.close();
  const bytes = Buffer.concat(pieces);
  const isThere = (number: number): boolean => bytes.includes(Buffer.from(`\x03${number}\0`, 'latin1'));
  expect(Array.from({ length: 451 }, (_, number) => isThere(number))).toEqual([
    ...Array<boolean>(450).fill(true),
    false,
  ]);
});
