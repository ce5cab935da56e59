import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Database } from '../src/storage/database.js';
import { entriesOf } from '../src/storage/index-entries.js';
import { rangeOf, recordIdOf } from '../src/storage/keys.js';
import { TransactionView } from '../src/storage/transaction-view.js';
import { baseView, type View } from '../src/storage/view.js';
import { decodePlain, type Doc, encode } from '../src/values/bson.js';
import { temporaryFolder } from './support.js';

let db: Database;
beforeAll(async () => {
  db = Database.open(temporaryFolder());
  await db.write(() => {
    const { id, ...collection } = db.catalog.ensure('test', 'c');
    const index = { sparse: false, cut: false, multikey: [false], unique: false };
    const made = (name: string) => ({ ...index, id: db.catalog.allocateId(), name, key: [[name, 1]] as const });
    const indexes = [made('words'), { ...made('at'), unique: true }, { ...made('note'), sparse: true }];
    db.catalog.put({ id, ...collection, indexes: [...collection.indexes, ...indexes] });
  }, false);
});
afterAll(() => db.close());

const collection = () => db.catalog.get('test', 'c')!;
const content = (doc: Doc) => ({ bytes: encode(doc), doc });

/** Runs a write and returns the numbers of index entries that it put and removed. */
async function written(view: View, write: () => void): Promise<[number, number]> {
  const { index } = db;
  const calls = { put: 0, removed: 0 };
  const counting = new Proxy(index, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (name === 'putSync') calls.put++;
      if (name === 'removeSync') calls.removed++;
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
  Object.defineProperty(db, 'index', { value: counting, configurable: true, writable: true });
  try {
    await db.write(() => {
      write();
      if (view instanceof TransactionView) view.commit();
    }, false);
  } finally {
    Object.defineProperty(db, 'index', { value: index, configurable: true, writable: true });
    if (view instanceof TransactionView) view.close();
  }
  return [calls.put, calls.removed];
}

const stored = () =>
  [...db.records.getRange(rangeOf(collection().id))].map(({ key, value }) => ({
    record: recordIdOf(key),
    bytes: value,
    doc: decodePlain(value),
  }));
const at = (id: number) => stored().find(({ doc }) => doc['_id'] === id)!;

/** Every index has exactly the entries of the stored documents. */
function checkEntries() {
  for (const index of collection().indexes) {
    const expected = stored().reduce((sum, { doc }) => sum + entriesOf(index, doc).keys.size, 0);
    expect([index.name, db.index.getKeysCount(rangeOf(index.id))]).toEqual([index.name, expected]);
  }
}

it.each(['a command', 'a transaction'])('%s writes only the entries that change', async (kind) => {
  const view = () => (kind === 'a command' ? baseView(db) : new TransactionView(db));
  const words = Array.from({ length: 20 }, (_, i) => `w${i}`);
  const first = kind === 'a command' ? 1 : 11;
  const update = async (id: number, changes: Doc) => {
    const before = at(id);
    const now = view();
    const after = Object.fromEntries(
      Object.entries({ ...before.doc, ...changes }).filter(([, value]) => value !== undefined),
    );
    return written(now, () => now.put(collection(), before, content(after)));
  };
  let now = view();
  const insert = () => {
    now.put(collection(), undefined, content({ _id: first, words, at: first, note: 'n' }));
    now.put(collection(), undefined, content({ _id: first + 1, words, at: first + 1 }));
  };
  // _id, 20 words, at, and note of the first only.
  expect(await written(now, insert)).toEqual([23 + 22, 0]);
  expect(await update(first, { likes: 1 })).toEqual([0, 0]);
  expect(await update(first, { words: [...words.slice(1), 'new'] })).toEqual([1, 1]);
  expect(await update(first, { note: undefined })).toEqual([0, 1]);
  checkEntries();

  // A unique key moves from one record to the other.
  now = view();
  const [one, two] = [at(first), at(first + 1)];
  const move = () => {
    now.put(collection(), one, content({ ...one.doc, at: first + 5 }));
    now.put(collection(), two, content({ ...two.doc, at: first }));
  };
  expect(await written(now, move)).toEqual([2, 2]);
  checkEntries();
  await expect(update(first, { at: first })).rejects.toMatchObject({ codeName: 'DuplicateKey' });
  checkEntries();
  now = view();
  expect(await written(now, () => now.put(collection(), at(first), undefined))).toEqual([0, 22]);
  checkEntries();
});
