import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../../infrastructure/mongo/mongo.js';

/**
 * Runs transactions on the same thread or shout one after another in this process. At once they would conflict on its counter
 * and be tried again: 24 posts at once to one group then went through at a tenth of the rate, for four times the work.
 * Other processes are kept apart by the database alone.
 */
@Injectable()
export class KeyedMutex {
  private readonly last = new Map<string, Promise<unknown>>();

  constructor(private readonly mongo: Mongo) {}

  transaction<T>(key: string, work: (session: ClientSession) => Promise<T>): Promise<T> {
    const start = () => this.mongo.transaction(work);
    const own = (this.last.get(key) ?? Promise.resolve()).then(start, start);
    this.last.set(key, own);
    const leave = () => {
      if (this.last.get(key) === own) this.last.delete(key);
    };
    own.then(leave, leave);
    return own;
  }
}
