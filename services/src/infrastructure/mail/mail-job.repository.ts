import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { type Model, Schema } from 'mongoose';
import { isDuplicateKey, Mongo } from '../mongo/mongo.js';
import { newId } from '../mongo/row.js';
import type { Tenant } from '../tenancy/tenant.js';
import type { MailTemplate } from './mail-data.js';

/** A stored mail to send. */
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
  /** Earliest sending; while being sent, the earliest next attempt. */
  due: Date;
  created: Date;
  /** Latest sending: a later mail would be useless. */
  until: Date;
  /** True for mails to many, which yield to others. */
  bulk: boolean;
}

/** How long a worker holds a mail, unless it extends the lease. */
export const leaseMs = 60_000;
const deletionTemplate: MailTemplate = 'account_deleted';
const retentionSeconds = 30 * 24 * 3600;

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
    created: { type: Date, required: true, expires: retentionSeconds },
    until: { type: Date, required: true },
    bulk: { type: Boolean, required: true },
  },
  { versionKey: false, minimize: false },
);
schema.index({ community: 1, key: 1 }, { unique: true });
schema.index({ community: 1, to: 1 });
schema.index({ community: 1, state: 1, created: 1 });
schema.index({ state: 1, bulk: 1, due: 1 });

/** Waiting mails of all communities: the worker that sends them belongs to none. */
@Injectable()
export class MailJobRepository {
  private readonly jobs: Model<MailJob>;

  constructor(mongo: Mongo) {
    this.jobs = mongo.model('mail_jobs', schema);
  }

  /** Stores a mail; does nothing for a known key. */
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
      // In a transaction the duplicate has aborted it, so the caller must get the error.
      if (session || !isDuplicateKey(error)) throw error;
    }
  }

  async has({ community }: Tenant, key: string): Promise<boolean> {
    return (await this.jobs.exists({ community, key })) !== null;
  }

  /** Leases the next due mail for a minute; if the worker dies, another one takes it. */
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

  /**
   * Stores the result and deletes the mail's data, which can contain PINs and tokens. A mail about a deleted account is removed
   * entirely.
   */
  async finish({ _id, template }: Pick<MailJob, '_id' | 'template'>, state: 'sent' | 'failed'): Promise<void> {
    if (template === deletionTemplate) await this.jobs.deleteOne({ _id });
    else await this.jobs.updateOne({ _id }, { $set: { state, data: {} } });
  }

  async to(community: string, address: string): Promise<MailJob[]> {
    return this.jobs.find({ community, to: address }).sort({ created: 1 }).lean<MailJob[]>();
  }

  /** Removes mails to an address, also waiting ones, except the one about the account's deletion. */
  async forget(community: string, address: string): Promise<void> {
    await this.jobs.deleteMany({ community, to: address, template: { $ne: deletionTemplate } });
  }

  /** How many mails of a community wait, since when, and how many stored since `from` were given up. */
  async queueOf(
    { community }: Tenant,
    from: Date,
  ): Promise<{ waiting: number; oldest: Date | undefined; failed: number }> {
    const due = { community, state: 'due' as const };
    const [waiting, oldest, failed] = await Promise.all([
      this.jobs.countDocuments(due),
      this.jobs.findOne(due, { created: 1 }).sort({ created: 1 }).lean<Pick<MailJob, 'created'> | null>(),
      this.jobs.countDocuments({ community, state: 'failed', created: { $gte: from } }),
    ]);
    return { waiting, oldest: oldest?.created, failed };
  }

  async postpone(id: string, due: Date): Promise<void> {
    await this.jobs.updateOne({ _id: id }, { $set: { due } });
  }
}
