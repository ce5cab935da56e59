import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Collection, type Document, ObjectId } from 'mongodb';
import { startTestServer, type TestServer } from './support.js';

interface Item extends Document {
  _id?: number | string | number[];
}

let it_: TestServer;
let items: Collection<Item>;

beforeAll(async () => {
  it_ = await startTestServer();
});
afterAll(() => it_.stop());
beforeEach(async () => {
  await it_.db.dropDatabase();
  items = it_.db.collection<Item>('items');
});

describe('aggregate', () => {
  beforeEach(async () => {
    await items.insertMany([
      { _id: 1, team: 'a', n: 1, ref: 10 },
      { _id: 2, team: 'b', n: 2, ref: 11 },
      { _id: 3, team: 'a', n: 3, ref: [10, 11] },
      { _id: 4, team: 'c' },
    ]);
    await it_.db.collection<Item>('refs').insertMany([
      { _id: 10, name: 'ten' },
      { _id: 11, name: 'eleven' },
    ]);
  });
  const run = (pipeline: object[]): Promise<object[]> => items.aggregate(pipeline).toArray();

  it('groups, unwinds and counts', async () => {
    const byTeam = [{ $group: { _id: '$team', n: { $sum: '$n' }, top: { $max: '$n' } } }, { $sort: { _id: 1 } }];
    expect(await run([{ $match: { n: { $exists: true } } }, ...byTeam])).toEqual([
      { _id: 'a', n: 4, top: 3 },
      { _id: 'b', n: 2, top: 2 },
    ]);
    expect(await run([{ $match: { _id: 3 } }, { $unwind: '$ref' }, { $project: { _id: 0, ref: 1 } }])).toEqual([
      { ref: 10 },
      { ref: 11 },
    ]);
    expect(await run([{ $match: { team: 'a' } }, { $count: 'total' }])).toEqual([{ total: 2 }]);
  });

  it('groups by ObjectId', async () => {
    const id = new ObjectId();
    await items.insertMany([{ of: id }, { of: new ObjectId(id.toHexString()) }]);
    expect(await run([{ $match: { of: id } }, { $group: { _id: '$of', n: { $sum: 1 } } }])).toEqual([
      { _id: id, n: 2 },
    ]);
  });

  it('joins by field, and by pipeline with variables', async () => {
    const join = { $lookup: { from: 'refs', localField: 'ref', foreignField: '_id', as: 'refs' } };
    const shown = { $project: { names: '$refs.name' } };
    expect(await run([{ $sort: { _id: 1 } }, join, shown])).toEqual([
      { _id: 1, names: ['ten'] },
      { _id: 2, names: ['eleven'] },
      { _id: 3, names: ['ten', 'eleven'] },
      { _id: 4, names: [] },
    ]);
    const byPipeline = {
      $lookup: {
        from: 'refs',
        let: { wanted: '$ref' },
        pipeline: [{ $match: { $expr: { $eq: ['$_id', '$$wanted'] } } }, { $project: { name: 1, _id: 0 } }],
        as: 'refs',
      },
    };
    expect(await run([{ $match: { _id: { $in: [1, 4] } } }, byPipeline, { $project: { refs: 1 } }])).toEqual([
      { _id: 1, refs: [{ name: 'ten' }] },
      { _id: 4, refs: [] },
    ]);
    const both = { $lookup: { ...join.$lookup, pipeline: [{ $project: { _id: 0 } }] } };
    expect(await run([{ $match: { _id: 2 } }, both, { $project: { refs: 1 } }])).toEqual([
      { _id: 2, refs: [{ name: 'eleven' }] },
    ]);
  });

  it('filters what a limit leaves, then limits again', async () => {
    const first = [{ $sort: { _id: 1 } }, { $limit: 3 }];
    expect(await run([...first, { $match: { team: 'a' } }, { $project: { _id: 1 } }])).toEqual([
      { _id: 1 },
      { _id: 3 },
    ]);
    expect(await run([...first, { $match: { n: { $gt: 1 } } }, { $match: { team: 'a' } }])).toHaveLength(1);
    expect(await run([...first, { $match: { team: 'a' } }, { $limit: 1 }, { $project: { _id: 1 } }])).toEqual([
      { _id: 1 },
    ]);
  });

  it('joins into a sub-document that unwound documents share', async () => {
    await items.insertOne({ _id: 'both', o: { kept: 1 }, ref: [10, 11] });
    const pipeline = [
      { $match: { _id: 'both' } },
      { $unwind: '$ref' },
      { $lookup: { from: 'refs', localField: 'ref', foreignField: '_id', as: 'o.found' } },
      { $sort: { ref: -1 } },
      { $project: { _id: 0, names: '$o.found.name', kept: '$o.kept' } },
    ];
    expect(await run(pipeline)).toEqual([
      { names: ['eleven'], kept: 1 },
      { names: ['ten'], kept: 1 },
    ]);
  });

  it('unwinds non-arrays, preserves empty ones and numbers elements', async () => {
    const values = [1, '', {}, [], null, [[2], null]];
    await items.insertMany(values.map((v, i) => ({ _id: `u${i}`, o: { v } })));
    const unwind = { path: '$o.v', includeArrayIndex: 'at' };
    const shown = [{ $match: { at: { $exists: true } } }, { $project: { v: '$o.v', at: 1 } }];
    const wanted = { $match: { _id: { $in: values.map((_, i) => `u${i}`) } } };
    expect(await run([wanted, { $sort: { _id: 1 } }, { $unwind: unwind }, ...shown])).toEqual([
      { _id: 'u0', v: 1, at: null },
      { _id: 'u1', v: '', at: null },
      { _id: 'u2', v: {}, at: null },
      { _id: 'u5', v: [2], at: 0 },
      { _id: 'u5', v: null, at: 1 },
    ]);
    const keeps = { $unwind: { ...unwind, preserveNullAndEmptyArrays: true } };
    expect(await run([{ $match: { _id: { $in: ['u3', 'u4'] } } }, { $sort: { _id: 1 } }, keeps, ...shown])).toEqual([
      { _id: 'u3', at: null },
      { _id: 'u4', v: null, at: null },
    ]);
  });

  it('returns nothing for missing collections', async () => {
    expect(
      await it_.db
        .collection('none')
        .aggregate([{ $match: { a: 1 } }])
        .toArray(),
    ).toEqual([]);
    expect(await it_.db.collection('none').find({}).toArray()).toEqual([]);
    expect(await it_.db.collection('none').countDocuments()).toBe(0);
  });
});
