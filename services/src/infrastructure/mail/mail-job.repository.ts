import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { type Model, Schema } from 'mongoose';
import { isDuplicateKey, Mongo } from '../mongo/mongo.js';
import { newId } from '../mongo/row.js';
import type { Tenant } from '../tenancy/tenant.js';
import type { MailTemplate } from './mail-data.js';

/** A mail to be sent, as it is stored. */
export interface MailJob {
  _id: string;
  community: string;
  workplace: string;
  /** Unique in the community: a second mail with the same key is the same mail. */
  key: string;
  to: string;
  template: MailTemplate;
  data: Record<string, unknown>;
  language?: string;
  state: 'due' | 'sent' | 'failed';
  attempts: number;
  /** Not to be sent before; while it is being sent, when another attempt may begin. */
  due: Date;
  created: Date;
  /** Not to be sent after: it would come too late to be of use. */
  until: Date;
  /** True for mails to many, which let others go first. */
  bulk: boolean;
}

/** How long a mail is one worker's, unless it says again that it is still at it. */
export const leaseMs = 60_000;
const farewell: MailTemplate = 'account_deleted';
const keptSeconds = 30 * 24 * 3600;

const schema = new Schema<MailJob>(
  {
    _id: { type: String, default: newId },
    community: { type: String, required: true },
    workplace: { type: String, default: '' },
    key: { type: String, required: true },
    to: { type: String, required: true },
    template: { type: String, required: true },
    data: { type: Object, required: true },
    language: String,
    state: { type: String, required: true },
    attempts: { type: Number, required: true },
    due: { type: Date, required: true },
    created: { type: Date, required: true, expires: keptSeconds },
    until: { type: Date, required: true },
    bulk: { type: Boolean, required: true },
  },
  { versionKey: false, minimize: false },
);
schema.index({ community: 1, key: 1 }, { unique: true });
schema.index({ community: 1, to: 1 });
schema.index({ state: 1, bulk: 1, due: 1 });

/** Mails waiting to be sent, of all communities: the worker that sends them belongs to none. */
@Injectable()
export class MailJobRepository {
  private readonly jobs: Model<MailJob>;

  constructor(mongo: Mongo) {
    this.jobs = mongo.model('mail_jobs', schema);
  }

  /** Stores a mail; does nothing when its key was stored before. */
  async add(
    { community, workplace }: Tenant,
    job: Pick<MailJob, 'key' | 'to' | 'template' | 'data' | 'language' | 'bulk'> & { lifetimeMs: number },
    session?: ClientSession,
  ): Promise<void> {
    const now = new Date();
    const { lifetimeMs, ...mail } = job;
    const until = new Date(now.getTime() + lifetimeMs);
    const row = { ...mail, community, workplace, state: 'due', attempts: 0, due: now, created: now, until };
    try {
      await new this.jobs(row).save({ session: session ?? null });
    } catch (error) {
      // Inside a transaction the duplicate has ended it, and the caller must hear of that.
      if (session || !isDuplicateKey(error)) throw error;
    }
  }

  async has({ community }: Tenant, key: string): Promise<boolean> {
    return (await this.jobs.exists({ community, key })) !== null;
  }

  /** Takes the next mail that is due, for a minute: a worker that dies leaves it to the next. */
  async take(now: Date): Promise<MailJob | null> {
    const first = (bulk: boolean) =>
      this.jobs
        .findOneAndUpdate(
          { state: 'due', bulk, due: { $lte: now } },
          { $set: { due: new Date(now.getTime() + leaseMs) }, $inc: { attempts: 1 } },
          { sort: { due: 1 }, returnDocument: 'after' },
        )
        .lean<MailJob | null>();
    return (await first(false)) ?? (await first(true));
  }

  /** What a mail was made of is forgotten with its sending: it can hold PINs and tokens. Of a farewell nothing stays. */
  async finish({ _id, template }: Pick<MailJob, '_id' | 'template'>, state: 'sent' | 'failed'): Promise<void> {
    if (template === farewell) await this.jobs.deleteOne({ _id });
    else await this.jobs.updateOne({ _id }, { $set: { state, data: {} } });
  }

  async to(community: string, address: string): Promise<MailJob[]> {
    return this.jobs.find({ community, to: address }).sort({ created: 1 }).lean<MailJob[]>();
  }

  /** Mails to an address, those that wait to be sent too, but for the farewell. */
  async forget(community: string, address: string): Promise<void> {
    await this.jobs.deleteMany({ community, to: address, template: { $ne: farewell } });
  }

  async postpone(id: string, due: Date): Promise<void> {
    await this.jobs.updateOne({ _id: id }, { $set: { due } });
  }
}
