import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { SignedInCaller } from '../../../community/calls/caller.js';
import { LOGGER } from '../../../infrastructure/environment/logger-token.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import type { Logger } from '../../../infrastructure/logging/logger.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { Loop } from '../../../infrastructure/outbox/loop.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import { Communities } from '../../../infrastructure/tenancy/communities.js';
import { type Tenant, tenantOf } from '../../../infrastructure/tenancy/tenant.js';
import { SponsorRepository } from '../sponsor.repository.js';
import { AcknowledgementsService, remindEveryMs } from './acknowledgements.service.js';

const hour = 3_600_000;
const day = 24 * hour;
/** The job reminds each day, from three days before the date to two weeks after it. */
const remindFrom = 3 * day;
const remindUntil = 14 * day;
const lookEveryMs = 10 * 60_000;

/** Reminds members who have not acknowledged a notice, by a job and when an admin asks for it. */
@Injectable()
export class Reminders implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new Loop(() => this.look(), lookEveryMs);

  constructor(
    private readonly sponsors: SponsorRepository,
    private readonly acknowledgements: AcknowledgementsService,
    private readonly communities: Communities,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.loop.wake();
  }

  beforeApplicationShutdown() {
    return this.loop.stop();
  }

  /** Reminds of every notice that is due at `now`, at most once a day of each. */
  async look(now = new Date()): Promise<void> {
    for (const { id } of this.communities.all())
      await this.lookAt(id, now).catch((err: unknown) =>
        this.logger.error({ module: 'notices', community: id, err }, 'members could not be reminded'),
      );
  }

  private async lookAt(community: string, now: Date): Promise<void> {
    const [from, to] = [new Date(+now - remindUntil), new Date(+now + remindFrom)];
    const before = new Date(+now - day);
    for (const { _id, workplace } of await this.sponsors.due(tenantOf(community), from, to, before))
      await this.remind(tenantOf(community, workplace), _id, before, now);
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
