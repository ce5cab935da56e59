import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Query } from 'mingo';
import { type Document, ObjectId } from 'mongodb';
import { compileFilter } from '../src/query/filter.js';
import { planQuery } from '../src/query/planner.js';
import { searchNow } from '../src/query/scan.js';
import { parseSort, sortBy } from '../src/query/sort.js';
import { Database } from '../src/storage/database.js';
import { addEntries } from '../src/storage/records.js';
import { BaseView } from '../src/storage/view.js';
import { ensureCollection } from '../src/commands/writing.js';
import { type Doc, encode } from '../src/values/bson.js';
import { temporaryFolder } from './support.js';

let db: Database;
beforeAll(() => {
  db = Database.open(temporaryFolder());
});
afterAll(() => db.close());

const IDS = [new ObjectId('0000000000000000000000aa'), new ObjectId('0000000000000000000000bb')];
const scalar = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -2, max: 4 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('', 'a', 'ab', 'b', 'é', '\u{1f600}', 'x'.repeat(2500), `${'x'.repeat(2500)}y`),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, false, 1.5, new Date(0), new Date(5), ...IDS) },
);
const value = fc.oneof({ weight: 4, arbitrary: scalar }, { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) });
const nested = fc.record({ c: value, d: scalar }, { requiredKeys: [] });
const document = fc.record(
  { a: value, b: scalar, n: fc.oneof(nested, fc.array(nested, { maxLength: 2 }), scalar) },
  { requiredKeys: [] },
);

const path = fc.constantFrom('a', 'b', 'n.c', 'n.d');
const condition = fc.oneof(
  { weight: 3, arbitrary: scalar },
  fc.record({ $eq: scalar }),
  fc.record({ $in: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ $gt: scalar, $lt: scalar }, { requiredKeys: ['$gt'] }),
  fc.record({ $gte: scalar, $lte: scalar }, { requiredKeys: ['$lte'] }),
  fc.record({ $ne: scalar }),
  fc.record({ $exists: fc.boolean() }),
  fc.record({ $elemMatch: fc.record({ $gte: scalar, $lte: scalar }) }),
  fc.constantFrom<unknown>(/^a/, /^x+y/, /b$/),
);
const plainFilter = fc.dictionary(path, condition, { maxKeys: 3 });
const filter = fc.oneof(
  { weight: 4, arbitrary: plainFilter },
  fc.tuple(plainFilter, fc.array(plainFilter, { minLength: 1, maxLength: 2 })).map(([f, $or]) => ({ ...f, $or })),
  fc.array(plainFilter, { minLength: 1, maxLength: 2 }).map(($and) => ({ $and })),
);
const direction = fc.constantFrom<1 | -1>(1, -1);
const keyPattern = fc.uniqueArray(fc.tuple(path, direction), { selector: ([p]) => p, minLength: 1, maxLength: 3 });
const index = fc.record({
  key: keyPattern,
  sparse: fc.boolean(),
  partial: fc.option(fc.constantFrom<Doc>({ b: { $gt: 0 } }, { a: { $exists: true } }, { b: 1 }), {
    freq: 4,
    nil: undefined,
  }),
});

interface Case {
  docs: Doc[];
  indexes: { key: [string, 1 | -1][]; sparse: boolean; partial: Doc | undefined }[];
  filter: Doc;
  sort: [string, 1 | -1][];
  skip: number;
  limit: number;
}

/** Runs one case in a write that is taken back, with the indexes and without. */
async function answers({ docs, indexes, filter: wanted, sort, skip, limit }: Case) {
  let result: { indexed: Doc[]; scanned: Doc[] } | undefined;
  const rollback = new Error('rollback');
  await db
    .write(() => {
      const view = new BaseView(db);
      const collection = ensureCollection(db, 'test', 'c');
      docs.forEach((doc, _id) => view.insert(collection, encode({ _id, ...doc }), { _id, ...doc }));
      for (const [i, { key, sparse, partial }] of indexes.entries()) {
        const made = {
          id: db.catalog.allocateId(),
          name: `i${i}`,
          key,
          unique: false,
          sparse: sparse && partial === undefined,
          ...(partial === undefined ? {} : { partial }),
          multikey: key.map(() => false),
          cut: false,
        };
        const before = db.catalog.get('test', 'c')!;
        db.catalog.put({ ...before, indexes: [...before.indexes, made] });
        try {
          db.atomic(() => docs.forEach((doc, at) => addEntries(db, collection, made, at + 1, { _id: at, ...doc })));
        } catch {
          // Two arrays in one document: this index cannot be, the others can.
          db.catalog.put(before);
        }
      }
      const current = db.catalog.get('test', 'c')!;
      const keys = parseSort(Object.fromEntries(sort));
      const request = { filter: wanted, sort: keys, limited: limit > 0 };
      const search = { matches: compileFilter(wanted), sort: keys, skip, limit };
      const run = (usable: typeof current.indexes): Doc[] =>
        searchNow(view, current, { ...search, plan: planQuery(current, usable, request) }).map(({ doc }) => doc);
      result = { indexed: run(current.indexes), scanned: run([]) };
      throw rollback;
    }, false)
    .catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  return result!;
}

it('an indexed answer is that of a full scan', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        docs: fc.array(document, { maxLength: 12 }),
        indexes: fc.array(index, { minLength: 1, maxLength: 3 }),
        filter: filter as fc.Arbitrary<Doc>,
        sort: fc.oneof(fc.constant([]), keyPattern) as fc.Arbitrary<[string, 1 | -1][]>,
        skip: fc.integer({ min: 0, max: 2 }),
        limit: fc.integer({ min: 0, max: 4 }),
      }),
      async (given) => {
        const { indexed, scanned } = await answers({ ...given, skip: 0, limit: 0 });
        const ids = (docs: Doc[]): unknown[] => docs.map(({ _id }) => _id);
        expect([...ids(indexed)].sort()).toEqual([...ids(scanned)].sort());
        const keys = parseSort(Object.fromEntries(given.sort));
        // Documents that sort alike may come in any order among themselves: already sorted means sorting changes nothing.
        expect(ids(sortBy(indexed, (doc) => doc, keys))).toEqual(ids(indexed));
        const page = await answers(given);
        expect(page.indexed).toHaveLength(Math.min(Math.max(scanned.length - given.skip, 0), given.limit || Infinity));
        // Position by position the two pages sort alike: neither order of the pair is changed by sorting it.
        for (const [i, doc] of keys.length > 0 ? page.indexed.entries() : []) {
          const pair = [doc, page.scanned[i]!];
          for (const either of [pair, pair.toReversed()]) expect(sortBy(either, (it) => it, keys)).toEqual(either);
        }
      },
    ),
    { numRuns: 300 },
  );
});

it('a full scan is that of mingo, where mingo agrees with MongoDB', async () => {
  const flat = fc.record(
    { a: fc.integer({ min: -2, max: 4 }), b: fc.constantFrom('a', 'ab', 'b') },
    { requiredKeys: [] },
  );
  const number = fc.integer({ min: -2, max: 4 });
  const onA = fc.oneof(
    number,
    fc.record({ $in: fc.array(number, { minLength: 1, maxLength: 3 }) }),
    fc.record({ $gt: number }),
    fc.record({ $lte: number }),
    fc.record({ $ne: number }),
    fc.record({ $exists: fc.boolean() }),
  );
  const onB = fc.oneof(fc.constantFrom('a', 'ab'), fc.constant(/^a/), fc.record({ $gte: fc.constant('ab') }));
  const both = fc.record({ a: onA, b: onB }, { requiredKeys: [] });
  await fc.assert(
    fc.property(
      fc.array(flat, { maxLength: 12 }),
      fc.oneof(
        both,
        fc.array(both, { minLength: 1, maxLength: 3 }).map(($or) => ({ $or })),
      ),
      (docs, wanted) => {
        const ours = compileFilter(wanted as Doc);
        const mingos = new Query(wanted as Document);
        expect(docs.filter((doc) => ours(doc))).toEqual(docs.filter((doc) => mingos.test(doc)));
      },
    ),
    { numRuns: 300 },
  );
});
