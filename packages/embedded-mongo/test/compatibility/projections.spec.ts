import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Document } from 'mongodb';
import { type DatabaseUnderTest, openDatabaseUnderTest } from './database-under-test.js';

let under: DatabaseUnderTest;
beforeAll(async () => {
  under = await openDatabaseUnderTest();
});
afterAll(() => under.close());

const DOCUMENT = {
  _id: 1,
  a: 1,
  o: { p: 1, q: { r: 2 } },
  l: [1, 2, 3, 4],
  docs: [
    { k: 'x', v: 1 },
    { k: 'y', v: 2 },
  ],
};

const CASES: [projection: Document, result: Document, filter?: Document][] = [
  [{ a: 1 }, { _id: 1, a: 1 }],
  [{ a: 1, _id: 0 }, { a: 1 }],
  [{ _id: 1 }, { _id: 1 }],
  [
    { o: 0, l: 0, docs: 0 },
    { _id: 1, a: 1 },
  ],
  [{ 'o.p': 1 }, { _id: 1, o: { p: 1 } }],
  [{ o: { q: { r: 1 } } }, { _id: 1, o: { q: { r: 2 } } }],
  [
    { 'o.q': 0, l: 0, docs: 0 },
    { _id: 1, a: 1, o: { p: 1 } },
  ],
  [{ 'docs.v': 1 }, { _id: 1, docs: [{ v: 1 }, { v: 2 }] }],
  [{ x: 1 }, { _id: 1 }],
  [
    { a: 1, l: { $slice: 2 } },
    { _id: 1, a: 1, l: [1, 2] },
  ],
  [
    { a: 1, l: { $slice: -1 } },
    { _id: 1, a: 1, l: [4] },
  ],
  [
    { a: 1, l: { $slice: [1, 2] } },
    { _id: 1, a: 1, l: [2, 3] },
  ],
  [{ docs: { $elemMatch: { v: { $gt: 1 } } } }, { _id: 1, docs: [{ k: 'y', v: 2 }] }],
  [{ docs: { $elemMatch: { v: 9 } } }, { _id: 1 }],
  [{ 'docs.$': 1 }, { _id: 1, docs: [{ k: 'y', v: 2 }] }, { 'docs.k': 'y' }],
  [{ 'l.$': 1 }, { _id: 1, l: [3] }, { l: { $gt: 2 } }],
  [{ 'docs.$': 1 }, { _id: 1, docs: [{ k: 'y', v: 2 }] }, { 'docs.k': /^Y/i }],
  [{ 'docs.$': 1, a: 1 }, { _id: 1, a: 1, docs: [{ k: 'y', v: 2 }] }, { docs: { $elemMatch: { k: 'y', v: 2 } } }],
  [{ _id: 0, sum: { $add: ['$a', '$o.p'] } }, { sum: 2 }],
  [
    { _id: 0, b: '$a', c: { $literal: 1 } },
    { b: 1, c: 1 },
  ],
];

it.each(CASES)('%j', async (projection, result, filter = {}) => {
  const items = await under.holding([DOCUMENT]);
  expect(await items.find(filter).project(projection).toArray()).toEqual([result]);
});

it('mixed inclusion and exclusion is rejected with its own code', async () => {
  const items = await under.holding([DOCUMENT]);
  await expect(items.findOne({}, { projection: { a: 1, o: 0 } })).rejects.toMatchObject({ code: 31254 });
});
