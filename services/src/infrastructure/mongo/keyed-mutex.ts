import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { Mongo } from './mongo.js';

/**
 * Serializes this process's transactions on one record, such as a thread of shouts. Concurrent ones conflict on its counter and
 * are retried: 24 concurrent posts to one group ran at a tenth of the rate with four times the work. Only the database separates
 * processes.
 */
@Injectable()
export class KeyedMutex {
  private readonly tails = new Map<string, Promise<unknown>>();

  constructor(private readonly mongo: Mongo) {}

  /** With several keys, the transaction waits for the earlier ones of each. All are taken at once, so that none waits in a circle. */
  transaction<T>(key: string | readonly string[], work: (session: ClientSession) => Promise<T>): Promise<T> {
    const keys = [key].flat();
    const earlier = keys.flatMap((one) => this.tails.get(one) ?? []);
    const result = Promise.allSettled(earlier).then(() => this.mongo.transaction(work));
    for (const one of keys) this.tails.set(one, result);
    const release = () => {
      for (const one of keys) if (this.tails.get(one) === result) this.tails.delete(one);
    };
    result.then(release, release);
    return result;
  }
}
