import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Decimal128, type Document, Double, Long } from 'mongodb';
import { serverError, startTestServer, type TestServer } from './support.js';

interface Row extends Document {
  _id?: number | Decimal128;
}

let it_: TestServer;
beforeAll(async () => {
  it_ = await startTestServer();
});
afterAll(() => it_.stop());

const decimal = (text: string) => Decimal128.fromString(text);

describe('numbers of all types', () => {
  // Neighbours that share a double, in ascending order.
  const ascending = [
    decimal('-Infinity'),
    decimal('-1E+400'),
    -1e308,
    decimal('-1E-400'),
    0,
    decimal('1E-6000'),
    decimal('1E-400'),
    decimal('0.1'),
    0.1,
    decimal('0.1000000000000000055511151231257828'),
    decimal('1.000000000000000000000000000000001'),
    new Long('9007199254740992'),
    new Long('9007199254740993'),
    decimal('9007199254740993.5'),
    new Long('9007199254740994'),
    new Long('9223372036854775806'),
    decimal('9223372036854775806.1'),
    Long.MAX_VALUE,
    decimal('9223372036854775807.000000000000001'),
    new Double(9223372036854775808),
    1e308,
    decimal('1E+400'),
    decimal('1E+401'),
    Infinity,
  ];

  it.each([[{ v: 1 as const }], [{}]])('sort and compare exactly, with the index %j', async (index) => {
    const name = `order${Object.keys(index).length}`;
    const c = it_.db.collection<Row>(name);
    await c.insertMany(ascending.map((v, _id) => ({ _id, v })).toReversed());
    if (Object.keys(index).length > 0) await c.createIndex(index);
    const ids = async (filter: object) => (await c.find(filter).sort({ v: 1 }).toArray()).map(({ _id }) => _id);
    const all = ascending.map((_, i) => i);
    expect(await ids({})).toEqual(all);
    for (const [i, v] of ascending.entries()) {
      expect(await ids({ v })).toEqual([i]);
      expect(await ids({ v: { $gt: v } })).toEqual(all.slice(i + 1));
      expect(await ids({ v: { $lte: v } })).toEqual(all.slice(0, i + 1));
    }
  });

  it('are equal whatever their type and exponent', async () => {
    const c = it_.db.collection<Row>('equal');
    await c.insertOne({ _id: decimal('1.50') });
    for (const _id of [1.5, decimal('1.5'), decimal('15E-1')]) {
      expect((await serverError(c.insertOne({ _id }))).code).toBe(11000);
      expect(await c.countDocuments({ _id })).toBe(1);
    }
    expect(String((await c.findOne({ _id: 1.5 }))?._id)).toBe('1.50');
  });
});

describe('$inc and $mul', () => {
  const cases: [from: unknown, update: object, to: unknown][] = [
    [decimal('1.10'), { $inc: { v: decimal('2.20') } }, '3.30'],
    [1, { $inc: { v: decimal('0.1') } }, '1.1'],
    [0.1, { $inc: { v: decimal('0.2') } }, '0.300000000000000'],
    [new Long('9223372036854775807'), { $inc: { v: decimal('1') } }, '9223372036854775808'],
    [decimal('9999999999999999999999999999999999'), { $inc: { v: 1 } }, '1.000000000000000000000000000000000E+34'],
    [decimal('1E+6144'), { $mul: { v: 10 } }, 'Infinity'],
    [decimal('-1E+6144'), { $mul: { v: 10 } }, '-Infinity'],
    [decimal('Infinity'), { $inc: { v: 1 } }, 'Infinity'],
    [decimal('Infinity'), { $mul: { v: 0 } }, 'NaN'],
    [decimal('NaN'), { $inc: { v: 1 } }, 'NaN'],
    [decimal('1.20'), { $mul: { v: decimal('1.20') } }, '1.4400'],
    [undefined, { $mul: { v: decimal('1.20') } }, '0.00'],
    // Halves round to even.
    [
      decimal('1000000000000000000000000000000000'),
      { $inc: { v: decimal('0.5') } },
      '1000000000000000000000000000000000',
    ],
    [
      decimal('1000000000000000000000000000000001'),
      { $inc: { v: decimal('0.5') } },
      '1000000000000000000000000000000002',
    ],
  ];
  it.each(cases)('%s with %j is %s', async (from, update, to) => {
    const c = it_.db.collection<Row>('arithmetic');
    await c.deleteMany({});
    await c.insertOne({ _id: 1, ...(from === undefined ? {} : { v: from }) });
    await c.updateOne({ _id: 1 }, update);
    const stored = (await c.findOne({ _id: 1 }))?.v;
    expect(stored).toBeInstanceOf(Decimal128);
    expect(String(stored)).toBe(to);
  });

  it('widen an int that overflows and reject a long that overflows', async () => {
    const c = it_.db.collection<Row>('overflow');
    await c.insertMany([
      { _id: 1, v: 2147483647 },
      { _id: 2, v: Long.MAX_VALUE },
    ]);
    await c.updateOne({ _id: 1 }, { $inc: { v: 1 } });
    expect(await c.countDocuments({ _id: 1, v: { $type: 'long' } })).toBe(1);
    expect((await serverError(c.updateOne({ _id: 2 }, { $inc: { v: 1 } }))).code).toBe(2);
    expect((await serverError(c.updateOne({ _id: 2 }, { $mul: { v: 2 } }))).code).toBe(2);
    expect(await c.findOne({ _id: 2 }, { promoteLongs: false })).toEqual({ _id: 2, v: Long.MAX_VALUE });
  });
});

describe('pipelines', () => {
  const documents = [{ _id: 1, d: decimal('1.25'), big: new Long('9007199254740993'), n: 7, max: 2 ** 53 - 1 }];

  it.each<[Document]>([
    [{ $add: ['$d', 1] }],
    [{ $add: ['$big', 1] }],
    [{ $add: ['$max', 1] }],
    [{ $subtract: ['$big', 2] }],
    [{ $multiply: ['$d', 2] }],
    [{ $multiply: ['$max', 3] }],
    [{ $divide: ['$n', '$d'] }],
    [{ $mod: ['$big', 10] }],
    [{ $abs: '$d' }],
    [{ $ceil: '$d' }],
    [{ $floor: '$big' }],
    [{ $sum: ['$n', '$d'] }],
    [{ $avg: ['$n', '$big'] }],
  ])('%j is refused rather than done by doubles', async (x) => {
    const c = it_.db.collection<Row>('pipelines');
    await c.deleteMany({});
    await c.insertMany(documents);
    const error = await serverError(c.aggregate([{ $project: { x } }]).toArray());
    expect(error.code).toBe(238);
    expect(error.message).toMatch(/Decimal128|2\^53/);
  });

  it.each<[string, Document]>([
    ['$sum', { $sum: '$d' }],
    ['$avg', { $avg: '$big' }],
  ])('%s refuses them in groups', async (name, field) => {
    const c = it_.db.collection<Row>('groups');
    await c.deleteMany({});
    await c.insertMany(documents);
    const error = await serverError(c.aggregate([{ $group: { _id: null, field } }]).toArray());
    expect(error.code).toBe(238);
    expect(error.message).toContain(name);
  });
});

describe('$group', () => {
  it('compares decimals and long integers exactly, as keys and as values', async () => {
    const c = it_.db.collection<Row>('grouped');
    await c.insertMany([
      { _id: 1, n: new Long('9007199254740993'), k: 1 },
      { _id: 2, n: new Long('9007199254740994'), k: decimal('1.0') },
      { _id: 3, n: decimal('9007199254740993.5'), k: new Long(1) },
    ]);
    const found = await c
      .aggregate([{ $group: { _id: '$k', count: { $sum: 1 }, least: { $min: '$n' }, most: { $max: '$n' } } }], {
        promoteLongs: false,
      })
      .toArray();
    expect(found.map((group) => [group['count'], String(group['least']), String(group['most'])].map(String))).toEqual([
      ['3', '9007199254740993', '9007199254740994'],
    ]);
  });

  it('returns a missing key as null', async () => {
    const c = it_.db.collection<Row>('nokey');
    await c.insertMany([{ _id: 1 }, { _id: 2, k: null }]);
    expect(await c.aggregate([{ $group: { _id: '$k', n: { $count: {} } } }]).toArray()).toEqual([{ _id: null, n: 2 }]);
  });
});
