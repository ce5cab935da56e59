import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { UUID } from 'mongodb';
import { compileFilter } from '../src/query/filter.js';
import { parseSort, sortBy } from '../src/query/sort.js';
import { type Doc } from '../src/values/bson.js';
import { documents, indexes, type Indexes, queriesFor } from './proofs/arbitraries.js';
import { report, times } from './proofs/extent.js';
import { type HistoryStep, stepsFor } from './proofs/history-steps.js';
import { checkIndexes } from './proofs/index-check.js';
import { openInProcess } from './proofs/in-process.js';

let server: ReturnType<typeof openInProcess>;
beforeAll(() => {
  server = openInProcess();
});
afterAll(() => server.close());

const visible = { writeConcern: { w: 1, j: false } };
/** Counts of events over all histories; a generator that never produces a case proves nothing. */
const met = {
  done: 0,
  refused: 0,
  committed: 0,
  aborted: 0,
  entries: 0,
  pages: 0,
  updated: 0,
  removed: 0,
  upserted: 0,
};

function count(reply: Doc): boolean {
  const failed = reply['ok'] !== 1 || reply['writeErrors'] !== undefined;
  met[failed ? 'refused' : 'done']++;
  met.updated += Number(reply['nModified'] ?? 0);
  met.upserted += reply['upserted'] === undefined ? 0 : 1;
  // Client mistakes get one of MongoDB's codes; code 1 would be a server failure.
  expect(reply['code']).not.toBe(1);
  return !failed;
}

const named = (command: Doc, name: string): Doc => ({ ...command, [Object.keys(command)[0]!]: name });

async function carryOut(name: string, steps: readonly HistoryStep[]): Promise<void> {
  const session = { id: new UUID() };
  let txnNumber = 0;
  for (const step of steps) {
    if (step.kind === 'command') {
      const reply = await server.run({ ...named(step.command, name), ...visible });
      if ('delete' in step.command) met.removed += Number(reply['n']);
      count(reply);
      continue;
    }
    const transaction = { lsid: session, txnNumber: ++txnNumber, autocommit: false };
    let open = true;
    for (const [i, command] of step.commands.entries()) {
      const start = i === 0 ? { startTransaction: true } : {};
      if (open) open = count(await server.run({ ...named(command, name), ...transaction, ...start }));
    }
    if (!open) continue;
    const end = step.commit ? 'commitTransaction' : 'abortTransaction';
    expect(await server.run({ [end]: 1, ...transaction, ...visible })).toMatchObject({ ok: 1 });
    met[step.commit ? 'committed' : 'aborted']++;
  }
}

async function found(name: string, query: Doc): Promise<Doc[]> {
  const reply = await server.run({ find: name, ...query, batchSize: 1000 });
  expect(reply).toMatchObject({ ok: 1, cursor: { ns: `test.${name}` } });
  return (reply['cursor'] as { firstBatch: Doc[] }).firstBatch;
}

const ids = (docs: Doc[]): string[] => docs.map(({ _id }) => String(_id));

async function checkQuery(
  name: string,
  query: { filter: Doc; sort: [string, 1 | -1][]; skip: number; limit: number },
): Promise<void> {
  const sort = Object.fromEntries(query.sort);
  const all = await found(name, { hint: { $natural: 1 } });
  const matches = compileFilter(query.filter);
  const expected = all.filter((doc) => matches(doc));
  const answer = await found(name, { filter: query.filter, sort });
  expect(ids(answer).toSorted()).toEqual(ids(expected).toSorted());
  const keys = parseSort(sort);
  expect(ids(sortBy(answer, (doc) => doc, keys))).toEqual(ids(answer));
  const page = await found(name, { filter: query.filter, sort, skip: query.skip, limit: query.limit });
  const end = query.limit > 0 ? query.skip + query.limit : undefined;
  expect(page).toHaveLength(expected.slice(query.skip, end).length);
  const { n } = await server.run({ count: name, query: query.filter });
  expect(n).toBe(expected.length);
  met.pages += Number(page.length > 0);
}

function creation({ key, sparse, partial }: Indexes[number], i: number, unique: boolean): Doc {
  return {
    key: Object.fromEntries(key),
    name: `i${i}`,
    ...(unique ? { unique } : {}),
    ...(sparse && partial === undefined ? { sparse } : {}),
    ...(partial === undefined ? {} : { partialFilterExpression: partial }),
  };
}

const history = indexes.chain((made) =>
  fc.tuple(
    documents,
    fc.constant(made),
    fc.array(
      fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
      { minLength: 3, maxLength: 3 },
    ),
    stepsFor(made),
    queriesFor(made),
  ),
);

it(
  'every index equals a rebuilt one, and indexed results equal a full scan, after any history',
  async () => {
    let number = 0;
    const runs = times(50, 3_000);
    await fc.assert(
      fc.asyncProperty(history, async ([docs, made, unique, steps, queries]) => {
        const name = `h${number++}`;
        const specs = made.map((index, i) => creation(index, i, unique[i]!));
        await server.run({ insert: name, documents: docs.map((doc, _id) => ({ _id, ...doc })), ...visible });
        // Separately: with two arrays in a document or two equal values, one index may be rejected and others not.
        for (const index of specs) count(await server.run({ createIndexes: name, indexes: [index], ...visible }));
        await carryOut(name, steps);
        met.entries += checkIndexes(server.db);
        for (const query of queries) await checkQuery(name, query);
        expect(server.internal).toEqual([]);
        await server.run({ drop: name, ...visible });
      }),
      { numRuns: runs },
    );
    for (const often of Object.values(met)) expect(often).toBeGreaterThan(0);
    report('histories', { histories: runs, queries: runs * 8, ...met });
  },
  times(180_000, 3_600_000),
);
