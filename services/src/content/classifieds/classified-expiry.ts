import { Injectable } from '@nestjs/common';
import { dayMs } from '@paddock/contract/core/durations';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { CommunityJobs } from '../../infrastructure/tenancy/community-jobs.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { ClassifiedBroadcast } from './classified-broadcast.js';
import { ClassifiedRepository } from './classified.repository.js';
import { ClassifiedWriter } from './classified-writer.js';

const everyMs = 60_000;
/** Owners can renew an expired ad for this long; then it is deleted. */
const retentionMs = 90 * dayMs;
const step = 500;

/**
 * Informs open windows of expired ads, reminds owners before the end, and deletes long expired ads. Reads decide by the clock what
 * has expired, so nothing is written at an ad's end.
 */
@Injectable()
export class ClassifiedExpiry {
  readonly run: (now?: Date) => Promise<void>;
  private readonly started = new Date();
  /** The last run, by community. */
  private readonly last = new Map<string, Date>();

  constructor(
    private readonly ads: ClassifiedRepository,
    private readonly writer: ClassifiedWriter,
    private readonly broadcast: ClassifiedBroadcast,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
    jobs: CommunityJobs,
  ) {
    this.run = jobs.add({
      name: 'classifieds.expiry',
      everyMs,
      failure: 'ads could not be swept',
      run: (tenant, now) => this.sweep(tenant, now),
    });
  }

  private async sweep(tenant: Tenant, now: Date): Promise<void> {
    const since = this.last.get(tenant.community) ?? this.started;
    this.last.set(tenant.community, now);
    for (const place of await this.ads.workplaces(tenant)) {
      if (await this.ads.endedBetween(place, since, now)) this.broadcast.send(place);
      await this.remind(place, now);
      await this.deleteOld(place, now);
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
    const old = await this.ads.endedBefore(tenant, new Date(now.getTime() - retentionMs), step);
    for (const row of old) await this.writer.remove(tenant, row, '');
  }
}
