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

  transaction<T>(key: string, work: (session: ClientSession) => Promise<T>): Promise<T> {
    const start = () => this.mongo.transaction(work);
    const result = (this.tails.get(key) ?? Promise.resolve()).then(start, start);
    this.tails.set(key, result);
    const release = () => {
      if (this.tails.get(key) === result) this.tails.delete(key);
    };
    result.then(release, release);
    return result;
  }
}
