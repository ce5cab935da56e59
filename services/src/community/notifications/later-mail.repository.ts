import { Injectable } from '@nestjs/common';
import { type Model, Schema } from 'mongoose';
import { isDuplicateKey, Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';

/** A delayed mail: when it is due, a check decides whether it is still wanted. */
export interface LaterMail {
  _id: string;
  community: string;
  workplace: string;
  kind: string;
  user: string;
  subject: string;
  /** The delivered event without its tenant. */
  event: Omit<Delivered, 'tenant'>;
  /** Earliest start; while one process handles the mail, the earliest time for another one. */
  due: Date;
}

const leaseMs = 60_000;

const schema = new Schema<LaterMail>(
  {
    _id: { type: String, default: newId },
    community: { type: String, required: true },
    workplace: { type: String, default: '' },
    kind: { type: String, required: true },
    user: { type: String, required: true },
    subject: { type: String, required: true },
    event: { type: Object, required: true },
    due: { type: Date, required: true },
  },
  { versionKey: false, minimize: false },
);
schema.index({ community: 1, workplace: 1, user: 1, kind: 1, subject: 1 }, { unique: true });
schema.index({ due: 1 });

/** Delayed mails of all communities, since one worker handles them all. */
@Injectable()
export class LaterMailRepository {
  private readonly rows: Model<LaterMail>;

  constructor(mongo: Mongo) {
    this.rows = mongo.model('later_mails', schema);
  }

  /** Does nothing while a mail of the same kind and subject waits for the member. */
  async add(mail: Omit<LaterMail, '_id'>): Promise<void> {
    try {
      await this.rows.create(mail);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Leases the next due mail of these kinds for a minute; if the process dies, another one takes it. */
  take(now: Date, kinds: readonly string[]): Promise<LaterMail | null> {
    return this.rows
      .findOneAndUpdate(
        { due: { $lte: now }, kind: { $in: [...kinds] } },
        { $set: { due: new Date(now.getTime() + leaseMs) } },
        { sort: { due: 1 }, returnDocument: 'after' },
      )
      .lean<LaterMail | null>();
  }

  async done(id: string): Promise<void> {
    await this.rows.deleteOne({ _id: id });
  }

  async forget(community: string, user: string): Promise<void> {
    await this.rows.deleteMany({ community, user });
  }
}

export function eventOf({ event, community, workplace }: LaterMail): Delivered {
  return { ...event, tenant: tenantOf(community, workplace) } as Delivered;
}
