import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compileFilter } from '../src/query/filter.js';
import { planQuery } from '../src/query/planner.js';
import { collectSync } from '../src/query/pause.js';
import { searchSteps } from '../src/query/scan.js';
import { parseSort, sortBy } from '../src/query/sort.js';
import { Database } from '../src/storage/database.js';
import type { IndexMeta } from '../src/storage/catalog.js';
import { rangeOf, recordIdOf } from '../src/storage/keys.js';
import { indexRecord } from '../src/storage/records.js';
import { baseView, type View } from '../src/storage/view.js';
import { decodePlain, type Doc, encode } from '../src/values/bson.js';
import { documents, indexes, type Indexes, queriesFor } from './proofs/arbitraries.js';
import { report, times } from './proofs/extent.js';
import { temporaryFolder } from './support.js';

let db: Database;
beforeAll(() => {
  db = Database.open(temporaryFolder());
});
afterAll(() => db.close());

type QueryCase = (ReturnType<typeof queriesFor> extends fc.Arbitrary<infer T> ? T : never)[number];

const indexesWithQueries = indexes.chain((made) => fc.tuple(fc.constant(made), queriesFor(made)));

/** Counts how often the generator produced each case; one it never produces proves nothing. */
const met = { indexed: 0, sorted: 0, multikey: 0, merged: 0, keySorted: 0, counted: 0, union: 0, found: 0 };

function buildIndex({ key, sparse, partial }: Indexes[number], name: string): void {
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
    db.atomic(() => {
      for (const { key, value } of db.records.getRange(rangeOf(before.id))) {
        indexRecord(db, before, [made], recordIdOf(key), { bytes: value, doc: decodePlain(value) });
      }
    });
  } catch {
    // With two arrays in one document this index cannot exist; the others can.
    db.catalog.put(before);
  }
}

function checkQuery(view: View, query: QueryCase): void {
  const collection = db.catalog.get('test', 'c')!;
  const { skip, limit } = query;
  const sort = parseSort(Object.fromEntries(query.sort));
  const matches = compileFilter(query.filter);
  const run = (usable: readonly IndexMeta[], part: { skip: number; limit: number }): Doc[] => {
    const plan = planQuery({ ...collection, indexes: usable }, { filter: query.filter, sort, limited: part.limit > 0 });
    return collectSync(searchSteps(view, collection, { plan, matches, sort, ...part })).map(({ doc }) => doc);
  };
  const everything = { skip: 0, limit: 0 };
  const indexed = run(collection.indexes, everything);
  const scanned = run([], everything);
  const plan = planQuery(collection, { filter: query.filter, sort, limited: limit > 0 });
  if (scanned.length > 0) {
    met.found++;
    const [{ index, merge, keySorted, exact, distinct }, ...others] = plan.scans;
    met.union += Number(others.length > 0);
    if (index !== undefined && others.length === 0) {
      met.indexed++;
      met.sorted += Number(plan.sorted && sort.length > 0);
      met.multikey += Number(index.multikey.some(Boolean));
      met.merged += Number(merge);
      met.keySorted += Number(keySorted);
      if (exact && !distinct) {
        met.counted++;
        const count = searchSteps(view, collection, { plan, matches, sort: [], ...everything, isCount: true });
        expect(collectSync(count)).toHaveLength(scanned.length);
      } else if (exact) {
        const keys = plan.scans[0].ranges.reduce((sum, range) => sum + db.index.getKeysCount(range), 0);
        expect(keys).toBe(scanned.length);
      }
    }
  }
  const ids = (docs: Doc[]): unknown[] => docs.map(({ _id }) => _id);
  const numbers = (docs: Doc[]): unknown[] => ids(docs).sort((x, y) => Number(x) - Number(y));
  expect(numbers(indexed)).toEqual(numbers(scanned));
  // Documents with equal sort keys may come in any order: sorted means that sorting changes nothing.
  expect(ids(sortBy(indexed, (doc) => doc, sort))).toEqual(ids(indexed));
  const page = run(collection.indexes, { skip, limit });
  const scannedPage = run([], { skip, limit });
  expect(page).toHaveLength(scannedPage.length);
  // The pages have equal sort keys at each position: sorting changes the order of neither document of a pair.
  for (const [i, doc] of sort.length > 0 ? page.entries() : []) {
    const pair = [doc, scannedPage[i]!];
    for (const either of [pair, pair.toReversed()]) expect(sortBy(either, (it) => it, sort)).toEqual(either);
  }
}

it(
  'an indexed query returns the same documents as a full scan',
  async () => {
    const rollback = new Error('rollback');
    await fc.assert(
      fc.asyncProperty(documents, indexesWithQueries, async (docs, [made, queries]) => {
        const view = baseView(db);
        const checked = db.write(() => {
          const collection = db.catalog.ensure('test', 'c');
          docs.forEach((doc, _id) =>
            view.put(collection, undefined, { bytes: encode({ _id, ...doc }), doc: { _id, ...doc } }),
          );
          made.forEach((index, i) => buildIndex(index, `i${i}`));
          queries.forEach((query) => checkQuery(view, query));
          throw rollback;
        }, false);
        await checked.catch((error: unknown) => {
          if (error !== rollback) throw error;
        });
      }),
      { numRuns: times(125, 12_500) },
    );
    for (const often of Object.values(met)) expect(often).toBeGreaterThan(2);
    report('plan against scan', { queries: times(125, 12_500) * 8, ...met });
  },
  times(180_000, 3_600_000),
);
