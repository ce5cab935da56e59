import { Long } from 'bson';
import { assert } from '../errors.js';
import type { Yielder } from '../query/pause.js';
import { arrayElements, documentOf, encode, type Pieces, prependElement } from '../values/bson.js';

/** The documents of a reply as BSON bytes, materialised or lazy. */
export type DocumentStream = IterableIterator<Buffer, void, undefined> | AsyncIterableIterator<Buffer, void, undefined>;

interface Cursor {
  readonly id: Long;
  readonly namespace: string;
  readonly stream: DocumentStream;
  /** From the command that opened the cursor; its time limit covers all batches. */
  readonly yielder: Yielder;
  /** A document that was read but did not fit into the last batch. */
  held: Buffer | undefined;
  lastUsed: number;
  busy: boolean;
}

/** Encodes one batch as the reply's `cursor` field; `id` is 0 when the cursor is exhausted. */
function batch(name: 'firstBatch' | 'nextBatch', id: Long, namespace: string, elements: Pieces): Pieces {
  return prependElement(4, name, documentOf(elements), encode({ id, ns: namespace }));
}

const MAX_CURSORS = 1000;
const MAX_IDLE_MS = 10 * 60_000;
/** Documents in a first batch without a requested size, as in MongoDB. */
const FIRST_BATCH = 101;
const MAX_BATCH_BYTES = 16 * 1024 * 1024;
/** Documents concatenated at a time: concatenating a whole batch at the end would block for long. */
const CHUNK_DOCUMENTS = 200;

/**
 * The open cursors, limited in number and idle time. A cursor holds its index position, or the rest of a sorted result,
 * but never an open lmdb resource.
 */
export class Cursors {
  /** In order of last use, the oldest first. */
  private readonly cursors = new Map<string, Cursor>();
  private nextId = BigInt(Date.now()) << 20n;

  /**
   * Returns the first batch and stores the rest under a new cursor.
   *
   * @param batchSize documents in the first batch; undefined for MongoDB's default
   * @param single whether to discard what does not fit into the first batch
   */
  async open(
    namespace: string,
    stream: DocumentStream,
    yielder: Yielder,
    batchSize = FIRST_BATCH,
    single = false,
  ): Promise<Pieces> {
    const id = Long.fromBigInt(++this.nextId);
    const cursor: Cursor = { id, namespace, stream, yielder, held: undefined, lastUsed: Date.now(), busy: false };
    const { elements, done } = await fill(cursor, batchSize);
    if (done || single) {
      await stream.return?.();
      return batch('firstBatch', Long.ZERO, namespace, elements);
    }
    const oldest = this.cursors.size < MAX_CURSORS ? undefined : [...this.cursors].find(([, { busy }]) => !busy);
    if (oldest !== undefined) this.kill(oldest[0]);
    this.cursors.set(String(id), cursor);
    return batch('firstBatch', id, namespace, elements);
  }

  /**
   * Returns a cursor's next batch.
   *
   * @throws CommandError CursorNotFound
   */
  async next(id: string, namespace: string, batchSize: number | undefined): Promise<Pieces> {
    const cursor = this.cursors.get(id);
    assert(cursor?.namespace === namespace, 'CursorNotFound', `cursor id ${id} not found`);
    assert(!cursor.busy, 'BadValue', `cursor id ${id} is already in use`);
    cursor.busy = true;
    cursor.yielder.extend(Date.now() - cursor.lastUsed);
    let isOver = true;
    try {
      const { elements, done } = await fill(cursor, batchSize || Infinity);
      isOver = done || !this.cursors.has(id);
      return batch('nextBatch', isOver ? Long.ZERO : cursor.id, namespace, elements);
    } finally {
      cursor.busy = false;
      cursor.lastUsed = Date.now();
      this.cursors.delete(id);
      if (!isOver) this.cursors.set(id, cursor);
    }
  }

  /** Closes a cursor. @returns whether there was one */
  kill(id: string): boolean {
    void this.cursors.get(id)?.stream.return?.();
    return this.cursors.delete(id);
  }

  /** Closes cursors that have been idle for ten minutes. */
  sweep(now = Date.now()): void {
    for (const [id, { busy, lastUsed }] of this.cursors) if (!busy && now - lastUsed > MAX_IDLE_MS) this.kill(id);
  }

  get size(): number {
    return this.cursors.size;
  }
}

/** Reads the elements of a batch's array. */
async function fill(cursor: Cursor, count: number): Promise<{ elements: Pieces; done: boolean }> {
  const elements: Buffer[] = [];
  let documents: Buffer[] = [];
  let taken = 0;
  let bytes = 0;
  const pack = (): void => {
    elements.push(arrayElements(documents, taken - documents.length));
    documents = [];
  };
  let done = false;
  while (taken < count) {
    const next = cursor.held ?? (await cursor.stream.next()).value ?? undefined;
    cursor.held = undefined;
    done = next === undefined;
    if (next === undefined) break;
    bytes += next.length;
    if (taken > 0 && bytes > MAX_BATCH_BYTES) {
      cursor.held = next;
      break;
    }
    taken++;
    if (documents.push(next) === CHUNK_DOCUMENTS) pack();
  }
  pack();
  return { elements, done };
}
