import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Loop } from '../../infrastructure/outbox/loop.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { type Tenant, tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { ClassifiedBroadcast } from './classified-broadcast.js';
import { ClassifiedRepository } from './classified.repository.js';
import { dayMs } from './classified-term.js';
import { ClassifiedWriter } from './classified-writer.js';

const everyMs = 60_000;
/** Owners can renew an expired ad for this long; then it is deleted. */
const keepMs = 90 * dayMs;
const step = 500;

/**
 * Informs open windows of expired ads, reminds owners before the end, and deletes long expired ads. Reads decide by the clock what
 * has expired, so nothing is written at an ad's end.
 */
@Injectable()
export class ClassifiedExpiry implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new Loop(() => this.run(), everyMs);
  private last = new Date();

  constructor(
    private readonly ads: ClassifiedRepository,
    private readonly writer: ClassifiedWriter,
    private readonly broadcast: ClassifiedBroadcast,
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

  async run(now = new Date()): Promise<void> {
    const since = this.last;
    this.last = now;
    for (const { id } of this.communities.all())
      try {
        for (const place of await this.ads.workplaces(tenantOf(id))) {
          if (await this.ads.endedBetween(place, since, now)) this.broadcast.send(place);
          await this.remind(place, now);
          await this.deleteOld(place, now);
        }
      } catch (err) {
        this.logger.error({ module: 'classifieds', community: id, err }, 'ads could not be swept');
      }
  }

  /** Reminds owners of ads that end soon; skips ads that ended while no process ran. */
  private async remind(tenant: Tenant, now: Date): Promise<void> {
    let taken = step;
    while (taken === step)
      taken = await this.mongo.transaction(async (session) => {
        const rows = await this.ads.takeReminders(tenant, now, step, { session });
        const events = rows
          .filter(({ expires }) => expires > now)
          .map(({ _id, owner, expires }) => ({
            ...{ kind: 'ClassifiedEnding' as const, tenant, classified: _id, owner },
            expires: expires.toISOString(),
          }));
        if (events.length > 0) await this.outbox.add(session, ...events);
        return rows.length;
      });
  }

  private async deleteOld(tenant: Tenant, now: Date): Promise<void> {
    const old = await this.ads.endedBefore(tenant, new Date(now.getTime() - keepMs), step);
    for (const row of old) await this.writer.remove(tenant, row, '');
  }
}
