import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { contractVersion } from '@paddock/contract/core/contract-version';
import { execFile } from 'node:child_process';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import { ENVIRONMENT, type Environment } from '../environment/environment.js';
import { LOGGER } from '../environment/logger-token.js';
import type { Logger } from '../logging/logger.js';
import { Loop } from '../outbox/loop.js';
import { Outbox } from '../outbox/outbox.js';
import { RateLimits } from '../rate-limits/rate-limits.js';
import { JobRuns } from './job-runs.js';
import { type ProcessReport, ProcessReportRepository } from './process-report.repository.js';

const everyMs = 15_000;
/** A process that has not reported for this time was killed or has lost its database. */
const silentMs = 60_000;

/** Stores what this process reports of itself, for the status page of any process. */
@Injectable()
export class ProcessReports implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly started = new Date();
  private readonly loop = new Loop(() => this.write(), everyMs);

  constructor(
    private readonly rows: ProcessReportRepository,
    private readonly outbox: Outbox,
    private readonly jobs: JobRuns,
    private readonly limits: RateLimits,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.loop.wake();
  }

  async beforeApplicationShutdown() {
    await this.loop.stop();
    await this.write(true);
  }

  /** The reports of the last hour, this process's own as it is now, and the id of the process that is alone. */
  async read(): Promise<{ reports: ProcessReport[]; own: string; alone: string | null }> {
    const [own, stored, alone] = await Promise.all([this.report(), this.rows.recent(), this.outbox.sole.holder()]);
    const others = stored.filter(({ _id }) => _id !== own._id);
    return { reports: [own, ...others], own: own._id, alone };
  }

  private async report(hasEnded = false): Promise<ProcessReport> {
    const { services } = this.environment;
    const release = this.environment.release ?? (await commit());
    return {
      _id: this.outbox.sole.id,
      host: hostname().split('.', 1)[0]!.slice(0, 40),
      ...(release && { release }),
      contract: contractVersion,
      services,
      started: this.started,
      seen: new Date(),
      hasEnded,
      outboxLagMs: this.outbox.lag(),
      outboxWaiting: this.outbox.waiting(),
      jobs: this.jobs.all(),
      limits: this.limits.hits.recent(),
    };
  }

  private async write(hasEnded = false): Promise<void> {
    try {
      await this.rows.write(await this.report(hasEnded));
    } catch (err) {
      this.logger.warn({ module: 'processes', err }, 'the report of this process could not be stored');
    }
  }
}

/** Whether the process runs, by its last report. */
export const isRunning = ({ hasEnded, seen }: ProcessReport, now = Date.now()) =>
  !hasEnded && now - seen.getTime() < silentMs;

/** The commit of the running files; undefined without Git or outside a repository. */
let known: Promise<string | undefined> | undefined;
const commit = () =>
  (known ??= promisify(execFile)('git', ['-C', import.meta.dirname, 'rev-parse', '--short=12', 'HEAD']).then(
    ({ stdout }) => stdout.trim() || undefined,
    () => undefined,
  ));
