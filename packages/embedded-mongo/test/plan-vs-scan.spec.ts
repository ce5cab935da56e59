import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Query } from 'mingo';
import { ObjectId } from 'mongodb';
import { compileFilter } from '../src/query/filter.js';
import { planQuery } from '../src/query/planner.js';
import { searchNow } from '../src/query/scan.js';
import { parseSort, sortBy } from '../src/query/sort.js';
import { Database } from '../src/storage/database.js';
import type { IndexMeta } from '../src/storage/catalog.js';
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

const ID = new ObjectId('0000000000000000000000aa');
const LONG = 'x'.repeat(2500);
// Few values, so that filters and documents meet; among them what is encoded in a special way.
const scalar = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 0, max: 3 }) },
  { weight: 6, arbitrary: fc.constantFrom('', 'a', 'ab', 'b', '\uffee', '\u{1f600}') },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, 1.5, -1, new Date(0), new Date(5), ID) },
);
const withLong = fc.oneof({ weight: 8, arbitrary: scalar }, fc.constantFrom(LONG, `${LONG}y`));
const value = fc.oneof({ weight: 4, arbitrary: scalar }, { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) });
const nested = fc.record({ c: scalar, d: scalar }, { requiredKeys: ['c'] });
/** Collections of scalars only, and such with arrays: most rules of the planner differ between the two. */
const documents = fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 3 })).chain(([arrays, long]) =>
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

const PATHS = ['a', 'b', 'n.c', 'n.d'];
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
  fc.constantFrom<unknown>(/^a/, /^x+y/, /b$/),
);
const direction = fc.constantFrom<1 | -1>(1, -1);
const keyPattern = fc
  .shuffledSubarray(PATHS, { minLength: 1, maxLength: 3 })
  .chain((paths) => fc.tuple(...paths.map((path) => fc.tuple(fc.constant(path), direction))));
const indexes = fc.array(
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
type Indexes = typeof indexes extends fc.Arbitrary<infer T> ? T : never;

/** Queries on the paths that the indexes begin with, above all, and sorts by (a part of) an index, either way round. */
function queriesFor(made: Indexes) {
  const paths = [...made.flatMap(({ key }) => key.slice(0, 2).map(([path]) => path)), ...PATHS];
  const plainFilter = fc.dictionary(fc.constantFrom(...paths), condition, { minKeys: 1, maxKeys: 2 });
  const filter = fc.oneof(
    { weight: 6, arbitrary: plainFilter },
    fc.constant({}),
    fc.array(plainFilter, { minLength: 1, maxLength: 2 }).map(($or) => ({ $or })),
    fc.array(plainFilter, { minLength: 1, maxLength: 2 }).map(($and) => ({ $and })),
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
  // Several values of an index's first field in the order of its others: the ranges have to be interleaved.
  const spread = fc.constantFrom(...made).chain(({ key }) =>
    fc.record({
      filter: fc.uniqueArray(scalar, { minLength: 2, maxLength: 4 }).map(($in): Doc => ({ [key[0]![0]]: { $in } })),
      sort: fc.constant(key.slice(1)),
      ...limits,
    }),
  );
  const query = fc.oneof({ weight: 4, arbitrary: any }, spread);
  return fc.array(query, { minLength: 8, maxLength: 8 });
}

type QueryCase = (ReturnType<typeof queriesFor> extends fc.Arbitrary<infer T> ? T : never)[number];

const indexesWithQueries = indexes.chain((made) => fc.tuple(fc.constant(made), queriesFor(made)));

/** How often the property met what it is about; a generator that misses it proves nothing. */
const met = { indexed: 0, sorted: 0, multikey: 0, merged: 0, union: 0, found: 0 };

function buildIndex(docs: Doc[], { key, sparse, partial }: Indexes[number], name: string): void {
  const made: IndexMeta = {
    id: db.catalog.allocateId(),
    name,
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
    db.atomic(() => docs.forEach((doc, at) => addEntries(db, before, made, at + 1, { _id: at, ...doc })));
  } catch {
    // Two arrays in one document: this index cannot be, the others can.
    db.catalog.put(before);
  }
}

function checkQuery(view: BaseView, wanted: QueryCase): void {
  const collection = db.catalog.get('test', 'c')!;
  const { skip, limit } = wanted;
  const sort = parseSort(Object.fromEntries(wanted.sort));
  const matches = compileFilter(wanted.filter);
  const run = (usable: readonly IndexMeta[], part: { skip: number; limit: number }): Doc[] => {
    const plan = planQuery(collection, usable, { filter: wanted.filter, sort, limited: part.limit > 0 });
    return searchNow(view, collection, { plan, matches, sort, ...part }).map(({ doc }) => doc);
  };
  const everything = { skip: 0, limit: 0 };
  const indexed = run(collection.indexes, everything);
  const scanned = run([], everything);
  const plan = planQuery(collection, collection.indexes, { filter: wanted.filter, sort, limited: limit > 0 });
  if (scanned.length > 0) {
    met.found++;
    met.union += Number(plan.kind === 'union');
    if (plan.kind === 'index') {
      met.indexed++;
      met.sorted += Number(plan.sorted && sort.length > 0);
      met.multikey += Number(plan.index.multikey.some(Boolean));
      met.merged += Number(plan.merge);
      if (plan.exact) {
        const keys = plan.ranges.reduce((sum, range) => sum + db.index.getKeysCount(range), 0);
        expect(keys).toBe(scanned.length);
      }
    }
  }
  const ids = (docs: Doc[]): unknown[] => docs.map(({ _id }) => _id);
  const numbers = (docs: Doc[]): unknown[] => ids(docs).sort((x, y) => Number(x) - Number(y));
  expect(numbers(indexed)).toEqual(numbers(scanned));
  // Documents that sort alike may come in any order among themselves: sorted means that sorting changes nothing.
  expect(ids(sortBy(indexed, (doc) => doc, sort))).toEqual(ids(indexed));
  const page = run(collection.indexes, { skip, limit });
  const scannedPage = run([], { skip, limit });
  expect(page).toHaveLength(scannedPage.length);
  // Position by position the two pages sort alike: neither order of the pair is changed by sorting it.
  for (const [i, doc] of sort.length > 0 ? page.entries() : []) {
    const pair = [doc, scannedPage[i]!];
    for (const either of [pair, pair.toReversed()]) expect(sortBy(either, (it) => it, sort)).toEqual(either);
  }
}

it('an indexed answer is that of a full scan', async () => {
  const rollback = new Error('rollback');
  await fc.assert(
    fc.asyncProperty(documents, indexesWithQueries, async (docs, [made, queries]) => {
      const view = new BaseView(db);
      const checked = db.write(() => {
        const collection = ensureCollection(db, 'test', 'c');
        docs.forEach((doc, _id) => view.insert(collection, encode({ _id, ...doc }), { _id, ...doc }));
        made.forEach((index, i) => buildIndex(docs, index, `i${i}`));
        queries.forEach((wanted) => checkQuery(view, wanted));
        throw rollback;
      }, false);
      await checked.catch((error: unknown) => {
        if (error !== rollback) throw error;
      });
    }),
    { numRuns: 200 },
  );
  for (const times of Object.values(met)) expect(times).toBeGreaterThan(8);
}, 60_000);

it('a full scan is that of mingo, where mingo agrees with MongoDB', () => {
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
  fc.assert(
    fc.property(
      fc.array(flat, { maxLength: 12 }),
      fc.oneof(
        both,
        fc.array(both, { minLength: 1, maxLength: 3 }).map(($or) => ({ $or })),
      ),
      (docs, wanted) => {
        const ours = compileFilter(wanted);
        const mingos = new Query(wanted);
        expect(docs.filter((doc) => ours(doc))).toEqual(docs.filter((doc) => mingos.test(doc)));
      },
    ),
    { numRuns: 300 },
  );
});
