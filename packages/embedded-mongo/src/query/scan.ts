import type { RangeOptions } from 'lmdb';
import { CommandError } from '../errors.js';
import type { CollectionMeta, IndexMeta } from '../storage/catalog.js';
import type { Database, Snapshot } from '../storage/database.js';
import { recordIdOf } from '../storage/keys.js';
import type { StoredRecord, View } from '../storage/view.js';
import { decodePlain, type Doc } from '../values/bson.js';
import { RANK } from '../values/compare.js';
import { decodeFields } from '../values/partial.js';
import type { Filter } from './filter.js';
import { collectSteps, sliceSteps, PAUSE, PAUSE_EVERY, type Steps } from './pause.js';
import type { KeyRange, Plan } from './planner.js';
import { type SortKeys, sortSteps } from './sort.js';

/** Numbers of keys and documents examined. */
export interface ScanStats {
  keys: number;
  docs: number;
}

/** A planned search. */
export interface Search {
  readonly plan: Plan;
  readonly matches: Filter;
  readonly sort: SortKeys;
  readonly skip: number;
  /** 0 for no limit. */
  readonly limit: number;
  /** Whether only the number of records counts, and the keys decide the filter: no record is read. */
  readonly isCount?: boolean;
  /** The snapshot to read from once it is pinned; for reads of committed data only. */
  readonly snapshot?: Snapshot;
}

/** The store of an index's keys or of records. */
export const storeOf = (db: Database, index: IndexMeta | undefined): Database['index'] =>
  index === undefined ? db.records : db.index;

type ReadKeys = (chunk: RangeOptions) => Buffer[];

const FIRST_CHUNK = 32;
const LAST_CHUNK = 128;
/** Of ranges that are merged, most end after few keys. */
const MERGED_CHUNK = 4;

/** The keys of a range, read in chunks that each continue after the last key, so that nothing of lmdb stays open. */
function* keysIn(read: ReadKeys, range: KeyRange, reverse: boolean, first = FIRST_CHUNK): Generator<Buffer, undefined> {
  let { start, end } = range;
  for (let limit = first; ; limit = Math.min(4 * limit, LAST_CHUNK)) {
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

/** Merges the keys of ranges in the order of the key parts after their prefixes. */
function* interleaved(read: ReadKeys, ranges: readonly KeyRange[], reverse: boolean): Generator<Buffer> {
  const heads = ranges.map((range) => {
    const keys = keysIn(read, range, reverse, MERGED_CHUNK);
    const key = keys.next().value;
    return { keys, from: range.orderFrom, key, order: key?.subarray(range.orderFrom) };
  });
  const sign = reverse ? -1 : 1;
  for (;;) {
    let best: (typeof heads)[number] | undefined;
    for (const head of heads) {
      if (head.order === undefined) continue;
      if (best === undefined || sign * head.order.compare(best.order!) < 0) best = head;
    }
    if (best === undefined) return;
    yield best.key!;
    best.key = best.keys.next().value;
    best.order = best.key?.subarray(best.from);
  }
}

const TEXT_END = Buffer.from([0, 1]);

/** Where the text or regular expression at a position of a key ends. */
function textEnd(key: Buffer, start: number): number {
  const end = key.indexOf(TEXT_END, start) + TEXT_END.length;
  return key[start] === RANK.regex ? key.indexOf(TEXT_END, end) + TEXT_END.length : end;
}

type KeySteps = Generator<Buffer | typeof PAUSE>;

/** All keys of ranges, sorted by what follows the text that each range bounds. Finds out as late as possible which comes next. */
function* keySorted(read: ReadKeys, ranges: readonly KeyRange[], reverse: boolean): KeySteps {
  const heap: { readonly key: Buffer; readonly order: Buffer }[] = [];
  const sign = reverse ? -1 : 1;
  const sink = (at: number): void => {
    for (const entry = heap[at]!; ;) {
      let least = 2 * at + 1;
      if (least >= heap.length) return;
      if (least + 1 < heap.length && sign * heap[least + 1]!.order.compare(heap[least]!.order) < 0) least++;
      if (sign * heap[least]!.order.compare(entry.order) >= 0) return;
      heap[at] = heap[least]!;
      heap[least] = entry;
      at = least;
    }
  };
  for (const range of ranges) {
    for (const key of keysIn(read, range, false)) {
      heap.push({ key, order: key.subarray(textEnd(key, range.orderFrom)) });
      if (heap.length % PAUSE_EVERY === 0) yield PAUSE;
    }
  }
  for (let at = heap.length >> 1; at-- > 0;) {
    sink(at);
    if (at % PAUSE_EVERY === 0) yield PAUSE;
  }
  while (heap.length > 0) {
    yield heap[0]!.key;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    heap[0] = last;
    sink(0);
  }
}

/** The keys of a plan's scans. */
function* keysOf(db: Database, collection: CollectionMeta, search: Search, stats: ScanStats): KeySteps {
  const { plan, snapshot } = search;
  for (const { index, ranges, reverse, merge, keySorted: isKeySorted } of plan.scans) {
    const read: ReadKeys = (chunk) => {
      const there = db.catalog.get(collection.db, collection.name)?.indexes ?? [];
      if (index !== undefined && !there.some(({ id }) => id === index.id)) {
        throw new CommandError('QueryPlanKilled', `query plan killed: index '${index.name}' dropped`);
      }
      const transaction = snapshot?.transaction;
      const keys = [...storeOf(db, index).getKeys(transaction === undefined ? chunk : { ...chunk, transaction })];
      if (isKeySorted) stats.keys += keys.length;
      return keys;
    };
    const parts = reverse ? ranges.toReversed() : ranges;
    const all = merge || isKeySorted ? [(merge ? interleaved : keySorted)(read, ranges, reverse)] : undefined;
    const keys = all ?? parts.map((range) => keysIn(read, range, reverse));
    for (const part of keys) {
      for (const key of part) {
        if (index !== undefined && !isKeySorted) stats.keys++;
        yield key;
      }
    }
  }
}

const NOTHING = Buffer.alloc(0);

/** A record decoded on first access: a plain find passes the bytes through. */
class LazyRecord implements StoredRecord {
  private decoded: Doc | undefined;

  constructor(
    readonly record: number,
    readonly bytes: Buffer,
  ) {}

  get doc(): Doc {
    return (this.decoded ??= decodePlain(this.bytes));
  }
}

/** Whether a record satisfies a filter, of which only the fields are decoded that it reads. */
export const isMatch = (matches: Filter, found: StoredRecord): boolean =>
  matches(matches.fields === undefined ? found.doc : decodeFields(found.bytes, matches.fields));

function matchOf(matches: Filter, record: number, bytes: Buffer): StoredRecord | undefined {
  const found = new LazyRecord(record, bytes);
  return isMatch(matches, found) ? found : undefined;
}

/**
 * The matching records in scan order.
 *
 * @param maxMatches stops the scan after this many
 */
function* matching(
  view: View,
  collection: CollectionMeta,
  request: Search,
  maxMatches: number,
  stats: ScanStats,
): Steps<StoredRecord> {
  const { plan, matches, snapshot, isCount = false } = request;
  // A single range of records, or of an index without arrays, visits each record once.
  const [{ index, ranges }, ...others] = plan.scans;
  const isOnce = others.length === 0 && ranges.length < 2 && !index?.multikey.some(Boolean);
  const seen = view.isolated || !isOnce ? new Set<number>() : undefined;
  let overlay = view.overlay(collection);
  let count = 0;
  let looked = 0;
  for (const key of keysOf(view.db, collection, request, stats)) {
    if (key === PAUSE || ++looked % PAUSE_EVERY === 0) {
      snapshot?.hold();
      yield PAUSE;
      overlay = view.overlay(collection);
    }
    if (key === PAUSE) continue;
    const record = recordIdOf(key);
    if (overlay.has(record) || seen?.has(record)) continue;
    seen?.add(record);
    const bytes = isCount ? NOTHING : view.db.read(collection, record, snapshot);
    if (bytes === undefined) continue;
    stats.docs += Number(!isCount);
    const found = isCount ? new LazyRecord(record, bytes) : matchOf(matches, record, bytes);
    if (found === undefined) continue;
    yield found;
    if (++count === maxMatches) break;
  }
  for (const [record, bytes] of view.overlay(collection)) {
    const found = bytes === null || seen?.has(record) ? undefined : matchOf(matches, record, bytes);
    if (found !== undefined) yield found;
  }
}

/**
 * Runs a search and yields the matching records in order, with yield points. Nothing of lmdb stays open across one: as
 * in MongoDB outside transactions, a long search may see concurrent writes.
 */
export function* searchSteps(
  view: View,
  collection: CollectionMeta,
  request: Search,
  stats: ScanStats = { keys: 0, docs: 0 },
): Generator<StoredRecord | typeof PAUSE> {
  const { plan, sort, skip, limit } = request;
  const end = limit > 0 ? skip + limit : Infinity;
  const inOrder = plan.sorted || plan.scans[0].keySorted;
  let found = matching(view, collection, request, inOrder ? end : Infinity, stats);
  // No write runs between two yield points, but the caller may write between two records.
  if (view.isolated) found = yield* collectSteps(found);
  // Sort in memory when no index provides the order, or a transaction's own records must be merged in.
  if (sort.length > 0 && (view.isolated || !inOrder)) {
    // Decode only the sort fields: there may be many documents.
    const roots = [...new Set(sort.map(([path]) => path.split('.', 1)[0]!))];
    found = sortSteps(found, ({ bytes }) => decodeFields(bytes, roots), sort, end);
  }
  yield* sliceSteps(found, skip, end);
}

/** The current version of a record, if it still matches. */
export function stillMatching(
  { db }: View,
  collection: CollectionMeta,
  record: number,
  { matches }: Search,
): StoredRecord | undefined {
  const bytes = db.read(collection, record);
  return bytes === undefined ? undefined : matchOf(matches, record, bytes);
}
