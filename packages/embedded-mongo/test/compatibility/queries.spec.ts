import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Collection, Long, ObjectId } from 'mongodb';
import { type DatabaseUnderTest, type Item, openDatabaseUnderTest } from './database-under-test.js';

const id = (last: string): ObjectId => new ObjectId(last.padStart(24, '0'));
const DOCUMENTS: Item[] = [
  { _id: 1, n: 1, s: 'Alpha', at: new Date(1000), ref: id('a'), on: true, o: { p: 1, q: 2 } },
  { _id: 2, n: 2.5, s: 'beta', at: new Date(2000), ref: id('b'), on: false, l: [1, 2, 3] },
  { _id: 3, n: Long.fromNumber(3), s: 'Gamma', l: [], o: { p: 3 } },
  {
    _id: 4,
    n: null,
    s: '',
    l: ['a', ['b', 'c']],
    docs: [
      { k: 'x', v: 1 },
      { k: 'y', v: 5 },
    ],
  },
  { _id: 5, s: 7, l: [5, 'a'], docs: [{ k: 'x', v: 5 }, 3], o: { p: null } },
  { _id: 6, n: '1', docs: [], o: [{ p: 1 }, { p: 4 }], stored: /^b/ },
];

const CASES: [filter: object, ids: number[]][] = [
  [{}, [1, 2, 3, 4, 5, 6]],
  [{ n: 1 }, [1]],
  [{ n: { $eq: 3 } }, [3]],
  [{ n: { $ne: 1 } }, [2, 3, 4, 5, 6]],
  [{ n: { $gt: 1 } }, [2, 3]],
  [{ n: { $gte: 1, $lt: 3 } }, [1, 2]],
  [{ n: { $lte: 2.5 } }, [1, 2]],
  [{ n: { $gte: '' } }, [6]],
  [{ n: null }, [4, 5]],
  [{ n: { $in: [1, null] } }, [1, 4, 5]],
  [{ n: { $nin: [1, null] } }, [2, 3, 6]],
  [{ n: { $in: [] } }, []],
  [{ n: { $exists: true } }, [1, 2, 3, 4, 6]],
  [{ n: { $exists: false } }, [5]],
  [{ n: { $type: 'number' } }, [1, 2, 3]],
  [{ n: { $type: ['string', 'null'] } }, [4, 6]],
  [{ s: { $type: 2 } }, [1, 2, 3, 4]],
  [{ n: { $not: { $gt: 1 } } }, [1, 4, 5, 6]],
  [{ s: /a$/ }, [1, 2, 3]],
  [{ s: /^alpha/i }, [1]],
  [{ s: { $regex: '^G', $options: '' } }, [3]],
  [{ s: { $in: [/^b/, ''] } }, [2, 4]],
  [{ s: { $not: /a$/ } }, [4, 5, 6]],
  [{ n: { $mod: [2, 1] } }, [1, 3]],
  [{ at: { $gt: new Date(1000) } }, [2]],
  [{ at: { $lte: new Date(2000) } }, [1, 2]],
  [{ ref: id('b') }, [2]],
  [{ ref: { $gt: id('a') } }, [2]],
  [{ on: false }, [2]],
  [{ o: { p: 1, q: 2 } }, [1]],
  [{ o: { q: 2, p: 1 } }, []],
  [{ 'o.p': 1 }, [1, 6]],
  [{ 'o.p': { $gt: 1 } }, [3, 6]],
  [{ 'o.p': null }, [2, 4, 5]],
  [{ 'o.0.p': 1 }, [6]],
  [{ l: 1 }, [2]],
  [{ l: 'a' }, [4, 5]],
  [{ l: ['b', 'c'] }, [4]],
  [{ l: [1, 2, 3] }, [2]],
  [{ l: [] }, [3]],
  [{ 'l.0': 5 }, [5]],
  [{ l: { $size: 2 } }, [4, 5]],
  [{ l: { $size: 0 } }, [3]],
  [{ l: { $all: [3, 1] } }, [2]],
  [{ l: { $all: ['a'] } }, [4, 5]],
  [{ l: { $gt: 2, $lt: 4 } }, [2]],
  [{ l: { $elemMatch: { $gt: 2, $lt: 4 } } }, [2]],
  [{ l: { $elemMatch: { $gt: 3, $lt: 5 } } }, []],
  [{ l: { $nin: [1, 5] } }, [1, 3, 4, 6]],
  [{ docs: { $type: 'object' } }, [4, 5]],
  [{ docs: { $elemMatch: { k: 'x', v: { $gt: 1 } } } }, [5]],
  [{ 'docs.k': 'x', 'docs.v': { $gt: 1 } }, [4, 5]],
  [{ 'docs.k': { $in: ['y'] } }, [4]],
  [{ 'docs.1.v': 5 }, [4]],
  [{ 'docs.v': { $ne: 5 } }, [1, 2, 3, 6]],
  [{ docs: { $not: { $elemMatch: { k: 'y' } } } }, [1, 2, 3, 5, 6]],
  [{ $or: [{ n: 1 }, { l: 5 }] }, [1, 5]],
  [{ $and: [{ n: { $gt: 1 } }, { n: { $lt: 3 } }] }, [2]],
  [{ $nor: [{ n: { $exists: true } }] }, [5]],
  [{ $or: [{ n: 1 }, { n: 2.5 }], s: /^b/ }, [2]],
  [{ $expr: { $gt: [{ $size: { $ifNull: ['$docs', []] } }, 1] } }, [4, 5]],
  [{ $expr: { $eq: ['$s', 'beta'] } }, [2]],
  [{ _id: { $gt: 2, $lte: 4 } }, [3, 4]],
  [{ _id: { $in: [6, 1, 9] } }, [1, 6]],
  [{ $comment: 'why', n: 1 }, [1]],
  [{ s: { $eq: /^b/ } }, []],
  [{ stored: { $eq: /^b/ } }, [6]],
  [{ stored: /^b/ }, [6]],
  [{ l: { $all: [/^a/] } }, [4, 5]],
];

const SORTS: [sort: Record<string, 1 | -1>, ids: number[]][] = [
  [{ n: 1, _id: 1 }, [4, 5, 1, 2, 3, 6]],
  [{ n: -1, _id: 1 }, [6, 3, 2, 1, 4, 5]],
  [{ s: 1, _id: 1 }, [6, 5, 4, 1, 3, 2]],
  [{ 'o.p': -1, _id: 1 }, [6, 3, 1, 2, 4, 5]],
  [{ at: -1, _id: -1 }, [2, 1, 6, 5, 4, 3]],
  [{ on: 1, _id: 1 }, [3, 4, 5, 6, 2, 1]],
];

let under: DatabaseUnderTest;
let items: Collection<Item>;
beforeAll(async () => {
  under = await openDatabaseUnderTest();
  items = await under.holding(DOCUMENTS);
});
afterAll(() => under.close());

const idsOf = (docs: Item[]): unknown[] => docs.map(({ _id }) => _id);
const INDEXES: (Record<string, 1 | -1> | undefined)[] = [
  undefined,
  { n: 1 },
  { s: -1 },
  { l: 1 },
  { 'o.p': 1 },
  { 'docs.k': 1, 'docs.v': -1 },
];

it.each(['$ne', '$gt', '$gte', '$lt', '$lte'])('%s takes no regular expression', async (operator) => {
  await expect(items.find({ s: { [operator]: /^b/ } }).toArray()).rejects.toMatchObject({ code: 2 });
});

describe.each(INDEXES)('with the index %j', (index) => {
  beforeAll(async () => {
    if (index) await items.createIndex(index);
  });
  afterAll(() => items.dropIndexes());

  it.each(CASES)('%j', async (filter, ids) => {
    expect(idsOf(await items.find(filter).sort({ _id: 1 }).toArray())).toEqual(ids);
    expect(await items.countDocuments(filter)).toBe(ids.length);
  });

  it.each(SORTS)('sorted by %j', async (sort, ids) => {
    expect(idsOf(await items.find().sort(sort).toArray())).toEqual(ids);
    expect(idsOf(await items.find().sort(sort).skip(1).limit(3).toArray())).toEqual(ids.slice(1, 4));
  });
});

it('lists distinct values, with array elements counted separately', async () => {
  expect(await items.distinct('docs.k')).toEqual(['x', 'y']);
  expect(await items.distinct('s', { n: { $type: 'number' } })).toEqual(['Alpha', 'Gamma', 'beta']);
});
