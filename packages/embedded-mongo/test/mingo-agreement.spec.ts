import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Query } from 'mingo';
import { ObjectId } from 'mongodb';
import { compileFilter } from '../src/query/filter.js';
import type { Doc } from '../src/values/bson.js';
import { report, times } from './proofs/extent.js';

const ID = new ObjectId('0000000000000000000000aa');
const number = fc.integer({ min: -2, max: 4 });
const text = fc.constantFrom('', 'a', 'ab', 'b');
const scalar = fc.oneof(number, text, fc.constantFrom<unknown>(true, false, null, 1.5, new Date(0), new Date(5), ID));
const bound = fc.oneof(number, text, fc.constantFrom<unknown>(true, new Date(3), ID));
const nested = fc.record({ c: scalar, d: number }, { requiredKeys: [] });
const document = fc.record(
  {
    a: scalar,
    b: text,
    l: fc.array(fc.oneof(number, text), { maxLength: 3 }),
    n: nested,
    s: fc.array(nested, { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

const comparison = fc
  .tuple(fc.constantFrom('$gt', '$gte', '$lt', '$lte'), bound)
  .map(([operator, value]): Doc => ({ [operator]: value }));

/**
 * Filters with the same meaning in both. Excluded, because mingo differs from MongoDB there: null across arrays (a
 * missing field of an element), `$size`, `$type` and `$elemMatch` across arrays, `$all` and `$mod` on values that are
 * not arrays or numbers, `$type` of array elements.
 */
function conditionOn(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const values = fc.array(value, { minLength: 1, maxLength: 3 });
  return fc.oneof<fc.Arbitrary<unknown>[]>(
    value,
    comparison,
    fc.record({ $ne: value }),
    fc.record({ $eq: value }),
    fc.record({ $in: values }),
    fc.record({ $nin: values }),
    fc.record({ $not: comparison }),
    fc.constantFrom<unknown>(/^a/, { $regex: 'B', $options: 'i' }, { $not: /b/ }),
  );
}

const onScalar = fc.oneof(
  { weight: 4, arbitrary: conditionOn(scalar) },
  fc.record({ $exists: fc.boolean() }),
  fc.constantFrom<unknown>({ $type: 'string' }, { $type: 'bool' }, { $type: 'date' }, { $type: 'null' }),
);
const inList = fc.array(fc.oneof(number, text), { minLength: 1, maxLength: 2 });
const onList = fc.oneof(
  { weight: 3, arbitrary: conditionOn(bound) },
  fc.record({ $all: inList }),
  fc.record({ $elemMatch: comparison }),
  fc.constantFrom<unknown>({ $size: 2 }, { $size: 0 }, { $exists: true }, [], { $eq: ['a'] }),
);
const on = (paths: string[], condition: fc.Arbitrary<unknown>): fc.Arbitrary<[string, unknown]> =>
  fc.tuple(fc.constantFrom(...paths), condition);
const conditions = fc
  .array(
    fc.oneof(
      on(['a', 'b', 'n.c', 'n.d'], onScalar),
      on(['l'], onList),
      on(['s.c', 's.d', 's.0.c', 'l.1'], conditionOn(bound)),
      on(['n.d'], fc.constant({ $mod: [2, 0] })),
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map((pairs): Doc => Object.fromEntries(pairs));
const some = fc.array(conditions, { minLength: 1, maxLength: 3 });
const element = fc.dictionary(fc.constantFrom('c', 'd'), onScalar, { minKeys: 1 });
const filter = fc.oneof<fc.Arbitrary<Doc>[]>(
  conditions,
  some.map(($or) => ({ $or })),
  some.map(($and) => ({ $and })),
  some.map(($nor) => ({ $nor })),
  fc.record({ s: fc.record({ $elemMatch: element }) }),
);

it('filters match the same documents as in mingo, where mingo agrees with MongoDB', () => {
  let met = 0;
  const numRuns = times(400, 40_000);
  fc.assert(
    fc.property(fc.array(document, { minLength: 1, maxLength: 12 }), filter, (docs, conditions) => {
      const ours = compileFilter(conditions);
      const mingos = new Query(conditions);
      const found = docs.filter((doc) => ours(doc));
      expect(found).toEqual(docs.filter((doc) => mingos.test(doc)));
      met += Number(found.length > 0 && found.length < docs.length);
    }),
    { numRuns },
  );
  expect(met).toBeGreaterThan(numRuns / 10);
  report('filters against mingo', { filters: numRuns, met });
});
