import { Injectable } from '@nestjs/common';
import { type Model, Schema } from 'mongoose';
import { Mongo } from '../mongo/mongo.js';
import type { LimitHits } from '../rate-limits/limit-hits.js';
import type { JobRun } from './job-runs.js';

/** Older reports are of no use: they count what limits refused in the last hour. */
const retentionSeconds = 3600;

/** What one process reports of itself. */
export interface ProcessReport {
  _id: string;
  host: string;
  release?: string;
  contract: string;
  /** The services whose calls it answers; empty for all. */
  services: string[];
  started: Date;
  seen: Date;
  /** It stopped in order. */
  hasEnded: boolean;
  outboxLagMs: number;
  /** Absent in reports of former versions. */
  outboxWaiting?: number;
  jobs: JobRun[];
  limits: LimitHits[];
}

const schema = new Schema<ProcessReport>(
  {
    _id: String,
    host: { type: String, required: true },
    release: String,
    contract: { type: String, required: true },
    services: { type: [String], required: true },
    started: { type: Date, required: true },
    seen: { type: Date, required: true, expires: retentionSeconds },
    hasEnded: { type: Boolean, required: true },
    outboxLagMs: { type: Number, required: true },
    outboxWaiting: Number,
    jobs: { type: Schema.Types.Mixed, required: true } as never,
    limits: { type: Schema.Types.Mixed, required: true } as never,
  },
  { versionKey: false },
);

/** The reports of all processes, of no community. */
@Injectable()
export class ProcessReportRepository {
  private readonly rows: Model<ProcessReport>;

  constructor(mongo: Mongo) {
    this.rows = mongo.model('process_reports', schema);
  }

  async write({ _id, ...report }: ProcessReport): Promise<void> {
    await this.rows.replaceOne({ _id }, report, { upsert: true });
  }

  /** The reports of the last hour. */
  recent(now = Date.now()): Promise<ProcessReport[]> {
    return this.rows.find({ seen: { $gte: new Date(now - retentionSeconds * 1000) } }).lean();
  }
}
