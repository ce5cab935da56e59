import { Long } from 'bson';
import { CommandError } from '../errors.js';
import type { Breather } from '../query/pause.js';

/** The documents of an answer, as BSON bytes, produced as they are asked for. */
export type DocumentStream = AsyncIterator<Buffer, void, undefined>;

interface Cursor {
  readonly id: Long;
  readonly namespace: string;
  readonly stream: DocumentStream;
  /** Of the command that opened it, whose time limit goes on. */
  readonly breather: Breather;
  /** A document already taken from the stream that did not fit into the last batch. */
  held: Buffer | undefined;
  lastUsed: number;
  busy: boolean;
}

/** One batch of an answer; `id` is 0 when there is no more. */
export interface Batch {
  readonly id: Long;
  readonly namespace: string;
  readonly documents: Buffer[];
}

const MAX_CURSORS = 1000;
const MAX_IDLE_MS = 10 * 60_000;
/** Documents of a first batch whose size the client leaves open, as in MongoDB. */
const FIRST_BATCH = 101;
const MAX_BATCH_BYTES = 16 * 1024 * 1024;

/**
 * The open cursors: capped in number and in age. A cursor keeps its place in the index, or what is left of a result that
 * had to be sorted; it never keeps anything of lmdb open.
 */
export class Cursors {
  private readonly cursors = new Map<string, Cursor>();
  private nextId = BigInt(Date.now()) << 20n;

  /**
   * Gives an answer's first batch and keeps the rest.
   *
   * @param batchSize documents of the first batch, or undefined for MongoDB's default
   * @param single whether to drop what does not fit into the first batch
   */
  async open(
    namespace: string,
    stream: DocumentStream,
    batchSize: number | undefined,
    single: boolean,
    breather: Breather,
  ): Promise<Batch> {
    const cursor: Cursor = {
      id: Long.fromBigInt(++this.nextId),
      namespace,
      stream,
      breather,
      held: undefined,
      lastUsed: Date.now(),
      busy: false,
    };
    const { documents, done } = await this.fill(cursor, batchSize ?? FIRST_BATCH);
    if (done || single) {
      await stream.return?.();
      return { id: Long.ZERO, namespace, documents };
    }
    this.evict();
    this.cursors.set(cursor.id.toString(), cursor);
    return { id: cursor.id, namespace, documents };
  }

  /**
   * Gives a cursor's next batch.
   *
   * @throws CommandError CursorNotFound
   */
  async next(id: string, namespace: string, batchSize: number | undefined): Promise<Batch> {
    const cursor = this.cursors.get(id);
    if (cursor === undefined || cursor.namespace !== namespace) {
      throw new CommandError('CursorNotFound', `cursor id ${id} not found`);
    }
    if (cursor.busy) throw new CommandError('BadValue', `cursor id ${id} is already in use`);
    cursor.busy = true;
    cursor.breather.extend(Date.now() - cursor.lastUsed);
    try {
      const { documents, done } = await this.fill(cursor, batchSize || Infinity);
      if (!done) return { id: cursor.id, namespace, documents };
      this.cursors.delete(id);
      return { id: Long.ZERO, namespace, documents };
    } catch (error) {
      this.cursors.delete(id);
      throw error;
    } finally {
      cursor.busy = false;
      cursor.lastUsed = Date.now();
    }
  }

  /** Closes a cursor. @returns whether there was one */
  kill(id: string): boolean {
    const cursor = this.cursors.get(id);
    void cursor?.stream.return?.();
    return this.cursors.delete(id);
  }

  /** Closes what was not used for ten minutes. */
  sweep(now = Date.now()): void {
    for (const [id, cursor] of this.cursors) if (!cursor.busy && now - cursor.lastUsed > MAX_IDLE_MS) this.kill(id);
  }

  /** Number of open cursors. */
  get size(): number {
    return this.cursors.size;
  }

  private evict(): void {
    while (this.cursors.size >= MAX_CURSORS) {
      const idle = [...this.cursors.entries()].filter(([, { busy }]) => !busy);
      const [oldest] = idle.sort(([, a], [, b]) => a.lastUsed - b.lastUsed);
      if (oldest === undefined) return;
      this.kill(oldest[0]);
    }
  }

  private async fill(cursor: Cursor, count: number): Promise<{ documents: Buffer[]; done: boolean }> {
    const documents: Buffer[] = [];
    let bytes = 0;
    while (documents.length < count) {
      const next = cursor.held ?? (await cursor.stream.next()).value ?? undefined;
      cursor.held = undefined;
      if (next === undefined) return { documents, done: true };
      if (documents.length > 0 && bytes + next.length > MAX_BATCH_BYTES) {
        cursor.held = next;
        return { documents, done: false };
      }
      documents.push(next);
      bytes += next.length;
    }
    return { documents, done: false };
  }
}
