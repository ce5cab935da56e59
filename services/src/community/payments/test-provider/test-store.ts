import type { ClientSession } from 'mongodb';
import { type TestObject, missingObject, newTestId, seconds } from './test-object.js';
import type { TestObjectRepository } from './test-object.repository.js';

/** The account's objects within one transaction. Each change also commits its events. */
export class TestStore {
  constructor(
    private readonly rows: TestObjectRepository,
    private readonly session: ClientSession,
    readonly account: string,
    /** By the provider's clock. */
    readonly now: Date,
  ) {}

  /** The common fields of a new object. */
  base(prefix: string, object: string): TestObject {
    return { id: newTestId(prefix), object, created: seconds(this.now), livemode: false };
  }

  async find<T extends TestObject>(id: string): Promise<T | undefined> {
    return (await this.rows.find(this.account, id, this.session))?.body as T | undefined;
  }

  /** @throws {TestFault} `resource_missing` */
  async get<T extends TestObject>(object: string, id: unknown): Promise<T> {
    const found = typeof id === 'string' ? await this.find<T>(id) : undefined;
    if (found?.object !== object) throw missingObject(object, String(id));
    return found;
  }

  /** The newest first. */
  async list<T extends TestObject>(object: string, owner = ''): Promise<T[]> {
    return (await this.rows.list(this.account, object, owner, this.session)).map(({ body }) => body as T);
  }

  /** @param due - when the provider does something with the object by itself */
  async put<T extends TestObject>(body: T, { owner = '', due }: { owner?: string; due?: Date } = {}): Promise<T> {
    const { id: _id, object } = body;
    const created = new Date(body.created * 1000);
    await this.rows.put(
      { _id, object, account: this.account, owner, created, body, ...(due && { due }) },
      this.session,
    );
    return body;
  }

  /** Commits an event with the object as it is now. */
  async emit(type: string, object: TestObject): Promise<void> {
    const event = {
      ...this.base('evt', 'event'),
      ...(this.account !== '' && { account: this.account }),
      api_version: '2026-10-28',
      data: { object },
      pending_webhooks: 1,
      request: { id: newTestId('req'), idempotency_key: null },
      type,
    };
    await this.put(event, { due: this.now });
  }
}
