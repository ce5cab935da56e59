import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { type Model, Schema } from 'mongoose';
import { Mongo } from '../mongo/mongo.js';
import { newId } from '../mongo/row.js';
import { tenantOf } from '../tenancy/tenant.js';
import type { Delivered, DomainEvent } from './domain-events.js';

/** Rows are kept this long for subscribers that were away. */
const keptSeconds = 7 * 24 * 3600;

interface Row {
  _id: string;
  kind: string;
  community: string;
  workplace: string;
  facts: Record<string, unknown>;
  at: Date;
  /** 0 until the row is numbered. */
  position: number;
}

interface Counter {
  _id: string;
  position: number;
}

const rowSchema = new Schema<Row>(
  {
    _id: { type: String, default: newId },
    kind: { type: String, required: true },
    community: { type: String, required: true },
    workplace: { type: String, default: '' },
    facts: { type: Schema.Types.Mixed, required: true },
    at: { type: Date, required: true, expires: keptSeconds },
    position: { type: Number, default: 0 },
  },
  { versionKey: false, minimize: false },
);
rowSchema.index({ position: 1, at: 1, _id: 1 });

const counterSchema = new Schema<Counter>(
  { _id: String, position: { type: Number, default: 0 } },
  { versionKey: false },
);

const headId = 'head';
const batch = 200;

export interface NumberedEvent {
  position: number;
  event: Delivered;
}

/**
 * The outbox in the database. A row's position is given after its transaction committed, in a transaction of its own: numbers
 * taken inside would become visible out of order, so that a reader would step over the later one, or would make every
 * writer of the system wait for one counter.
 */
@Injectable()
export class OutboxRepository {
  private readonly rows: Model<Row>;
  private readonly counters: Model<Counter>;

  constructor(private readonly mongo: Mongo) {
    this.rows = mongo.model('outbox', rowSchema);
    this.counters = mongo.model('outbox_positions', counterSchema);
  }

  async add(session: ClientSession, { kind, tenant, ...facts }: DomainEvent): Promise<void> {
    const { community, workplace } = tenant;
    await new this.rows({ kind, community, workplace, facts, at: new Date() }).save({ session });
  }

  /**
   * Numbers committed rows in the order they were added, and answers where events stand then. Two processes that do so at once
   * conflict on the counter, and one goes again.
   */
  async number(): Promise<number> {
    let head: number | undefined;
    let full = (await this.rows.exists({ position: 0 })) !== null;
    while (full) {
      const numbered = await this.mongo.transaction((session) => this.numberBatch(session));
      head = numbered.head ?? head;
      full = numbered.count === batch;
    }
    return head ?? (await this.counters.findById(headId).lean())?.position ?? 0;
  }

  private async numberBatch(session: ClientSession): Promise<{ count: number; head?: number }> {
    const rows = await this.rows
      .find({ position: 0 }, { _id: 1 }, { session })
      .sort({ position: 1, at: 1, _id: 1 })
      .limit(batch)
      .lean();
    if (rows.length === 0) return { count: 0 };
    const counter = await this.counters.findOneAndUpdate(
      { _id: headId },
      { $inc: { position: rows.length } },
      { session, upsert: true, returnDocument: 'after', lean: true },
    );
    const head = counter!.position;
    await this.rows.bulkWrite(
      rows.map(({ _id }, index) => ({
        updateOne: { filter: { _id }, update: { $set: { position: head - rows.length + index + 1 } } },
      })),
      { session },
    );
    return { count: rows.length, head };
  }

  /** The next events behind a position, in order. */
  async after(position: number): Promise<NumberedEvent[]> {
    const rows = await this.rows
      .find({ position: { $gt: position } })
      .sort({ position: 1 })
      .limit(batch)
      .lean();
    return rows.map(({ _id, kind, community, workplace, facts, at, position: own }) => ({
      position: own,
      event: { ...facts, kind, tenant: tenantOf(community, workplace), id: _id, at } as unknown as Delivered,
    }));
  }

  /** How far a durable subscriber came; one that is new begins with what is still there. */
  async positionOf(subscriber: string): Promise<number> {
    return (await this.counters.findById(`subscriber:${subscriber}`).lean())?.position ?? 0;
  }

  async keepPosition(subscriber: string, position: number): Promise<void> {
    await this.counters.updateOne({ _id: `subscriber:${subscriber}` }, { $max: { position } }, { upsert: true });
  }
}
