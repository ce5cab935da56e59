import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { BSONRegExp } from 'mongodb';
import { serverError, startTestServer, type TestServer } from './support.js';

let running: TestServer;
beforeAll(async () => {
  running = await startTestServer();
});
afterAll(() => running.stop());

/** PCRE cases: a pattern, its options, a text, and whether it matches. */
const CASES: [pattern: string, options: string, text: string, found: boolean][] = [
  ['a.b', 's', 'a\nb', true],
  ['a.b', '', 'a\nb', false],
  ['a.b', '', 'a\rb', true],
  ['^b', 'm', 'a\nb', true],
  ['^b', '', 'a\nb', false],
  ['B', 'i', 'b', true],
  ['end$', '', 'end\n', true],
  ['a$', 'm', 'a\nb', true],
  ['^.$', '', '😀', true],
  ['a\\.b', '', 'a.b', true],
  ['a\\.b', '', 'axb', false],
  ['\\-\\@\\/\\_', '', '-@/_', true],
  ['[\\-\\@.$]+', '', '-@.$', true],
  ['^[\\w.]+$', '', 'a.b', true],
  ['^(?:a|b){2}$', '', 'ab', true],
  ['(?<x>a)\\k<x>', '', 'aa', true],
  ['(?<=a)b(?!c)', '', 'abd', true],
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
  ['(', '', 51091],
  ['[a', '', 51091],
  ['a', 'g', 51108],
  ['a b', 'x', 238],
  ['(?i)a', '', 51091],
  ['(?>a)', '', 51091],
  ['(?P<x>a)', '', 51091],
  ['(?#no)a', '', 51091],
  ['(*UTF)a', '', 51091],
  ['a{b}', '', 51091],
  ['\\Aa\\z', '', 51091],
  ['\\Ka', '', 51091],
  ['\\Qa.b\\E', '', 51091],
  ['\\x{1F600}', '', 51091],
  ['\\v', '', 238],
  ['\\u0061', '', 238],
  ['[]a]', '', 238],
  ['[^]a]', '', 238],
  ['[[:alpha:]]', '', 238],
])('/%s/%s is refused with %d', async (pattern, options, code) => {
  const items = running.db.collection('texts');
  const error = await serverError(items.findOne({ text: { $regex: pattern, $options: options } }));
  expect(error.code).toBe(code);
});

it('a stored expression stays unchanged and matches an equal filter', async () => {
  const items = running.db.collection<{ _id: number; r: BSONRegExp }>('stored');
  await items.insertOne({ _id: 1, r: new BSONRegExp('a b', 'is') });
  const [found] = await items.find({ r: new BSONRegExp('a b', 'is') }, { bsonRegExp: true }).toArray();
  expect(found!.r).toEqual(new BSONRegExp('a b', 'is'));
  expect(await items.countDocuments({ r: new BSONRegExp('a b', 's') })).toBe(0);
});
