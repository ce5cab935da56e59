import { Inject, Injectable } from '@nestjs/common';
import type { PeriodicJob, RunningProcess, Status } from '@paddock/contract/calls/operations';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { groupBy } from '../../infrastructure/group-by.js';
import { MailJobRepository } from '../../infrastructure/mail/mail-job.repository.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import type { JobRun } from '../../infrastructure/processes/job-runs.js';
import type { ProcessReport } from '../../infrastructure/processes/process-report.repository.js';
import { isRunning, ProcessReports } from '../../infrastructure/processes/process-reports.js';
import type { LimitHits } from '../../infrastructure/rate-limits/limit-hits.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { DeploymentService } from '../deployment.service.js';
import { ProvenReleases } from '../registry/proven-releases.js';
import { lastBackup } from './last-backup.js';
import { recentFailures } from './recent-failures.js';
import { refusedPlaces } from './refused-places.js';

const weekMs = 7 * dayMs;
/** The size is measured so often: embedded-mongo reads every record for it. */
const sizeEveryMs = 300_000;

/** The figures of the status page. */
@Injectable()
export class StatusService {
  private size: number | undefined;
  private sizeAt = 0;

  constructor(
    private readonly processes: ProcessReports,
    private readonly mongo: Mongo,
    private readonly mails: MailJobRepository,
    private readonly deployments: DeploymentService,
    private readonly proven: ProvenReleases,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  async read({ tenant }: SignedInCaller): Promise<Status> {
    const now = Date.now();
    const { community } = tenant;
    const [processes, database, mail, backup, modules] = await Promise.all([
      this.processes.read(),
      this.database(),
      this.mail(tenant, now),
      lastBackup(this.environment.dataDir),
      this.failingModules(community),
    ]);
    const { reports } = processes;
    return {
      at: new Date(now).toISOString(),
      processes: reports.filter((report) => isRunning(report, now)).map((report) => runningProcess(report, processes)),
      database,
      mail,
      jobs: jobsOf(reports.flatMap(({ jobs }) => jobs).filter((run) => ['', community].includes(run.community))),
      ...(backup && { backup }),
      modules,
      refused: refusedPlaces(this.deployments.problems, community),
      limits: limitsOf(
        reports
          .flatMap(({ limits }) => limits)
          .filter((hits) => hits.community === community && +hits.from > now - hourMs),
      ),
    };
  }

  private async database(): Promise<Status['database']> {
    const { kind, version, pingMs } = await this.mongo.facts();
    const bytes = this.bytes();
    return { kind, version, ping_ms: Math.round(pingMs * 10) / 10, ...(bytes !== undefined && { bytes }) };
  }

  /** The size that was measured last. The page does not wait for a measurement. */
  private bytes(): number | undefined {
    if (Date.now() - this.sizeAt > sizeEveryMs) {
      this.sizeAt = Date.now();
      this.mongo.size().then(
        (bytes) => (this.size = bytes),
        // The database's user may have no right to it.
        () => (this.size = undefined),
      );
    }
    return this.size;
  }

  private async mail(tenant: Tenant, now: number): Promise<Status['mail']> {
    const { waiting, oldest, failed } = await this.mails.queueOf(tenant, new Date(now - weekMs));
    return { waiting, failed, ...(oldest && { oldest: oldest.toISOString() }) };
  }

  private async failingModules(community: string): Promise<Status['modules']> {
    const reports = await this.proven.reports(community);
    return (this.deployments.state(community)?.modules ?? []).flatMap(({ module: { id, version }, problem }) => {
      const failures = recentFailures(reports, { id, version });
      if (!failures && problem === undefined) return [];
      return [{ id, version, ...(failures && { failures }), ...(problem && { problem }) }];
    });
  }
}

function runningProcess(
  { _id, host, release, contract, services, started, seen, outboxLagMs, outboxWaiting }: ProcessReport,
  { own, alone }: { own: string; alone: string | null },
): RunningProcess {
  return {
    id: _id,
    host,
    ...(release && { release }),
    contract,
    services,
    started: started.toISOString(),
    seen: seen.toISOString(),
    alone: _id === alone,
    answering: _id === own,
    outbox_lag_ms: outboxLagMs,
    outbox_waiting: outboxWaiting,
  };
}

/** The newest run and the newest failure of each job. */
function jobsOf(runs: readonly JobRun[]): PeriodicJob[] {
  const jobs = [...groupBy(runs, ({ name }) => name).values()].map((several): PeriodicJob => {
    const { name, everyMs, at } = newest(several, (run) => run.at);
    const failures = several.flatMap(({ failure }) => failure ?? []);
    const failed = failures.length > 0 ? newest(failures, (failure) => failure.at) : undefined;
    return {
      name,
      every_seconds: Math.round(everyMs / 1000),
      last: at.toISOString(),
      ...(failed && { failed: { at: failed.at.toISOString(), error: failed.error } }),
    };
  });
  const isFailing = ({ last, failed }: PeriodicJob) => failed?.at === last;
  return jobs.sort((a, b) => Number(isFailing(b)) - Number(isFailing(a)) || (a.name < b.name ? -1 : 1));
}

function limitsOf(hits: readonly LimitHits[]): Status['limits'] {
  return [...groupBy(hits, ({ name }) => name)]
    .map(([name, several]) => ({ name, count: several.reduce((sum, { count }) => sum + count, 0) }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

const newest = <T>(several: readonly T[], timeOf: (one: T) => Date): T =>
  several.reduce((best, one) => (timeOf(one) > timeOf(best) ? one : best));
