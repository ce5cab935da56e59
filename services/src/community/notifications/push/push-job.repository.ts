import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { type Model, Schema } from 'mongoose';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { newId } from '../../../infrastructure/mongo/row.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';

/** A push message to send: one for each device and notification, removed once it is sent or dropped. */
export interface PushJob {
  /** The device and the notification's position. */
  _id: string;
  community: string;
  /** The session's id. */
  device: string;
  user: string;
  notification: string;
  /** The notification's position when the job was made: one that was folded since has a later job. */
  order: string;
  /** Of the endpoint: a slow push service delays only its own messages. */
  origin: string;
  /** Earliest sending; while being sent, the earliest next attempt. */
  due: Date;
  attempts: number;
  lease: string;
  created: Date;
}
export type NewPushJob = Pick<PushJob, 'device' | 'user' | 'notification' | 'order' | 'origin' | 'due'>;

/** Longer than the longest attempt. */
const leaseMs = 60_000;
const retentionSeconds = 24 * 3600;

const schema = new Schema<PushJob>(
  {
    _id: { type: String, required: true },
    community: { type: String, required: true },
    device: { type: String, required: true },
    user: { type: String, required: true },
    notification: { type: String, required: true },
    order: { type: String, required: true },
    origin: { type: String, required: true },
    due: { type: Date, required: true },
    attempts: { type: Number, required: true },
    lease: { type: String, default: '' },
    created: { type: Date, required: true, expires: retentionSeconds },
  },
  { versionKey: false },
);
schema.index({ due: 1 });
schema.index({ community: 1, user: 1 });

/** Waiting push messages of all communities: one worker sends them all. */
@Injectable()
export class PushJobRepository {
  private readonly jobs: Model<PushJob>;

  constructor(mongo: Mongo) {
    this.jobs = mongo.model('push_jobs', schema);
  }

  async addAll({ community }: Tenant, jobs: readonly NewPushJob[], session: ClientSession): Promise<void> {
    const created = new Date();
    const rows = jobs.map((job) => {
      return { ...job, _id: `${job.device}:${job.order}`, community, attempts: 0, lease: '', created };
    });
    await this.jobs.collection.insertMany(rows as never[], { session });
  }

  /** Leases due jobs, the oldest first, but none to these origins; if the process dies, another one takes them. */
  async take(now: Date, limit: number, busy: readonly string[]): Promise<PushJob[]> {
    const filter = { due: { $lte: now }, ...(busy.length > 0 && { origin: { $nin: [...busy] } }) };
    const found = await this.jobs.find(filter, { _id: 1 }).sort({ due: 1 }).limit(limit).lean<Pick<PushJob, '_id'>[]>();
    if (found.length === 0) return [];
    const mine = { _id: { $in: found.map(({ _id }) => _id) } };
    const lease = newId();
    const due = new Date(now.getTime() + leaseMs);
    await this.jobs.updateMany({ ...mine, due: { $lte: now } }, { $set: { due, lease }, $inc: { attempts: 1 } });
    return this.jobs.find({ ...mine, lease }).lean<PushJob[]>();
  }

  async done(id: string): Promise<void> {
    await this.jobs.deleteOne({ _id: id });
  }

  async postpone(id: string, due: Date): Promise<void> {
    await this.jobs.updateOne({ _id: id }, { $set: { due } });
  }

  async forget({ community }: Tenant, user: string): Promise<void> {
    await this.jobs.deleteMany({ community, user });
  }
}
