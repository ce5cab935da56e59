import { describe, expect, it } from '@jest/globals';
import { BSONSymbol, Code, MinKey, ObjectId } from 'bson';
import fc from 'fast-check';
import { byteFilter } from '../src/query/byte-filter.js';
import { compileFilter } from '../src/query/filter.js';
import { fieldsKept } from '../src/query/projection.js';
import { decodePlain, type Doc, encode } from '../src/values/bson.js';
import { pickFields } from '../src/values/partial.js';
import { times } from './proofs/extent.js';

const text = fc.constantFrom('', 'a', 'ab', 'ä', 'a\0b', '\u{1f600}', '\ufffd');
const value = fc.oneof(
  { weight: 5, arbitrary: text },
  fc.array(text, { maxLength: 2 }),
  fc.constantFrom<unknown>(1, null, true, new Date(0), new ObjectId(), /^a/, { a: 'a' }, new MinKey()),
  fc.constantFrom<unknown>(new BSONSymbol('a'), new Code('a')),
);
const name = fc.constantFrom('a', 'b', 'äb');
const document = fc.dictionary(name, value) as fc.Arbitrary<Doc>;
const condition = fc.oneof<fc.Arbitrary<unknown>[]>(
  text,
  fc.record({ $eq: text }),
  fc.record({ $in: fc.array(text, { maxLength: 3 }) }),
);
const filter = fc.dictionary(name, condition, { minKeys: 1, maxKeys: 2 }) as fc.Arbitrary<Doc>;

describe(byteFilter, () => {
  it('says of stored bytes what the filter says of the document', () => {
    const met = { yes: 0, no: 0, undecided: 0 };
    fc.assert(
      fc.property(filter, fc.array(document, { minLength: 5, maxLength: 5 }), (conditions, documents) => {
        const quick = byteFilter(conditions);
        const whole = compileFilter({ $and: [conditions] });
        for (const bytes of documents.map(encode)) {
          const said = quick?.(bytes);
          met[said === undefined ? 'undecided' : said ? 'yes' : 'no']++;
          const wanted = whole(decodePlain(bytes));
          expect(said ?? wanted).toBe(wanted);
          expect(compileFilter(conditions)(decodePlain(bytes))).toBe(wanted);
        }
      }),
      { numRuns: times(1500, 50_000) },
    );
    for (const often of Object.values(met)) expect(often).toBeGreaterThan(20);
  });

  it.each<Doc>([{}, { a: 1 }, { 'a.b': 'x' }, { a: null }, { a: { $in: ['x', 1] } }, { a: { $gt: 'x' } }, { $or: [] }])(
    'leaves %j to the whole filter',
    (conditions) => expect(byteFilter(conditions)).toBeUndefined(),
  );
});

describe(fieldsKept, () => {
  it('knows a projection that only keeps fields', () => {
    expect(fieldsKept({ a: 1, b: true })).toEqual(['_id', 'a', 'b']);
    expect(fieldsKept({ _id: 0, a: 1 })).toEqual(['a']);
  });

  it.each<Doc>([{}, { _id: 1 }, { a: 0 }, { 'a.b': 1 }, { 'a.$': 1 }, { a: { $slice: 1 } }, { a: '$b' }])(
    'leaves %j to the whole projection',
    (projection) => expect(fieldsKept(projection)).toBeUndefined(),
  );

  it('keeps them in their order, with their types', () => {
    const bytes = encode({ _id: 1, b: new Date(0), skipped: 'x', a: [1, { c: 1 }] });
    expect(decodePlain(pickFields(bytes, ['_id', 'a', 'b'])!)).toEqual({ _id: 1, b: new Date(0), a: [1, { c: 1 }] });
    expect(Object.keys(decodePlain(pickFields(bytes, ['a', 'b'])!))).toEqual(['b', 'a']);
  });
});
