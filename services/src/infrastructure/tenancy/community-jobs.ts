import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Loop } from '../outbox/loop.js';
import { type Job, JobRuns } from '../processes/job-runs.js';
import { Communities } from './communities.js';
import { tenantOf, type Tenant } from './tenant.js';

export interface CommunityJob extends Job {
  /** Runs the job for one community, at its default workplace. Other processes may run it at the same time. */
  run: (tenant: Tenant, now: Date) => Promise<void>;
}

/** Runs jobs for each community by a timer. A failure is logged; it stops no other community and no later run. */
@Injectable()
export class CommunityJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loops: Loop[] = [];

  constructor(
    private readonly communities: Communities,
    private readonly runs: JobRuns,
  ) {}

  /** Adds a job before the process serves; returns a function that runs it once for all communities. */
  add({ run, ...job }: CommunityJob): (now?: Date) => Promise<void> {
    const runAll = async (now = new Date()) => {
      for (const { id: community } of this.communities.all())
        await this.runs.run(job, community, () => run(tenantOf(community), now));
    };
    this.loops.push(new Loop(() => runAll(), job.everyMs));
    return runAll;
  }

  onApplicationBootstrap() {
    for (const loop of this.loops) loop.wake();
  }

  async beforeApplicationShutdown() {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}
