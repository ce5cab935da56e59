import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Decimal128, type Document, Double, Int32, Long } from 'mongodb';
import { type DatabaseUnderTest, openDatabaseUnderTest } from './database-under-test.js';

let under: DatabaseUnderTest;
beforeAll(async () => {
  under = await openDatabaseUnderTest();
});
afterAll(() => under.close());

const int = (value: number): Int32 => new Int32(value);
const double = (value: number): Double => new Double(value);
const long = (text: string): Long => Long.fromString(text);
const decimal = (text: string): Decimal128 => Decimal128.fromString(text);

const CALCULATED: [before: unknown, update: Document, after: unknown][] = [
  [int(1), { $inc: { a: int(2) } }, int(3)],
  [int(1), { $inc: { a: double(0.5) } }, double(1.5)],
  [int(1), { $inc: { a: long('2') } }, long('3')],
  [int(2147483647), { $inc: { a: int(1) } }, long('2147483648')],
  [long('9007199254740993'), { $inc: { a: int(1) } }, long('9007199254740994')],
  [double(1), { $inc: { a: int(1) } }, double(2)],
  [int(6), { $mul: { a: int(7) } }, int(42)],
  [int(65536), { $mul: { a: int(65536) } }, long('4294967296')],
  [double(1.5), { $mul: { a: int(2) } }, double(3)],
  [long('3000000000'), { $mul: { a: long('3') } }, long('9000000000')],
  [int(5), { $max: { a: double(5) } }, int(5)],
  [int(5), { $min: { a: double(4.5) } }, double(4.5)],
  [decimal('1.10'), { $inc: { a: decimal('2.20') } }, decimal('3.30')],
  [decimal('0.1'), { $inc: { a: int(1) } }, decimal('1.1')],
  [int(1), { $inc: { a: decimal('0.01') } }, decimal('1.01')],
  [decimal('1.5'), { $mul: { a: decimal('2') } }, decimal('3.0')],
];

describe('arithmetic preserves and widens types', () => {
  it.each(CALCULATED)('%p %j', async (a, update, after) => {
    const items = await under.holding([{ _id: 1, a }]);
    await items.updateOne({ _id: 1 }, update);
    const stored = await items.findOne({ _id: 1 }, { promoteValues: false });
    expect({ type: stored!['a']._bsontype, text: String(stored!['a']) }).toEqual({
      type: (after as { _bsontype: string })._bsontype,
      text: String(after),
    });
  });

  it('a 64-bit integer does not overflow silently', async () => {
    const items = await under.holding([{ _id: 1, a: Long.MAX_VALUE }]);
    await expect(items.updateOne({ _id: 1 }, { $inc: { a: 1 } })).rejects.toMatchObject({ code: 2 });
  });
});

describe('numbers compare by value, whatever their type', () => {
  const values = [
    int(1),
    double(1.5),
    long('2'),
    decimal('2.5'),
    long('9007199254740993'),
    decimal('9007199254740993.5'),
  ];
  const cases: [filter: unknown, ids: number[]][] = [
    [1, [0]],
    [decimal('1'), [0]],
    [decimal('1.5'), [1]],
    [2.5, [3]],
    [{ $gt: 1, $lt: decimal('2.5') }, [1, 2]],
    [{ $gte: long('2'), $lte: 2.5 }, [2, 3]],
    [{ $gt: long('9007199254740993') }, [5]],
    [{ $lt: decimal('9007199254740993.5'), $gt: 3 }, [4]],
    [{ $in: [double(1), decimal('2')] }, [0, 2]],
    [{ $mod: [2, 1] }, [0, 1, 4, 5]],
  ];
  for (const indexed of [false, true]) {
    it.each(cases)(`%j${indexed ? ' by an index' : ''}`, async (a, ids) => {
      const items = await under.holding(values.map((value, _id) => ({ _id, a: value })));
      if (indexed) await items.createIndex({ a: 1 });
      expect((await items.find({ a }).sort({ a: 1 }).toArray()).map(({ _id }) => _id)).toEqual(ids);
    });
  }

  it('and share a key of a unique index', async () => {
    const items = await under.holding([]);
    await items.createIndex({ a: 1 }, { unique: true });
    await items.insertOne({ a: int(1) });
    for (const a of [double(1), long('1'), decimal('1.0')]) {
      await expect(items.insertOne({ a })).rejects.toMatchObject({ code: 11000 });
    }
  });
});

describe('pipelines calculate', () => {
  const documents = { a: decimal('1.25'), b: decimal('2.50'), big: long('9007199254740993'), at: new Date(1000), n: 7 };
  const shown = (value: unknown): string => (value instanceof Date ? String(value.getTime()) : String(value));

  it.each<[expression: Document, shown: string]>([
    [{ $add: ['$n', 1.5] }, '8.5'],
    [{ $add: ['$at', 5] }, '1005'],
    [{ $subtract: ['$n', 2] }, '5'],
    [{ $subtract: ['$at', 400] }, '600'],
    [{ $multiply: ['$n', 2, 0.5] }, '7'],
    [{ $divide: [7, 2] }, '3.5'],
    [{ $mod: [-7, 3] }, '-1'],
    [{ $mod: [-7.5, 2] }, '-1.5'],
    [{ $abs: -1.5 }, '1.5'],
    [{ $ceil: 1.2 }, '2'],
    [{ $floor: -1.2 }, '-2'],
    [{ $sum: ['$n', 2, 'text', null] }, '9'],
    [{ $sum: '$n' }, '7'],
    [{ $avg: ['$n', 2] }, '4.5'],
    [{ $min: ['$b', '$a', 5] }, '1.25'],
    [{ $max: [1, '$a'] }, '1.25'],
    [{ $type: '$a' }, 'decimal'],
    [{ $type: '$big' }, 'long'],
    [{ $type: '$n' }, 'int'],
    [{ $isNumber: '$a' }, 'true'],
    [{ $in: [decimal('7'), ['$n']] }, 'true'],
  ])('%j', async (expression, text) => {
    const items = await under.holding([documents]);
    const [found] = await items.aggregate([{ $project: { _id: 0, x: expression } }]).toArray();
    expect(shown(found!['x'])).toBe(text);
  });

  it.each<[expression: Document, code: number]>([
    [{ $add: ['$n', 'text'] }, 14],
    [{ $divide: ['$n', 0] }, 16608],
    [{ $mod: ['$n', 0] }, 16610],
  ])('%j is refused with %d', async (expression, code) => {
    const items = await under.holding([documents]);
    await expect(items.aggregate([{ $project: { x: expression } }]).toArray()).rejects.toMatchObject({ code });
  });

  it('$sum and $max', async () => {
    const items = await under.holding([1, 2, 3.5].map((a) => ({ a })));
    const [found] = await items
      .aggregate([{ $group: { _id: null, sum: { $sum: '$a' }, most: { $max: '$a' } } }])
      .toArray();
    expect(found).toEqual({ _id: null, sum: 6.5, most: 3.5 });
  });
});
