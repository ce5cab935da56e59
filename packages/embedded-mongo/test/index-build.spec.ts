import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Collection, Document } from 'mongodb';
import { serverError, startTestServer, type TestServer } from './support.js';

interface Row extends Document {
  _id?: number;
}

const COUNT = 4_000;
let it_: TestServer;
let rows: Collection<Row>;
beforeAll(async () => {
  it_ = await startTestServer();
  rows = it_.db.collection<Row>('rows');
  await rows.insertMany(Array.from({ length: COUNT }, (_, _id) => ({ _id, n: _id, tags: [_id % 7, 'x'] })));
});
afterAll(() => it_.stop());

/** Repeats an action while a promise is pending. @returns the number of runs */
async function repeatWhile(work: Promise<unknown>, run: (round: number) => Promise<unknown>): Promise<number> {
  let pending = true;
  const end = work.finally(() => (pending = false));
  let rounds = 0;
  while (pending) await run(rounds++);
  await end;
  return rounds;
}

it('an index build runs during writes and includes them', async () => {
  const build = rows.createIndexes([{ key: { n: 1 }, unique: true }, { key: { tags: 1 } }]);
  const rounds = await repeatWhile(build, async (round) => {
    await rows.updateOne({ _id: round }, { $set: { n: -1 - round, tags: ['moved'] } });
    await rows.deleteOne({ _id: COUNT - 1 - round });
    await rows.insertOne({ _id: COUNT + round, n: COUNT + round, tags: ['new'] });
  });
  expect(rounds).toBeGreaterThan(1);
  const byIndex = (filter: Document, hint: Document) => rows.find(filter).hint(hint).sort({ _id: 1 }).toArray();
  const byScan = (filter: Document) => rows.find(filter).hint({ $natural: 1 }).sort({ _id: 1 }).toArray();
  expect(await byIndex({ n: { $gte: -COUNT } }, { n: 1 })).toEqual(await byScan({ n: { $gte: -COUNT } }));
  for (const tags of ['moved', 'new', 3]) expect(await byIndex({ tags }, { tags: 1 })).toEqual(await byScan({ tags }));
  expect(await rows.countDocuments({ tags: 'moved' })).toBe(rounds);
});

it('two simultaneous builds of the same index create one', async () => {
  await Promise.all([rows.createIndex({ n: -1, _id: 1 }), rows.createIndex({ n: -1, _id: 1 })]);
  expect((await rows.indexes()).filter(({ name }) => name === 'n_-1__id_1')).toHaveLength(1);
});

it('a build that finds a duplicate leaves no index, not even the others of the same command', async () => {
  const twins = it_.db.collection<Row>('twins');
  await twins.insertMany([
    { _id: 1, twin: 1 },
    { _id: 2, twin: 1 },
  ]);
  const before = await twins.indexes();
  const error = await serverError(
    twins.createIndexes([
      { key: { other: 1 } },
      { key: { twin: 1 }, unique: true, partialFilterExpression: { twin: { $exists: true } } },
    ]),
  );
  expect(error).toMatchObject({ code: 11000, keyPattern: { twin: 1 }, keyValue: { twin: 1 } });
  expect(await twins.indexes()).toEqual(before);
  await twins.insertOne({ _id: 3, twin: 1 });
});

it('a build fails when its collection is dropped', async () => {
  const build = serverError(rows.createIndex({ late: 1 }));
  await rows.drop();
  expect((await build).code).toBe(276);
  expect(await it_.db.listCollections({ name: 'rows' }).toArray()).toEqual([]);
});

it('reads and writes complete while a pipeline groups and sorts', async () => {
  const many = it_.db.collection<Row>('many');
  await many.insertMany(Array.from({ length: COUNT }, (_, _id) => ({ _id, n: (_id * 7919) % COUNT })));
  const pipelines = [
    [{ $group: { _id: { $mod: ['$n', 1000] }, n: { $sum: '$n' }, all: { $push: '$n' } } }, { $project: { n: 1 } }],
    [{ $addFields: { m: { $add: ['$n', 1] } } }, { $sort: { m: -1 } }, { $limit: 3 }],
    [{ $sortByCount: '$n' }, { $skip: 10 }, { $count: 'n' }],
  ];
  for (const pipeline of pipelines) {
    let longest = 0;
    const rounds = await repeatWhile(many.aggregate(pipeline).toArray(), async () => {
      // Measures the server's own CPU time, not other processes.
      const since = process.cpuUsage();
      await it_.db.collection('few').insertOne({}, { writeConcern: { w: 1 } });
      const { user, system } = process.cpuUsage(since);
      longest = Math.max(longest, (user + system) / 1000);
    });
    expect(rounds).toBeGreaterThan(1);
    expect(longest).toBeLessThan(1000);
  }
});

it("a find's first batch reads one snapshot", async () => {
  const c = it_.db.collection<Row>('moment');
  await c.insertMany(Array.from({ length: COUNT }, (_, _id) => ({ _id, n: 0 })));
  for (const sort of [{ _id: 1 }, { n: 1, _id: 1 }] as Record<string, 1>[]) {
    let all: Row[] = [];
    await repeatWhile(
      c
        .find()
        .sort(sort)
        .batchSize(COUNT + 1)
        .toArray()
        .then((found) => (all = found)),
      () => c.updateMany({ _id: { $in: [0, COUNT - 1] } }, { $inc: { n: 1 } }),
    );
    // Every write changes both ends together.
    const n = (_id: number): unknown => all.find((row) => row._id === _id)?.['n'];
    expect(n(0)).toBe(n(COUNT - 1));
    await c.updateMany({}, { $set: { n: 0 } });
  }
});
