import { describe, expect, it } from '@jest/globals';
import { Binary, BSONRegExp, Code, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { decodePlain, encode } from '../src/values/bson.js';
import { decodeFields } from '../src/values/partial.js';

const doc = {
  _id: new ObjectId(),
  text: 'pit läne',
  double: new Double(1.5),
  int: new Int32(7),
  long: Long.fromString('9007199254740993'),
  decimal: Decimal128.fromString('1.10'),
  date: new Date(0),
  nothing: null,
  yes: true,
  list: ['a', { b: 1 }, []],
  inner: { deep: { deeper: 'x' } },
  bytes: new Binary(Buffer.from([0, 1, 2])),
  stamp: new Timestamp({ t: 1, i: 2 }),
  pattern: new BSONRegExp('^a', 'i'),
  code: new Code('1', { scope: 1 }),
  low: new MinKey(),
  high: new MaxKey(),
  última: 'last',
};
const names = Object.keys(doc);

describe(decodeFields, () => {
  const bytes = encode(doc);
  const whole = decodePlain(bytes);

  it.each(names)('decodes %s as decoding the whole document does', (name) => {
    expect(decodeFields(bytes, [name])[name]).toEqual(whole[name]);
  });

  it('decodes several fields in any order and omits missing ones', () => {
    const { yes, inner, última } = whole;
    const some = encode({ ...doc, pattern: undefined });
    expect(decodeFields(some, ['última', 'gone', 'inner', 'yes'])).toEqual({ yes, inner, última });
    expect(decodeFields(bytes, [])).toEqual({});
  });

  it('reads top-level fields only', () => {
    expect(decodeFields(encode({ a: { b: 1 }, c: 2 }), ['b'])).toEqual({});
  });
});
