import { Injectable } from '@nestjs/common';
import type { SignedInCaller } from '../../../community/calls/caller.js';
import { dayMs } from '@paddock/contract/core/durations';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import { CommunityJobs } from '../../../infrastructure/tenancy/community-jobs.js';
import { type Tenant, tenantOf } from '../../../infrastructure/tenancy/tenant.js';
import { SponsorRepository } from '../sponsor.repository.js';
import { AcknowledgementsService, remindEveryMs } from './acknowledgements.service.js';

/** The job reminds each day, from three days before the date to two weeks after it. */
const remindFrom = 3 * dayMs;
const remindUntil = 14 * dayMs;
const lookEveryMs = 10 * 60_000;

/** Reminds members who have not acknowledged a notice, by a job and when an admin asks for it. */
@Injectable()
export class Reminders {
  /** Reminds of every notice that is due at `now`, at most once a day of each. */
  readonly look: (now?: Date) => Promise<void>;

  constructor(
    private readonly sponsors: SponsorRepository,
    private readonly acknowledgements: AcknowledgementsService,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
    jobs: CommunityJobs,
  ) {
    this.look = jobs.add({
      name: 'notices.reminders',
      everyMs: lookEveryMs,
      failure: 'members could not be reminded',
      run: (tenant, now) => this.lookAt(tenant, now),
    });
  }

  private async lookAt(community: Tenant, now: Date): Promise<void> {
    const [from, to] = [new Date(+now - remindUntil), new Date(+now + remindFrom)];
    const before = new Date(+now - dayMs);
    for (const { _id, workplace } of await this.sponsors.due(community, from, to, before))
      await this.remind(tenantOf(community.community, workplace), _id, before, now);
  }

  /** @throws TOO_MANY_REQUESTS within an hour of the last reminder. */
  async remindNow(caller: SignedInCaller, id: string): Promise<{ reminded: number }> {
    const now = new Date();
    const row = await this.acknowledgements.asking(caller, id);
    const open = await this.acknowledgements.openMembers(caller.tenant, row);
    if (!(await this.remind(caller.tenant, id, new Date(+now - remindEveryMs), now))) {
      const waitMs = +(row.acknowledge.reminded ?? now) + remindEveryMs - +now;
      throw new PaddockError('TOO_MANY_REQUESTS', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) });
    }
    return { reminded: open.length };
  }

  /** False when the last reminder is later than `before`. */
  private remind(tenant: Tenant, sponsor: string, before: Date, now: Date): Promise<boolean> {
    return this.mongo.transaction(async (session) => {
      const isFirst = await this.sponsors.markReminded(tenant, sponsor, before, now, { session });
      if (isFirst) await this.outbox.add(session, { kind: 'SponsorDue', tenant, sponsor });
      return isFirst;
    });
  }
}
