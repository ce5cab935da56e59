import { setImmediate as endOfTurn } from 'node:timers/promises';
import { MongoNetworkError, MongoServerSelectionError } from 'mongodb';

interface Waiting<T, R> {
  item: T;
  done: (result: R) => void;
  failed: (error: unknown) => void;
}

/** Most results that are given back in one turn of the event loop. */
const maxSettled = 4;

/**
 * Writes the items that arrive under one key while another write under that key is under way together: a commit costs the same for
 * one item as for many, and two transactions on one record would conflict and be tried again. Items that fail together are written
 * one by one, so that no item fails for another's reason.
 */
export class WrittenTogether<T, R> {
  private readonly queues = new Map<string, Waiting<T, R>[]>();

  /**
   * @param write stores the items and returns a result for each, in their order.
   * @param fits whether an item may be written together with those before it.
   */
  constructor(
    private readonly write: (items: readonly T[]) => Promise<readonly R[]>,
    private readonly fits: (together: readonly T[], next: T) => boolean,
  ) {}

  /** Settles when the item's own write has ended. */
  add(key: string, item: T): Promise<R> {
    return new Promise((done, failed) => {
      const queue = this.queues.get(key);
      if (queue) queue.push({ item, done, failed });
      else {
        const started = [{ item, done, failed }];
        this.queues.set(key, started);
        void this.work(key, started);
      }
    });
  }

  private async work(key: string, queue: Waiting<T, R>[]): Promise<void> {
    while (queue.length > 0) {
      const together = queue.splice(0, this.fitting(queue.map(({ item }) => item)));
      if (!(await this.tried(together))) for (const one of together) await this.tried([one]);
    }
    this.queues.delete(key);
  }

  /** A few in each turn of the event loop: making and sending many replies in one turn would hold up every other call. */
  private async settle(waiting: readonly Waiting<T, R>[], results: readonly R[]): Promise<void> {
    for (const [index, { done }] of waiting.entries()) {
      if (index > 0 && index % maxSettled === 0) await endOfTurn();
      done(results[index]!);
    }
  }

  private fitting(items: readonly T[]): number {
    const end = items.findIndex((item, index) => index > 0 && !this.fits(items.slice(0, index), item));
    return end < 0 ? items.length : end;
  }

  /** False when several failed together, which says nothing of each, unless the database is away: then all fail alike. */
  private async tried(waiting: readonly Waiting<T, R>[]): Promise<boolean> {
    try {
      const results = await this.write(waiting.map(({ item }) => item));
      void this.settle(waiting, results);
    } catch (error) {
      const isAway = error instanceof MongoNetworkError || error instanceof MongoServerSelectionError;
      if (waiting.length > 1 && !isAway) return false;
      waiting.forEach(({ failed }) => failed(error));
    }
    return true;
  }
}
