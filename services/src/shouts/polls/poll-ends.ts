import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Loop } from '../../infrastructure/outbox/loop.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { JobRuns } from '../../infrastructure/processes/job-runs.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import { PollEndRepository } from './poll-end.repository.js';

const job = { name: 'shouts.end_polls', everyMs: 15_000, failure: 'ends of polls could not be published' };

/** Publishes the end of each poll once, also of those that ended while no process ran. */
@Injectable()
export class PollEnds implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new Loop(() => this.runs.run(job, '', () => this.publish()), job.everyMs);

  constructor(
    private readonly ends: PollEndRepository,
    private readonly shouts: ShoutRepository,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
    private readonly communities: Communities,
    private readonly runs: JobRuns,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap() {
    await this.addMissing().catch((err: unknown) =>
      this.logger.error({ module: 'shouts', err }, 'ends of earlier polls could not be added'),
    );
    this.loop.wake();
  }

  beforeApplicationShutdown() {
    return this.loop.stop();
  }

  /** Migrates open polls of versions that did not publish their ends. */
  async addMissing(now = new Date()): Promise<void> {
    for (const { id } of this.communities.all())
      for (const [tenant, polls] of await this.shouts.openPolls(tenantOf(id), now)) {
        const rows = polls.flatMap(({ _id, conversation, author, poll }) =>
          poll?.end ? [{ _id, conversation, author, end: poll.end }] : [],
        );
        await this.ends.addMissing(tenant, rows);
      }
  }

  /** Publishes the polls that have ended by `now`. */
  async publish(now = new Date()): Promise<void> {
    for (const { id } of this.communities.all())
      for await (const [tenant, { _id: shout, conversation, author }] of this.ends.over(tenantOf(id), now))
        await this.mongo.transaction(async (session) => {
          if (!(await this.ends.take(tenant, shout, { session }))) return;
          await this.outbox.add(session, { kind: 'PollEnded', tenant, conversation, shout, author });
        });
  }
}
