import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Collection, type Document, MaxKey, MinKey } from 'mongodb';
import { type DatabaseUnderTest, type Item, openDatabaseUnderTest } from './database-under-test.js';

let under: DatabaseUnderTest;
let items: Collection<Item>;
beforeAll(async () => {
  under = await openDatabaseUnderTest();
  items = await under.holding([{ _id: 1 }, { _id: 2, a: null }, { _id: 3, a: 0, list: [{ b: 1 }, {}] }]);
});
afterAll(() => under.close());

/** Expressions, and the documents for which they are true: the first has no `a`, the second has null. */
const TRUE_FOR: [expression: Document, ids: number[]][] = [
  [{ $eq: ['$a', null] }, [2]],
  [{ $eq: [null, '$a'] }, [2]],
  [{ $ne: ['$a', null] }, [1, 3]],
  [{ $eq: ['$a', '$nothing'] }, [1]],
  [{ $eq: ['$a', '$$REMOVE'] }, [1]],
  [{ $lt: ['$a', null] }, [1]],
  [{ $lte: ['$a', null] }, [1, 2]],
  [{ $gt: ['$a', null] }, [3]],
  [{ $gte: ['$a', null] }, [2, 3]],
  [{ $gt: [null, '$a'] }, [1]],
  [{ $lt: ['$a', 0] }, [1, 2]],
  [{ $gt: ['$a', '$nothing'] }, [2, 3]],
  [{ $gt: ['$a', new MinKey()] }, [1, 2, 3]],
  [{ $lt: ['$a', new MaxKey()] }, [1, 2, 3]],
  [{ $eq: [{ $cmp: ['$a', null] }, -1] }, [1]],
  [{ $eq: [{ $cmp: [null, '$a'] }, 1] }, [1]],
  [{ $in: ['$a', [null]] }, [2]],
  [{ $in: ['$a', [null, 0]] }, [2, 3]],
  [{ $in: ['$a', ['$nothing']] }, [2]],
  [{ $in: [null, ['$a']] }, [1, 2]],
  [{ $cond: [{ $eq: ['$a', null] }, true, false] }, [2]],
  [{ $switch: { branches: [{ case: { $eq: ['$a', null] }, then: true }], default: false } }, [2]],
  [{ $not: [{ $ne: ['$a', null] }] }, [2]],
  [{ $let: { vars: { x: '$a' }, in: { $eq: ['$$x', null] } } }, [2]],
  [{ $let: { vars: { x: '$a' }, in: { $eq: ['$$x', '$nothing'] } } }, [1]],
  [{ $eq: [['$a'], [null]] }, [1, 2]],
  [{ $eq: [{ a: '$a' }, {}] }, [1]],
  [{ $eq: [{ a: '$a' }, { a: null }] }, [2]],
  [{ $eq: [{ $ifNull: ['$a', 'none'] }, 'none'] }, [1, 2]],
  [{ $eq: [{ $arrayElemAt: [{ $map: { input: '$list', in: '$$this.b' } }, 1] }, null] }, [1, 2, 3]],
  [{ $eq: [{ $size: { $filter: { input: '$list', cond: { $eq: ['$$this.b', null] } } } }, 0] }, [3]],
  [{ $eq: [{ $getField: { field: '_id', input: '$nothing' } }, '$nothing'] }, [1, 2, 3]],
  [{ $eq: [{ $getField: 'a' }, null] }, [2]],
];

describe.each(TRUE_FOR)('%j', (expression, ids) => {
  const match = JSON.stringify(expression).includes('$filter') ? { list: { $exists: true } } : {};

  it(`is true in a filter for ${String(ids)}`, async () => {
    const found = await items
      .find({ ...match, $expr: expression })
      .sort({ _id: 1 })
      .toArray();
    expect(found.map(({ _id }) => _id)).toEqual(ids);
  });

  it(`is true in a projection for ${String(ids)}`, async () => {
    const stages = [{ $match: match }, { $sort: { _id: 1 } }, { $project: { is: expression } }];
    const found = await items.aggregate(stages).toArray();
    expect(found.filter(({ is }) => is === true).map(({ _id }) => _id as number)).toEqual(ids);
  });
});

describe('a $lookup whose variable is missing', () => {
  const joined = (condition: Document) => ({
    $lookup: { from: 'items', let: { a: '$a' }, pipeline: [{ $match: { $expr: condition } }], as: 'found' },
  });
  const pairs = async (condition: Document): Promise<unknown[]> => {
    const docs = await items.aggregate([{ $sort: { _id: 1 } }, joined(condition)]).toArray();
    return docs.map(({ found }) => (found as Item[]).map(({ _id }) => _id));
  };

  it('finds documents that lack the field, and none with null', async () => {
    expect(await pairs({ $eq: ['$a', '$$a'] })).toEqual([[1], [2], [3]]);
  });

  it('orders it below null', async () => {
    expect(await pairs({ $gt: ['$a', '$$a'] })).toEqual([[2, 3], [3], []]);
  });
});

it('a missing field and null are still equal in filters, as keys of $group, and joined by field', async () => {
  expect(await items.countDocuments({ a: null })).toBe(2);
  expect(await items.aggregate([{ $group: { _id: '$a', n: { $sum: 1 } } }, { $sort: { _id: 1 } }]).toArray()).toEqual([
    { _id: null, n: 2 },
    { _id: 0, n: 1 },
  ]);
  const join = { $lookup: { from: 'items', localField: 'a', foreignField: 'a', as: 'found' } };
  const counts = await items
    .aggregate([{ $sort: { _id: 1 } }, join, { $project: { n: { $size: '$found' } } }])
    .toArray();
  expect(counts.map(({ n }) => n as number)).toEqual([2, 2, 1]);
});
