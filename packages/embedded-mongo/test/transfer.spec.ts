import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BSON, Decimal128, Double, Long, MongoClient } from 'mongodb';
import { backup, dump, restore, startEmbeddedMongo } from '../src/index.js';
import { startTestServer, temporaryFolder, type TestServer } from './support.js';

let source: TestServer;
let folder: string;
beforeEach(async () => {
  source = await startTestServer();
  folder = temporaryFolder();
  await source.db.collection('cars').createIndexes([
    { key: { number: 1 }, unique: true },
    { key: { 'laps.time': -1, team: 1 }, partialFilterExpression: { team: { $exists: true } } },
  ]);
  await source.db.collection('cars').insertMany(cars);
  await source.client
    .db('other')
    .collection('a/b')
    .insertOne({ _id: 1 as never });
});
afterEach(async () => {
  await source.stop();
  rmSync(folder, { recursive: true, force: true });
});

const cars = [
  { number: 27, team: 'Meridian', laps: [{ time: new Double(91) }, { time: 90.5 }], tags: [null, /a\/b/i] },
  {
    number: Long.fromString('9007199254740993'),
    price: Decimal128.fromString('10.10'),
    at: new Date(0),
    raw: Buffer.from([0, 255]),
  },
  { number: 5, text: 'line\nbreak \u2028 "quoted" 🏁' },
];

/** A folder's contents: every document's bytes, and the indexes. */
async function contentOf(dataDir: string) {
  const server = await startEmbeddedMongo({ dataDir });
  const client = await new MongoClient(server.uri, { raw: true }).connect();
  try {
    const bytes = await client.db('test').collection('cars').find().sort({ _id: 1 }).toArray();
    const typed = new MongoClient(server.uri);
    const indexes = await typed.db('test').collection('cars').listIndexes().toArray();
    const other = await typed.db('other').collection('a/b').countDocuments();
    await typed.close();
    return { documents: bytes.map((raw) => Buffer.from(raw as unknown as Uint8Array).toString('hex')), indexes, other };
  } finally {
    await client.close();
    await server.stop();
  }
}

const contentOfSource = async () => {
  await source.restart();
  await source.client.close();
  await source.server.stop();
  return contentOf(source.dataDir);
};

describe(backup, () => {
  it('copies one consistent snapshot of a folder during writes', async () => {
    const writing = source.db.collection('pairs');
    let going = true;
    const writer = (async () => {
      for (let n = 0; going; n++) {
        await source.client.withSession((session) =>
          session.withTransaction(async () => {
            await writing.insertOne({ n, half: 1 }, { session });
            await writing.insertOne({ n, half: 2 }, { session });
          }),
        );
      }
    })();
    const copy = join(folder, 'copy');
    await backup(source.dataDir, copy);
    going = false;
    await writer;
    const server = await startEmbeddedMongo({ dataDir: copy });
    const client = new MongoClient(server.uri);
    const halves = await client
      .db('test')
      .collection('pairs')
      .aggregate([{ $group: { _id: '$n', found: { $sum: 1 } } }])
      .toArray();
    expect(halves.filter(({ found }) => found !== 2)).toEqual([]);
    await client.close();
    await server.stop();
    expect((await contentOf(copy)).documents).toEqual((await contentOfSource()).documents);
  });

  it('requires an empty target and a source with data', async () => {
    writeFileSync(join(folder, 'mine.txt'), 'mine');
    await expect(backup(source.dataDir, folder)).rejects.toThrow(
      `The folder ${folder} is not empty; nothing was written.`,
    );
    const nothing = join(folder, 'nothing');
    await expect(backup(nothing, join(folder, 'copy'))).rejects.toThrow(`The folder ${nothing} holds no data.`);
    expect(existsSync(join(folder, 'copy'))).toBe(false);
  });
});

describe(dump, () => {
  it('writes one line of canonical extended JSON per document, and the indexes as mongodump does', async () => {
    expect(await dump(source.dataDir, join(folder, 'dump'))).toBe(4);
    const lines = readFileSync(join(folder, 'dump/test/cars.json'), 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      number: { $numberInt: '27' },
      laps: [{ time: { $numberDouble: '91.0' } }, { time: { $numberDouble: '90.5' } }],
      tags: [null, { $regularExpression: { pattern: 'a\\/b', options: 'i' } }],
    });
    expect(JSON.parse(lines[1]!)).toMatchObject({
      number: { $numberLong: '9007199254740993' },
      price: { $numberDecimal: '10.10' },
      at: { $date: { $numberLong: '0' } },
    });
    const metadata = BSON.EJSON.parse(
      readFileSync(join(folder, 'dump/test/cars.metadata.json'), 'utf8'),
    ) as BSON.Document;
    expect(metadata).toMatchObject({ collectionName: 'cars', type: 'collection' });
    expect(metadata['indexes']).toEqual(await source.db.collection('cars').listIndexes().toArray());
    expect(existsSync(join(folder, 'dump/other/a%2Fb.json'))).toBe(true);
  });
});

describe(restore, () => {
  it('restores every byte and every index', async () => {
    await dump(source.dataDir, join(folder, 'dump'));
    expect(await restore(join(folder, 'again'), join(folder, 'dump'))).toBe(4);
    expect(await contentOf(join(folder, 'again'))).toEqual(await contentOfSource());
  });

  it.each([
    ['cars.json', 'test/cars.json:2: ', '{"_id":1,"number":1}\n{"_id":2,\n'],
    ['cars.json', 'test/cars.json:1: the document has no _id', '{"number":1}\n'],
    ['cars.json', 'test/cars.metadata.json: E11000', '{"_id":1,"number":1}\n{"_id":2,"number":1}\n'],
    ['cars.json', 'test/cars.json:2: E11000', '{"_id":1,"number":1}\n{"_id":1,"number":2}\n'],
  ])('%s that is wrong (%s): says where, and leaves nothing', async (file, message, content) => {
    await dump(source.dataDir, join(folder, 'dump'));
    writeFileSync(join(folder, 'dump/test', file), content);
    await expect(restore(join(folder, 'again'), join(folder, 'dump'))).rejects.toThrow(message);
    expect(existsSync(join(folder, 'again'))).toBe(false);
    expect(existsSync(join(folder, 'again.restoring'))).toBe(false);
  });

  it('never overwrites data', async () => {
    await dump(source.dataDir, join(folder, 'dump'));
    await expect(restore(source.dataDir, join(folder, 'dump'))).rejects.toThrow('is not empty; nothing was written.');
    mkdirSync(join(folder, 'none'));
    await expect(restore(join(folder, 'again'), join(folder, 'none'))).rejects.toThrow('holds no dump');
  });
});
