import { Injectable } from '@nestjs/common';
import { isDuplicateKey, Mongo } from '../../../infrastructure/mongo/mongo.js';
import { answerRequest } from './api.js';
import { TestFault, type Params, type TestObject } from './test-object.js';
import { TestObjectRepository } from './test-object.repository.js';
import { TestStore } from './test-store.js';

export interface ApiRequest {
  account: string;
  method: string;
  path: string;
  params: Params;
  idempotencyKey: string | undefined;
}
export interface ApiReply {
  status: number;
  body: object;
  isReplay: boolean;
}
interface Replay extends TestObject {
  request: string;
  status: number;
  body: object;
}

/** The test provider's objects and clock. Each piece of work is one transaction with its events. */
@Injectable()
export class TestBooks {
  /** When this process used the provider last, by `performance.now()`. */
  usedAt = -Infinity;

  constructor(
    private readonly mongo: Mongo,
    readonly objects: TestObjectRepository,
  ) {}

  async now(): Promise<Date> {
    return new Date(Date.now() + (await this.objects.ahead()));
  }

  async work<T>(account: string, work: (store: TestStore) => Promise<T>): Promise<T> {
    this.usedAt = performance.now();
    const now = await this.now();
    return this.mongo.transaction((session) => work(new TestStore(this.objects, session, account, now)));
  }

  /** A request with a known idempotency key gets the first reply, an error too; with other parameters it is refused. */
  async answer({ account, idempotencyKey, ...request }: ApiRequest): Promise<ApiReply> {
    const text = JSON.stringify(request);
    const id = `idempotency ${account} ${idempotencyKey}`;
    const attempt = () =>
      this.work(account, async (store): Promise<ApiReply> => {
        const first = idempotencyKey === undefined ? undefined : await store.find<Replay>(id);
        if (first) {
          if (first.request !== text)
            throw new TestFault(400, {
              type: 'idempotency_error',
              message: `Keys for idempotent requests can only be used with the same parameters they were first used with.`,
            });
          return { status: first.status, body: first.body, isReplay: true };
        }
        const body = await answerRequest(store, request);
        if (idempotencyKey !== undefined && request.method === 'POST')
          await store.put({ ...store.base('idem', 'idempotency'), id, request: text, status: 200, body });
        return { status: 200, body, isReplay: false };
      });
    try {
      return await attempt().catch((error: unknown) => {
        // The same key at the same time: the first request has won.
        if (isDuplicateKey(error)) return attempt();
        throw error;
      });
    } catch (error) {
      if (!(error instanceof TestFault)) throw error;
      return { status: error.status, body: { error: error.error }, isReplay: false };
    }
  }
}
