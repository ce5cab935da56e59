import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Document } from 'mongodb';
import { type DatabaseUnderTest, openDatabaseUnderTest } from './database-under-test.js';

let under: DatabaseUnderTest;
beforeAll(async () => {
  under = await openDatabaseUnderTest();
});
afterAll(() => under.close());

const DOCUMENTS = [
  { _id: 1, g: 'a', n: 5, tags: ['x', 'y'], at: new Date('2026-01-02T10:00:00Z'), o: { p: 1 } },
  { _id: 2, g: 'b', n: 7, tags: ['y'], at: new Date('2026-01-02T12:00:00Z'), o: { p: 2 } },
  { _id: 3, g: 'a', n: 1, tags: [], at: new Date('2026-02-01T00:00:00Z'), parent: 1 },
  { _id: 4, g: 'c', n: null, parent: 3 },
];

const PIPELINES: [name: string, pipeline: Document[], result: Document[]][] = [
  [
    '$match, $sort, $skip, $limit',
    [{ $match: { n: { $gt: 0 } } }, { $sort: { n: -1 } }, { $skip: 1 }, { $limit: 1 }, { $project: { n: 1 } }],
    [{ _id: 1, n: 5 }],
  ],
  [
    '$group with accumulators',
    [
      { $sort: { _id: 1 } },
      {
        $group: {
          _id: '$g',
          sum: { $sum: '$n' },
          count: { $sum: 1 },
          most: { $max: '$n' },
          first: { $first: '$_id' },
          all: { $push: '$_id' },
        },
      },
      { $sort: { _id: 1 } },
    ],
    [
      { _id: 'a', sum: 6, count: 2, most: 5, first: 1, all: [1, 3] },
      { _id: 'b', sum: 7, count: 1, most: 7, first: 2, all: [2] },
      { _id: 'c', sum: 0, count: 1, most: null, first: 4, all: [4] },
    ],
  ],
  [
    '$group of all',
    [{ $group: { _id: null, mean: { $avg: '$n' }, least: { $min: '$n' } } }],
    [{ _id: null, mean: 13 / 3, least: 1 }],
  ],
  [
    '$group by several',
    [{ $group: { _id: { g: '$g', has: { $gt: ['$n', 4] } } } }, { $sort: { '_id.g': 1, '_id.has': 1 } }],
    [
      { _id: { g: 'a', has: false } },
      { _id: { g: 'a', has: true } },
      { _id: { g: 'b', has: true } },
      { _id: { g: 'c', has: false } },
    ],
  ],
  [
    '$unwind',
    [{ $match: { _id: { $lte: 3 } } }, { $unwind: '$tags' }, { $project: { tags: 1 } }],
    [
      { _id: 1, tags: 'x' },
      { _id: 1, tags: 'y' },
      { _id: 2, tags: 'y' },
    ],
  ],
  [
    '$unwind that keeps',
    [
      { $match: { _id: { $gte: 3 } } },
      { $unwind: { path: '$tags', preserveNullAndEmptyArrays: true, includeArrayIndex: 'i' } },
      { $project: { i: 1 } },
    ],
    [
      { _id: 3, i: null },
      { _id: 4, i: null },
    ],
  ],
  [
    '$lookup by field',
    [
      { $match: { _id: 3 } },
      { $lookup: { from: 'items', localField: 'parent', foreignField: '_id', as: 'up' } },
      { $project: { 'up.g': 1 } },
    ],
    [{ _id: 3, up: [{ g: 'a' }] }],
  ],
  [
    '$lookup by pipeline',
    [
      { $match: { _id: 1 } },
      {
        $lookup: {
          from: 'items',
          let: { me: '$_id' },
          pipeline: [{ $match: { $expr: { $eq: ['$parent', '$$me'] } } }, { $project: { _id: 1 } }],
          as: 'down',
        },
      },
      { $project: { down: 1 } },
    ],
    [{ _id: 1, down: [{ _id: 3 }] }],
  ],
  [
    '$addFields and $unset',
    [{ $match: { _id: 1 } }, { $addFields: { twice: { $multiply: ['$n', 2] } } }, { $unset: ['tags', 'at', 'o', 'g'] }],
    [{ _id: 1, n: 5, twice: 10 }],
  ],
  ['$replaceRoot', [{ $match: { 'o.p': 2 } }, { $replaceRoot: { newRoot: '$o' } }], [{ p: 2 }]],
  ['$count', [{ $match: { g: 'a' } }, { $count: 'n' }], [{ n: 2 }]],
  ['$count of nothing', [{ $match: { g: 'z' } }, { $count: 'n' }], []],
  ['$sortByCount', [{ $sortByCount: '$g' }, { $limit: 1 }], [{ _id: 'a', count: 2 }]],
  [
    '$set, into documents and through arrays',
    [{ $match: { _id: 1 } }, { $replaceWith: { o: { a: 1 }, l: [{ a: 1 }, 2] } }, { $set: { o: { b: 2 }, 'l.c': 3 } }],
    [{ o: { a: 1, b: 2 }, l: [{ a: 1, c: 3 }, { c: 3 }] }],
  ],
];

describe('pipelines', () => {
  it.each(PIPELINES)('%s', async (_name, pipeline, result) => {
    const items = await under.holding(DOCUMENTS);
    expect(await items.aggregate(pipeline).toArray()).toEqual(result);
  });
});

const EXPRESSIONS: [expression: unknown, result: unknown][] = [
  [{ $cond: [{ $gt: ['$n', 3] }, 'more', 'less'] }, 'more'],
  [{ $ifNull: ['$nothing', 'none'] }, 'none'],
  [{ $switch: { branches: [{ case: { $eq: ['$g', 'a'] }, then: 1 }], default: 2 } }, 1],
  [{ $concat: ['$g', '-', 'z'] }, 'a-z'],
  [{ $toUpper: '$g' }, 'A'],
  [{ $toLower: 'AbC' }, 'abc'],
  [{ $toLower: '$nothing' }, ''],
  [{ $toUpper: null }, ''],
  [{ $size: '$tags' }, 2],
  [{ $in: ['x', '$tags'] }, true],
  [{ $arrayElemAt: ['$tags', -1] }, 'y'],
  [{ $filter: { input: '$tags', as: 't', cond: { $eq: ['$$t', 'y'] } } }, ['y']],
  [{ $map: { input: '$tags', as: 't', in: { $concat: ['$$t', '!'] } } }, ['x!', 'y!']],
  [{ $reduce: { input: '$tags', initialValue: '', in: { $concat: ['$$value', '$$this'] } } }, 'xy'],
  [{ $dateToString: { date: '$at', format: '%Y-%m-%d' } }, '2026-01-02'],
  [{ $year: '$at' }, 2026],
  [{ $dateTrunc: { date: '$at', unit: 'day' } }, new Date('2026-01-02T00:00:00Z')],
  [{ $subtract: ['$at', new Date('2026-01-02T09:00:00Z')] }, 3_600_000],
  [{ $mergeObjects: ['$o', { q: 2 }] }, { p: 1, q: 2 }],
  [{ $objectToArray: '$o' }, [{ k: 'p', v: 1 }]],
  [{ $type: '$g' }, 'string'],
  [{ $mod: ['$n', 3] }, 2],
  [{ $and: [{ $gt: ['$n', 1] }, '$g'] }, true],
  [{ $regexMatch: { input: '$g', regex: '^A', options: 'i' } }, true],
  [{ $divide: ['$n', 2] }, 2.5],
  [{ $let: { vars: { x: 2 }, in: { $multiply: ['$$x', '$n'] } } }, 10],
];

it.each(EXPRESSIONS)('the expression %j', async (x, result) => {
  const items = await under.holding(DOCUMENTS);
  const [found] = await items.aggregate([{ $match: { _id: 1 } }, { $project: { _id: 0, x } }]).toArray();
  expect(found).toEqual({ x: result });
});

const REFUSED_STAGES: [stage: Document, code: number][] = [
  [{ $project: { x: { $size: '$nothing' } } }, 17124],
  [{ $project: { x: { $size: '$g' } } }, 17124],
  [{ $unwind: { path: '$tags', keep: true } }, 28811],
];

it.each(REFUSED_STAGES)('refuses %j', async (stage, code) => {
  const items = await under.holding(DOCUMENTS);
  await expect(items.aggregate([stage]).toArray()).rejects.toMatchObject({ code });
});

it('$out writes a collection', async () => {
  const items = await under.holding(DOCUMENTS);
  await items.aggregate([{ $match: { g: 'a' } }, { $project: { g: 1 } }, { $out: 'copy' }]).toArray();
  expect(await under.db.collection('copy').countDocuments()).toBe(2);
});
