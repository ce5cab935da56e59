import fc from 'fast-check';
import { Binary, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'mongodb';
import type { Doc } from '../../src/values/bson.js';

const ID = new ObjectId('0000000000000000000000aa');
const LONG = 'x'.repeat(2500);
const RARE = [
  NaN,
  -Infinity,
  -0,
  2 ** 53,
  Long.fromString('9007199254740993'),
  new Binary(Buffer.from([1, 0])),
  new Timestamp({ t: 1, i: 1 }),
  new MinKey(),
  new MaxKey(),
  'a\0b',
  { c: 1 },
];
// Few values, so that filters match documents; includes values with special encodings.
export const scalar = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 0, max: 3 }) },
  { weight: 6, arbitrary: fc.constantFrom('', 'a', 'ab', 'a+', 'b', '\uffee', '\u{1f600}') },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, 1.5, -1, new Date(0), new Date(5), ID) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(...RARE) },
);
const withLong = fc.oneof({ weight: 8, arbitrary: scalar }, fc.constantFrom(LONG, `${LONG}y`));
const value = fc.oneof({ weight: 4, arbitrary: scalar }, { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) });
const nested = fc.record({ c: scalar, d: scalar }, { requiredKeys: ['c'] });
/** Collections of scalars only, and with arrays: most planner rules differ between the two. */
export const documents = fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 3 })).chain(([arrays, long]) =>
  fc.array(
    fc.record(
      {
        a: arrays ? value : scalar,
        b: long === 0 ? withLong : scalar,
        n: arrays ? fc.oneof(nested, fc.array(nested, { maxLength: 3 }), scalar) : nested,
      },
      { requiredKeys: ['b'] },
    ),
    { minLength: 8, maxLength: 24 },
  ),
);

export const PATHS = ['a', 'b', 'n.c', 'n.d'];
const condition = fc.oneof(
  { weight: 3, arbitrary: scalar },
  fc.record({ $eq: withLong }),
  { weight: 3, arbitrary: fc.record({ $in: fc.array(scalar, { minLength: 1, maxLength: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ $gt: scalar, $lt: scalar }, { requiredKeys: ['$gt'] }) },
  { weight: 2, arbitrary: fc.record({ $gte: scalar, $lte: scalar }, { requiredKeys: ['$lte'] }) },
  { weight: 2, arbitrary: fc.record({ $lt: withLong }) },
  fc.record({ $ne: scalar }),
  fc.record({ $exists: fc.boolean() }),
  fc.record({ $elemMatch: fc.record({ $gte: scalar, $lte: scalar }) }),
  fc.constantFrom<unknown>(/^a/, /^a\+/, /^x+y/, new RegExp('^\uffee'), /b$/),
  fc.record({ $nin: fc.array(scalar, { minLength: 1, maxLength: 3 }) }),
  fc.record({ $in: fc.array(fc.oneof(scalar, fc.constantFrom<unknown>(/^a/, [], [1])), { maxLength: 4 }) }),
  fc.record({ $all: fc.array(scalar, { minLength: 1, maxLength: 2 }) }),
  fc.constantFrom<Doc>(
    { $type: 'number' },
    { $type: ['string', 'null'] },
    { $type: 'array' },
    { $mod: [2, 1] },
    { $size: 1 },
    { $size: 0 },
    { $regex: '^A', $options: 'i' },
    { $eq: [] },
    { $gte: [1] },
    { $elemMatch: { $in: [1, 'a'] } },
    { $not: /^a/ },
  ),
  fc.record({ $not: fc.record({ $gt: scalar }) }),
  fc.record({ $not: fc.record({ $in: fc.array(scalar, { minLength: 1, maxLength: 2 }) }) }),
);
export const direction = fc.constantFrom<1 | -1>(1, -1);
const keyPattern = fc
  .shuffledSubarray(PATHS, { minLength: 1, maxLength: 3 })
  .chain((paths) => fc.tuple(...paths.map((path) => fc.tuple(fc.constant(path), direction))));
export const indexes = fc.array(
  fc.record({
    key: keyPattern,
    sparse: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    partial: fc.oneof(
      { weight: 5, arbitrary: fc.constant(undefined) },
      fc.constantFrom<Doc>({ b: { $gt: 0 } }, { a: { $exists: true } }, { b: 1 }),
    ),
  }),
  { minLength: 1, maxLength: 3 },
);
export type Indexes = typeof indexes extends fc.Arbitrary<infer T> ? T : never;

/** Queries mainly on the leading paths of the indexes, with sorts along (a prefix of) an index in either direction. */
export function queriesFor(made: Indexes) {
  const paths = [...made.flatMap(({ key }) => key.slice(0, 2).map(([path]) => path)), ...PATHS];
  const plainFilter = fc.dictionary(fc.constantFrom(...paths), condition, { minKeys: 1, maxKeys: 2 });
  const filter = fc.oneof(
    { weight: 6, arbitrary: plainFilter },
    fc.constant({}),
    { weight: 3, arbitrary: fc.array(plainFilter, { minLength: 1, maxLength: 3 }).map(($or) => ({ $or })) },
    fc.array(plainFilter, { minLength: 1, maxLength: 2 }).map(($and) => ({ $and })),
    fc.array(plainFilter, { minLength: 1, maxLength: 2 }).map(($nor) => ({ $nor })),
    fc.tuple(plainFilter, plainFilter, plainFilter).map(([all, x, y]) => ({ ...all, $or: [x, { $and: [y] }] })),
    fc.constantFrom<Doc>({ $expr: { $eq: ['$a', '$b'] } }, { $expr: { $gt: ['$b', 1] }, a: 1 }),
    fc.record({ n: fc.record({ $elemMatch: fc.dictionary(fc.constantFrom('c', 'd'), scalar, { minKeys: 1 }) }) }),
  ) as fc.Arbitrary<Doc>;
  const ofIndex = fc
    .tuple(fc.constantFrom(...made), fc.integer({ min: 0, max: 2 }), direction)
    .map(([{ key }, from, way]) => key.slice(from).map(([path, to]): [string, 1 | -1] => [path, to === way ? 1 : -1]));
  const sort = fc.oneof(fc.constant([]), { weight: 4, arbitrary: ofIndex }, keyPattern) as fc.Arbitrary<
    [string, 1 | -1][]
  >;
  const limits = { skip: fc.integer({ min: 0, max: 2 }), limit: fc.integer({ min: 0, max: 6 }) };
  const any = fc.record({ filter, sort, ...limits });
  // Several values of an index's first field, ordered by its other fields: the planner has to merge ranges.
  const spread = fc.constantFrom(...made).chain(({ key }) =>
    fc.record({
      filter: fc.uniqueArray(scalar, { minLength: 2, maxLength: 4 }).map(($in): Doc => ({ [key[0]![0]]: { $in } })),
      sort: fc.constant(key.slice(1)),
      ...limits,
    }),
  );
  // Texts with a beginning, ordered by the fields behind them: the planner has to sort keys.
  const beginning = fc.constantFrom(...made).chain(({ key }) =>
    fc.record({
      filter: fc
        .tuple(fc.constantFrom<unknown>(/^a/, /^ab/, new RegExp('^\u{1f600}')), fc.integer({ min: 0, max: 3 }), scalar)
        .map(([text, isOther, other]): Doc => ({
          [key[0]![0]]: text,
          ...(isOther === 0 && { [key.at(-1)![0]]: other }),
        })),
      sort: direction.map((way) => key.slice(1).map(([path, to]): [string, 1 | -1] => [path, to === way ? 1 : -1])),
      ...limits,
    }),
  );
  const query = fc.oneof({ weight: 4, arbitrary: any }, spread, beginning);
  return fc.array(query, { minLength: 8, maxLength: 8 });
}
