import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { Schema } from 'mongoose';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import type { TestObject } from './test-object.js';

export interface TestObjectRow {
  _id: string;
  object: string;
  account: string;
  /** The object that it belongs to: a customer's subscription, an intent's refund. */
  owner: string;
  created: Date;
  /** When the provider does something with it by itself: delivers an event, renews a subscription. */
  due?: Date;
  body: TestObject;
}

const schema = new Schema<TestObjectRow>(
  {
    _id: { type: String, required: true },
    object: { type: String, required: true },
    account: { type: String, default: '' },
    owner: { type: String, default: '' },
    created: { type: Date, required: true },
    due: Date,
    body: { type: Schema.Types.Mixed, required: true },
  },
  { versionKey: false, minimize: false },
);
schema.index({ due: 1 }, { partialFilterExpression: { due: { $exists: true } } });
schema.index({ account: 1, object: 1, owner: 1, created: -1 });

/** Everything that the test provider knows, shared by all processes. Nothing in it belongs to a community's own data. */
@Injectable()
export class TestObjectRepository {
  private readonly rows;

  constructor(mongo: Mongo) {
    this.rows = mongo.model<TestObjectRow>('test_provider_objects', schema).collection;
  }

  async find(account: string, id: string, session: ClientSession): Promise<TestObjectRow | null> {
    return this.rows.findOne<TestObjectRow>({ _id: id as never, account }, { session });
  }

  /** The account of an object: a hosted page has only the id. */
  async accountOf(id: string): Promise<string> {
    const row = await this.rows.findOne<TestObjectRow>({ _id: id as never });
    return row?.account ?? '';
  }

  async list(account: string, object: string, owner: string, session: ClientSession): Promise<TestObjectRow[]> {
    return this.rows
      .find<TestObjectRow>(
        { account, object, ...(owner !== '' && { owner }) },
        { sort: { created: -1 }, limit: 100, session },
      )
      .toArray();
  }

  async put(row: TestObjectRow, session: ClientSession): Promise<void> {
    await this.rows.replaceOne({ _id: row._id as never }, row, { upsert: true, session });
  }

  async putAll(rows: readonly TestObjectRow[], session: ClientSession): Promise<void> {
    if (rows.length > 0) await this.rows.insertMany(rows as never[], { session });
  }

  /** An object whose time has come, put off to `next` so that no other process takes it meanwhile. */
  async takeDue(now: Date, next: Date, { holdsEvents }: { holdsEvents: boolean }): Promise<TestObjectRow | null> {
    const filter = { due: { $lte: now }, ...(holdsEvents && { object: { $ne: 'event' } }) };
    const taken = await this.rows.findOneAndUpdate(filter, { $set: { due: next } }, { sort: { due: 1 } });
    return taken as TestObjectRow | null;
  }

  /** Without a time the provider is done with the object. */
  async postpone(id: string, due: Date | undefined): Promise<void> {
    await this.rows.updateOne({ _id: id as never }, due ? { $set: { due } } : { $unset: { due: '' } });
  }

  async openEvents(): Promise<TestObjectRow[]> {
    return this.rows
      .find<TestObjectRow>({ object: 'event', due: { $exists: true } }, { sort: { created: 1 } })
      .toArray();
  }

  /** How far the provider's clock is ahead of the real one, in ms. */
  async ahead(): Promise<number> {
    const clock = await this.rows.findOne<{ body: { ms: number } }>({ _id: 'clock' as never });
    return clock?.body.ms ?? 0;
  }

  async advance(ms: number): Promise<void> {
    const added = { object: 'clock', account: '', owner: '', created: new Date() };
    await this.rows.updateOne(
      { _id: 'clock' as never },
      { $inc: { 'body.ms': ms }, $setOnInsert: added },
      { upsert: true },
    );
  }
}
