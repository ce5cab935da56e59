import { CommandError } from '../errors.js';
import type { CollectionMeta } from '../storage/catalog.js';
import type { Database, Snapshot } from '../storage/database.js';
import { recordIdOf, recordsEnd, recordsStart } from '../storage/keys.js';
import type { Stored, View } from '../storage/view.js';
import { decodePlain, type Doc } from '../values/bson.js';
import { decodeFields } from '../values/partial.js';
import type { Filter } from './filter.js';
import type { IndexPlan, KeyRange, Plan } from './planner.js';
import { type Breather, gently, PAUSE } from './pause.js';
import { type SortKeys, sortSteps } from './sort.js';

/** What a scan has looked at so far. */
export interface ScanStats {
  keys: number;
  docs: number;
}

const FIRST_CHUNK = 32;
const LAST_CHUNK = 128;

/** The keys of a range, read in chunks; each chunk starts behind the last key of the one before. */
function* keysIn(
  store: Database['index'],
  range: { start: Buffer; end: Buffer },
  reverse: boolean,
  valid: () => void,
  snapshot: Snapshot | undefined,
): Generator<Buffer | typeof PAUSE> {
  let { start, end } = range;
  for (let limit = FIRST_CHUNK; ; limit = Math.min(limit * 2, LAST_CHUNK)) {
    valid();
    const bounds = reverse
      ? { start: end, end: start, reverse, exclusiveStart: true, inclusiveEnd: true, limit }
      : { start, end, limit };
    const transaction = snapshot?.transaction;
    const keys = [...store.getKeys(transaction === undefined ? bounds : { ...bounds, transaction })];
    yield* keys;
    const last = keys.at(-1);
    if (last === undefined || keys.length < limit) return;
    if (reverse) end = last;
    else start = Buffer.concat([last, Buffer.from([0])]);
    snapshot?.hold();
    yield PAUSE;
  }
}

/** Interleaves the ranges of a plan by what follows their prefixes. */
function* merged(
  ranges: readonly KeyRange[],
  reverse: boolean,
  open: (range: KeyRange) => Generator<Buffer | typeof PAUSE>,
): Generator<Buffer | typeof PAUSE> {
  const heads: { source: Generator<Buffer | typeof PAUSE>; key: Buffer; from: number }[] = [];
  for (const range of ranges) {
    const source = open(range);
    const key = yield* nextKey(source);
    if (key !== undefined) heads.push({ source, key, from: range.orderFrom });
  }
  const sign = reverse ? -1 : 1;
  while (heads.length > 0) {
    let best = 0;
    for (let i = 1; i < heads.length; i++) {
      const a = heads[i]!;
      const b = heads[best]!;
      if (sign * Buffer.compare(a.key.subarray(a.from), b.key.subarray(b.from)) < 0) best = i;
    }
    const head = heads[best]!;
    yield head.key;
    const next = yield* nextKey(head.source);
    if (next === undefined) heads.splice(best, 1);
    else head.key = next;
  }
}

function* nextKey(source: Generator<Buffer | typeof PAUSE>): Generator<typeof PAUSE, Buffer | undefined> {
  for (;;) {
    const step = source.next();
    if (step.done) return undefined;
    if (step.value !== PAUSE) return step.value;
    yield PAUSE;
  }
}

function* indexKeys(
  db: Database,
  collection: CollectionMeta,
  plan: IndexPlan,
  snapshot: Snapshot | undefined,
): Generator<Buffer | typeof PAUSE> {
  const valid = (): void => {
    const current = db.catalog.get(collection.db, collection.name);
    if (current?.id !== collection.id || !current.indexes.some(({ id }) => id === plan.index.id)) {
      throw new CommandError('QueryPlanKilled', `query plan killed: index '${plan.index.name}' dropped`);
    }
  };
  const open = (range: KeyRange): Generator<Buffer | typeof PAUSE> =>
    keysIn(db.index, range, plan.reverse, valid, snapshot);
  if (plan.merge) {
    yield* merged(plan.ranges, plan.reverse, open);
    return;
  }
  for (const range of plan.reverse ? plan.ranges.toReversed() : plan.ranges) yield* open(range);
}

/** The record ids that a plan leads to, each once. */
function* candidates(
  db: Database,
  collection: CollectionMeta,
  { plan, snapshot }: Search,
  stats: ScanStats,
): Generator<number | typeof PAUSE> {
  if (plan.kind === 'scan') {
    const range = { start: recordsStart(collection.id), end: recordsEnd(collection.id) };
    for (const key of keysIn(db.records, range, plan.reverse, () => undefined, snapshot)) {
      yield key === PAUSE ? PAUSE : recordIdOf(key);
    }
    return;
  }
  const plans = plan.kind === 'union' ? plan.plans : [plan];
  const single = plans.length === 1 && !plans[0]!.index.multikey.some(Boolean) && plans[0]!.ranges.length === 1;
  const seen = new Set<number>();
  for (const part of plans) {
    for (const key of indexKeys(db, collection, part, snapshot)) {
      if (key === PAUSE) {
        yield PAUSE;
        continue;
      }
      stats.keys++;
      const record = recordIdOf(key);
      if (!single && seen.has(record)) continue;
      if (!single) seen.add(record);
      yield record;
    }
  }
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

function isMatch(matches: Filter, found: Found): boolean {
  return matches(matches.fields === undefined ? found.doc : decodeFields(found.bytes, matches.fields));
}

function* matching(
  view: View,
  collection: CollectionMeta,
  request: Search,
  stats: ScanStats,
  emitted: Set<number> | undefined,
): Generator<Stored | typeof PAUSE> {
  let elsewhere = view.divergence(collection);
  for (const record of candidates(view.db, collection, request, stats)) {
    if (record === PAUSE) {
      yield PAUSE;
      elsewhere = view.divergence(collection);
      continue;
    }
    if (elsewhere.has(record)) continue;
    const bytes = view.db.read(collection, record, request.snapshot);
    if (bytes === undefined) continue;
    stats.docs++;
    const found = new Found(record, bytes);
    if (!isMatch(request.matches, found)) continue;
    emitted?.add(record);
    yield found;
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
  const diverges = view.divergence(collection).size > 0 || view.isolated;
  if (plan.sorted && !diverges) {
    let seen = 0;
    for (const found of matching(view, collection, request, stats, undefined)) {
      if (found === PAUSE) {
        yield PAUSE;
        continue;
      }
      if (seen++ < skip) continue;
      yield found;
      if (limit > 0 && seen >= skip + limit) return;
    }
    return;
  }
  // Sorted here: either no index gives the order, or records of a transaction have to be put in their places.
  const emitted = diverges ? new Set<number>() : undefined;
  const found: Stored[] = [];
  for (const match of matching(view, collection, request, stats, emitted)) {
    if (match === PAUSE) yield PAUSE;
    else found.push(match);
    if (plan.sorted && limit > 0 && found.length >= skip + limit) break;
  }
  for (const [record, bytes] of emitted === undefined ? [] : view.divergence(collection)) {
    if (bytes === null || emitted!.has(record)) continue;
    const other = new Found(record, bytes);
    if (isMatch(request.matches, other)) found.push(other);
  }
  const isNatural = sort.length === 0 || sort[0]![0] === '$natural';
  if (isNatural) yield* found.slice(skip, limit > 0 ? skip + limit : undefined);
  else {
    const keep = limit > 0 ? skip + limit : Infinity;
    // The documents are not kept decoded: there may be many.
    const roots = [...new Set(sort.map(([path]) => path.split('.', 1)[0]!))];
    const docOf = ({ bytes }: Stored): Doc => decodeFields(bytes, roots);
    let seen = 0;
    for (const step of sortSteps(found, docOf, sort, keep)) if (step === PAUSE || seen++ >= skip) yield step;
  }
}

/** A record as it is stored now, if it still matches. */
export function stillMatching(
  { db }: View,
  collection: CollectionMeta,
  record: number,
  { matches }: Search,
): Stored | undefined {
  const bytes = db.read(collection, record);
  const found = bytes === undefined ? undefined : new Found(record, bytes);
  return found !== undefined && isMatch(matches, found) ? found : undefined;
}

/** Runs a search, letting other work run in between. */
export function searchGently(
  view: View,
  collection: CollectionMeta,
  request: Search,
  breather: Breather,
  stats?: ScanStats,
): AsyncGenerator<Stored> {
  return gently(searchSteps(view, collection, request, stats), breather);
}
