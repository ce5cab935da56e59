import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { BSONRegExp } from 'mongodb';
import { serverError, startTestServer, type TestServer } from './support.js';

let running: TestServer;
beforeAll(async () => {
  running = await startTestServer();
});
afterAll(() => running.stop());

/** As PCRE has them: a pattern, its options, a text, and whether it is found in it. */
const CASES: [pattern: string, options: string, text: string, found: boolean][] = [
  ['a b', 'x', 'ab', true],
  ['a b', 'x', 'a b', false],
  ['a\\ b # then more', 'x', 'a b', true],
  ['[a b]c', 'x', ' c', true],
  ['a.b', 's', 'a\nb', true],
  ['a.b', '', 'a\nb', false],
  ['^b', 'm', 'a\nb', true],
  ['^b', '', 'a\nb', false],
  ['B', 'i', 'b', true],
  ['(?i)B', '', 'b', true],
  ['(?is)a.B', '', 'A\nb', true],
  ['end$', '', 'end\n', true],
  ['end\\z', '', 'end\n', false],
  ['\\Aab\\Z', '', 'ab\n', true],
  ['\\Aab', 'm', 'x\nab', false],
  ['^.$', '', '😀', true],
  ['\\x{1F600}', '', '😀', true],
  ['\\Qa.b\\E', '', 'a.b', true],
  ['\\Qa.b\\E', '', 'axb', false],
  ['[[:alpha:]]+1', '', 'ab1', true],
  ['[[:alpha:]]', '', ':', false],
  ['[]a]', '', ']', true],
  ['[^]a]', '', ']', false],
  ['(?P<x>a)(?P=x)', '', 'aa', true],
  ['a(?#no)b', '', 'ab', true],
  ['a\\hb', '', 'a\tb', true],
  ['a{b}', '', 'a{b}', true],
  ['\\-\\@\\/', '', '-@/', true],
  ['\\p{Lu}', '', 'É', true],
  ['\\p{Lu}', '', 'é', false],
];

it.each(CASES)('/%s/%s on %j: %s', async (pattern, options, text, found) => {
  const items = running.db.collection('texts');
  await items.deleteMany({});
  await items.insertOne({ text });
  const count = Number(found);
  expect(await items.countDocuments({ text: new BSONRegExp(pattern, options) })).toBe(count);
  expect(await items.countDocuments({ text: { $regex: pattern, $options: options } })).toBe(count);
  expect(await items.countDocuments({ text: { $not: new BSONRegExp(pattern, options) } })).toBe(1 - count);
  expect(await items.countDocuments({ text: { $in: [new BSONRegExp(pattern, options)] } })).toBe(count);
  const matched = { $regexMatch: { input: '$text', regex: new BSONRegExp(pattern, options) } };
  expect(await items.countDocuments({ $expr: matched })).toBe(count);
  expect(await items.countDocuments({ $expr: { $regexMatch: { input: '$text', regex: pattern, options } } })).toBe(
    count,
  );
  await items.createIndex({ text: 1 });
  expect(await items.countDocuments({ text: { $regex: pattern, $options: options } })).toBe(count);
});

it.each([
  ['a++', '', 51091],
  ['(', '', 238],
  ['[a', '', 51091],
  ['a', 'g', 51108],
  ['(?>a)', '', 238],
  ['(*UTF)a', '', 238],
  ['\\Ka', '', 238],
  ['[[:^alpha:]]', '', 238],
])('/%s/%s is refused with %d', async (pattern, options, code) => {
  const items = running.db.collection('texts');
  const error = await serverError(items.findOne({ text: { $regex: pattern, $options: options } }));
  expect([code, 51091]).toContain(error.code);
});

it('keeps a stored expression as it is, and finds it by itself', async () => {
  const items = running.db.collection<{ _id: number; r: BSONRegExp }>('stored');
  await items.insertOne({ _id: 1, r: new BSONRegExp('a b', 'sx') });
  const [found] = await items.find({ r: new BSONRegExp('a b', 'sx') }, { bsonRegExp: true }).toArray();
  expect(found!.r).toEqual(new BSONRegExp('a b', 'sx'));
  expect(await items.countDocuments({ r: new BSONRegExp('a b', 's') })).toBe(0);
});
