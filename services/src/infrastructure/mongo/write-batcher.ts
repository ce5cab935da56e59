import { setImmediate as endOfTurn } from 'node:timers/promises';
import { MongoNetworkError, MongoServerSelectionError } from 'mongodb';

interface Pending<T, R> {
  item: T;
  done: (result: R) => void;
  failed: (error: unknown) => void;
}

/** Limit of items settled in one turn of the event loop. */
const maxSettled = 4;

/**
 * Batches items that arrive while a write with the same key is in progress: a commit costs the same for one item as for many,
 * and concurrent transactions on one record conflict and are retried. A failed batch is written item by item, so that no item
 * fails because of another.
 */
export class WriteBatcher<T, R> {
  private readonly queues = new Map<string, Pending<T, R>[]>();

  /**
   * @param write stores a batch and returns the results in the same order
   * @param fits whether an item may join a batch
   */
  constructor(
    private readonly write: (items: readonly T[]) => Promise<readonly R[]>,
    private readonly fits: (batch: readonly T[], next: T) => boolean,
  ) {}

  /** Settles with the result of this item. */
  add(key: string, item: T): Promise<R> {
    return new Promise((done, failed) => {
      const queue = this.queues.get(key);
      if (queue) queue.push({ item, done, failed });
      else {
        const started = [{ item, done, failed }];
        this.queues.set(key, started);
        void this.drain(key, started);
      }
    });
  }

  private async drain(key: string, queue: Pending<T, R>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, this.batchSize(queue.map(({ item }) => item)));
      if (!(await this.tryWrite(batch))) for (const one of batch) await this.tryWrite([one]);
    }
    this.queues.delete(key);
  }

  /** Settles a few items per turn of the event loop: many replies in one turn would delay every other call. */
  private async settle(pending: readonly Pending<T, R>[], results: readonly R[]): Promise<void> {
    for (const [index, { done }] of pending.entries()) {
      if (index > 0 && index % maxSettled === 0) await endOfTurn();
      done(results[index]!);
    }
  }

  private batchSize(items: readonly T[]): number {
    const end = items.findIndex((item, index) => index > 0 && !this.fits(items.slice(0, index), item));
    return end < 0 ? items.length : end;
  }

  /** Returns false when a batch should be retried item by item. An unreachable database fails all items at once. */
  private async tryWrite(pending: readonly Pending<T, R>[]): Promise<boolean> {
    try {
      const results = await this.write(pending.map(({ item }) => item));
      void this.settle(pending, results);
    } catch (error) {
      const isUnreachable = error instanceof MongoNetworkError || error instanceof MongoServerSelectionError;
      if (pending.length > 1 && !isUnreachable) return false;
      pending.forEach(({ failed }) => failed(error));
    }
    return true;
  }
}
