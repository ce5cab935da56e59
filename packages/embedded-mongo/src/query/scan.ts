import type { RangeOptions } from 'lmdb';
import { CommandError } from '../errors.js';
import type { CollectionMeta, IndexMeta } from '../storage/catalog.js';
import type { Database, Snapshot } from '../storage/database.js';
import { recordIdOf } from '../storage/keys.js';
import type { Stored, View } from '../storage/view.js';
import { decodePlain, type Doc } from '../values/bson.js';
import { decodeFields } from '../values/partial.js';
import type { Filter } from './filter.js';
import { gathered, partOf, PAUSE, PAUSE_EVERY, type Steps } from './pause.js';
import type { KeyRange, Plan } from './planner.js';
import { type SortKeys, sortSteps } from './sort.js';

/** What a scan has looked at so far. */
export interface ScanStats {
  keys: number;
  docs: number;
}

/** What a search asks for. */
export interface Search {
  readonly plan: Plan;
  readonly matches: Filter;
  readonly sort: SortKeys;
  readonly skip: number;
  /** 0 for no limit. */
  readonly limit: number;
  /** Keeps to one moment while it is held; only for reads of committed data. */
  readonly snapshot?: Snapshot;
}

/** Where the keys of an index are, or of records. */
export const storeOf = (db: Database, index: IndexMeta | undefined): Database['index'] =>
  index === undefined ? db.records : db.index;

type ReadKeys = (chunk: RangeOptions) => Buffer[];

const FIRST_CHUNK = 32;
const LAST_CHUNK = 128;

/** The keys of a range, in chunks that each start behind the last key of the one before: nothing of lmdb stays open. */
function* keysIn(read: ReadKeys, { start, end }: KeyRange, reverse: boolean): Generator<Buffer, undefined> {
  for (let limit = FIRST_CHUNK; ; limit = LAST_CHUNK) {
    const keys = reverse
      ? read({ start: end, end: start, reverse, exclusiveStart: true, inclusiveEnd: true, limit })
      : read({ start, end, limit });
    yield* keys;
    const last = keys.at(-1);
    if (last === undefined || keys.length < limit) return;
    if (reverse) end = last;
    else start = Buffer.concat([last, Buffer.from([0])]);
  }
}

/** Interleaves the keys of ranges by what follows their prefixes. */
function* interleaved(read: ReadKeys, ranges: readonly KeyRange[], reverse: boolean): Generator<Buffer> {
  const heads = ranges.map((range) => {
    const keys = keysIn(read, range, reverse);
    return { keys, from: range.orderFrom, key: keys.next().value };
  });
  const sign = reverse ? -1 : 1;
  for (;;) {
    let best: (typeof heads)[number] | undefined;
    for (const head of heads) {
      const key = head.key?.subarray(head.from);
      if (key === undefined) continue;
      if (best === undefined || sign * key.compare(best.key!.subarray(best.from)) < 0) best = head;
    }
    if (best === undefined) return;
    yield best.key!;
    best.key = best.keys.next().value;
  }
}

/** The keys that a plan reads, of records or of index entries. */
function* keysOf(db: Database, collection: CollectionMeta, { plan, snapshot }: Search): Generator<Buffer> {
  for (const { index, ranges, reverse, merge } of plan.readings) {
    const read: ReadKeys = (chunk) => {
      const there = db.catalog.get(collection.db, collection.name)?.indexes ?? [];
      if (index !== undefined && !there.some(({ id }) => id === index.id)) {
        throw new CommandError('QueryPlanKilled', `query plan killed: index '${index.name}' dropped`);
      }
      const transaction = snapshot?.transaction;
      return [...storeOf(db, index).getKeys(transaction === undefined ? chunk : { ...chunk, transaction })];
    };
    if (merge) yield* interleaved(read, ranges, reverse);
    else for (const range of reverse ? ranges.toReversed() : ranges) yield* keysIn(read, range, reverse);
  }
}

/** A record whose document is decoded when somebody looks at it: a plain find passes the bytes on. */
class Found implements Stored {
  private decoded: Doc | undefined;

  constructor(
    readonly record: number,
    readonly bytes: Buffer,
  ) {}

  get doc(): Doc {
    return (this.decoded ??= decodePlain(this.bytes));
  }
}

/** A record, if it matches. */
function matchOf(matches: Filter, record: number, bytes: Buffer): Stored | undefined {
  const found = new Found(record, bytes);
  return matches(matches.fields === undefined ? found.doc : decodeFields(bytes, matches.fields)) ? found : undefined;
}

/**
 * The matching records in the order in which they are found.
 *
 * @param enough after so many the index, or the collection, is read no further
 */
function* matching(
  view: View,
  collection: CollectionMeta,
  request: Search,
  enough: number,
  stats: ScanStats,
): Steps<Stored> {
  const { plan, matches, snapshot } = request;
  // One range, of records or of an index without arrays, leads to each record once.
  const [{ index, ranges }, ...others] = plan.readings;
  const isOnce = others.length === 0 && ranges.length < 2 && !index?.multikey.some(Boolean);
  const seen = view.isolated || !isOnce ? new Set<number>() : undefined;
  let elsewhere = view.divergence(collection);
  let count = 0;
  let looked = 0;
  for (const key of keysOf(view.db, collection, request)) {
    if (++looked % PAUSE_EVERY === 0) {
      snapshot?.hold();
      yield PAUSE;
      elsewhere = view.divergence(collection);
    }
    if (index !== undefined) stats.keys++;
    const record = recordIdOf(key);
    if (elsewhere.has(record) || seen?.has(record)) continue;
    seen?.add(record);
    const bytes = view.db.read(collection, record, snapshot);
    if (bytes === undefined) continue;
    stats.docs++;
    const found = matchOf(matches, record, bytes);
    if (found === undefined) continue;
    yield found;
    if (++count === enough) break;
  }
  for (const [record, bytes] of view.divergence(collection)) {
    const found = bytes === null || seen?.has(record) ? undefined : matchOf(matches, record, bytes);
    if (found !== undefined) yield found;
  }
}

/**
 * Runs a search: the matching records in order, with a `PAUSE` wherever the caller may let other work run. Nothing of lmdb
 * stays open across a pause; like MongoDB's own reads outside transactions, a long search may see writes made meanwhile.
 */
export function* searchSteps(
  view: View,
  collection: CollectionMeta,
  request: Search,
  stats: ScanStats = { keys: 0, docs: 0 },
): Generator<Stored | typeof PAUSE> {
  const { plan, sort, skip, limit } = request;
  const end = limit > 0 ? skip + limit : Infinity;
  let found = matching(view, collection, request, plan.sorted ? end : Infinity, stats);
  // Between two pauses nobody writes, but whoever takes documents one by one may.
  if (view.isolated) found = yield* gathered(found);
  // Sorted here: no index gives the order, or records of a transaction have to be put in their places.
  if (sort.length > 0 && (view.isolated || !plan.sorted)) {
    // The documents are not kept decoded: there may be many.
    const roots = [...new Set(sort.map(([path]) => path.split('.', 1)[0]!))];
    found = sortSteps(found, ({ bytes }) => decodeFields(bytes, roots), sort, end);
  }
  yield* partOf(found, skip, end);
}

/** A record as it is stored now, if it still matches. */
export function stillMatching(
  { db }: View,
  collection: CollectionMeta,
  record: number,
  { matches }: Search,
): Stored | undefined {
  const bytes = db.read(collection, record);
  return bytes === undefined ? undefined : matchOf(matches, record, bytes);
}
