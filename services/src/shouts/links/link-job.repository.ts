import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { type Model, Schema } from 'mongoose';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** A shout whose links have no preview yet. */
export interface LinkJob {
  _id: string;
  community: string;
  workplace: string;
  shout: string;
  author: string;
  attempts: number;
  /** Earliest attempt; while a process works on it, the earliest next one. */
  due: Date;
}

/** Longer than all fetches of a shout take together. */
const leaseMs = 60_000;

const schema = new Schema<LinkJob>(
  {
    _id: { type: String, default: newId },
    community: { type: String, required: true },
    workplace: { type: String, default: '' },
    shout: { type: String, required: true },
    author: { type: String, required: true },
    attempts: { type: Number, required: true },
    due: { type: Date, required: true },
  },
  { versionKey: false },
);
schema.index({ due: 1 });

/** Waiting link previews of all communities, since one worker makes them all. */
@Injectable()
export class LinkJobRepository {
  private readonly jobs: Model<LinkJob>;

  constructor(mongo: Mongo) {
    this.jobs = mongo.model('link_jobs', schema);
  }

  /** Stores a job in the shout's transaction. */
  async add(
    { community, workplace }: Tenant,
    job: Pick<LinkJob, 'shout' | 'author'>,
    session: ClientSession,
  ): Promise<void> {
    await new this.jobs({ ...job, community, workplace, attempts: 0, due: new Date() }).save({ session });
  }

  /** Leases the next due job, at most one for each author. The lease of a worker that died ends, and another one takes the job. */
  async take(now: Date, busyAuthors: readonly string[]): Promise<LinkJob | null> {
    return this.jobs
      .findOneAndUpdate(
        { due: { $lte: now }, author: { $nin: [...busyAuthors] } },
        { $set: { due: new Date(now.getTime() + leaseMs) }, $inc: { attempts: 1 } },
        { sort: { due: 1 }, returnDocument: 'after' },
      )
      .lean<LinkJob | null>();
  }

  async finish(id: string): Promise<void> {
    await this.jobs.deleteOne({ _id: id });
  }
}
