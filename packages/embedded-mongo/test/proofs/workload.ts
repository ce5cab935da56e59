import { UUID } from 'mongodb';
import type { Database } from '../../src/storage/database.js';
import { recordsEnd, recordsStart } from '../../src/storage/keys.js';
import { decodePlain, type Doc } from '../../src/values/bson.js';
import { valuesEqual } from '../../src/values/compare.js';

/** The current version of each document of a writer, by id. */
type State = ReadonlyMap<string, number>;

const COLLECTION = 'written';
export const WORKLOAD_INDEXES = {
  createIndexes: COLLECTION,
  indexes: [
    { key: { n: 1 }, name: 'n', unique: true },
    { key: { owner: 1, version: -1 }, name: 'owner' },
    { key: { tags: 1 }, name: 'tags' },
  ],
};

/** Derives a document from its id and version, so that a mixture of two versions is detectable. */
function contentOf(_id: string, version: number): Doc {
  return {
    _id,
    owner: _id.split(':')[0],
    n: `${_id}/${version}`,
    version,
    tags: [version % 5, `t${version % 3}`],
    text: 'x'.repeat((version * 397) % 3000),
  };
}

/** A seeded random generator of numbers between 0 and 1. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A client that writes sequentially in every way: insert, bulk insert, update, findAndModify, delete and transactions.
 * It knows the expected state after each acknowledgement, and the possible state of an unacknowledged write.
 */
export class Writer {
  private state: State = new Map();
  private next: State | undefined;
  private readonly session = { id: new UUID() };
  private txnNumber = 0;
  private made = 0;

  constructor(
    readonly name: string,
    private readonly random: () => number,
    private readonly writeConcern: Doc,
  ) {}

  /** Starts the next write. Returns its commands in order; the reply to the last acknowledges it. */
  begin(): Doc[] {
    const next = new Map(this.state);
    this.next = next;
    const existing = [...next.keys()];
    const pick = (): string => existing[Math.floor(this.random() * existing.length)]!;
    const what = existing.length < 3 ? this.random() * 0.3 : existing.length > 12 ? 0.7 : this.random();
    const base = { $db: 'test' };
    const single = { ...base, writeConcern: this.writeConcern };
    const insert = (count: number): Doc => {
      const documents = Array.from({ length: count }, () => this.add(next));
      return { insert: COLLECTION, documents };
    };
    const change = (id: string): Doc => {
      const version = next.get(id)! + 1;
      next.set(id, version);
      const { _id, ...content } = contentOf(id, version);
      return { q: { _id }, u: { $set: content } };
    };
    if (what < 0.2) return [{ ...insert(1), ...single }];
    if (what < 0.3) return [{ ...insert(3), ...single }];
    if (what < 0.5) return [{ update: COLLECTION, updates: [change(pick())], ...single }];
    if (what < 0.65) {
      const { q, u } = change(pick());
      return [{ findAndModify: COLLECTION, query: q, update: u, ...single }];
    }
    if (what < 0.8) {
      const _id = pick();
      next.delete(_id);
      return [{ delete: COLLECTION, deletes: [{ q: { _id }, limit: 1 }], ...single }];
    }
    const inTransaction = { ...base, lsid: this.session, txnNumber: ++this.txnNumber, autocommit: false };
    const [one, other] = [pick(), pick()];
    return [
      { update: COLLECTION, updates: [change(one)], ...inTransaction, startTransaction: true },
      { update: COLLECTION, updates: [change(other)], ...inTransaction },
      { ...insert(1), ...inTransaction },
      { commitTransaction: 1, ...inTransaction, $db: 'admin', writeConcern: this.writeConcern },
    ];
  }

  /** Marks the current write as acknowledged. */
  acknowledged(): void {
    this.state = this.next!;
    this.next = undefined;
  }

  /** The acknowledged and the pending state, for a later comparison. */
  snapshot(): { state: State; next: State | undefined } {
    return { state: this.state, next: this.next };
  }

  /** Continues from the stored documents. */
  resume(found: ReadonlyMap<string, Doc>): void {
    this.state = new Map([...found].map(([id, doc]) => [id, Number(doc['version'])]));
    this.next = undefined;
  }

  private add(state: Map<string, number>): Doc {
    const id = `${this.name}:${this.made++}`;
    const version = Math.floor(this.random() * 100);
    state.set(id, version);
    return contentOf(id, version);
  }
}

/** The workload's documents as stored in lmdb, by owner and id. */
export function writtenDocuments(db: Database): Map<string, Map<string, Doc>> {
  const owners = new Map<string, Map<string, Doc>>();
  const collection = db.catalog.get('test', COLLECTION);
  if (collection === undefined) return owners;
  const range = { start: recordsStart(collection.id), end: recordsEnd(collection.id) };
  for (const { value } of db.records.getRange(range)) {
    const doc = decodePlain(value);
    const owner = String(doc['owner']);
    if (!owners.has(owner)) owners.set(owner, new Map());
    owners.get(owner)!.set(String(doc['_id']), doc);
  }
  return owners;
}

/**
 * Describes a deviation from both the acknowledged state and that state plus the complete pending write; undefined when
 * there is none.
 */
export function deviation(
  { state, next }: { state: State; next: State | undefined },
  found: ReadonlyMap<string, Doc> = new Map(),
): string | undefined {
  for (const [id, doc] of found) {
    const expected = contentOf(id, Number(doc['version']));
    if (!valuesEqual(doc, expected)) return `${id} is a mixture of versions`;
  }
  const same = (expected: State): boolean =>
    expected.size === found.size && [...expected].every(([id, version]) => found.get(id)?.['version'] === version);
  if (same(state) || (next !== undefined && same(next))) return undefined;
  const there = [...found].map(([id, doc]) => `${id}/${Number(doc['version'])}`);
  const expected = [...state].map(([id, version]) => `${id}/${version}`);
  return `acknowledged ${expected.join(' ')}; found ${there.join(' ')}`;
}
