import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from './event.repository.js';

/** Gives events of whole days that were stored before the field `all_day` that field, and the end of their last day. */
@Injectable()
export class AllDayRows implements OnApplicationBootstrap {
  constructor(
    private readonly events: EventRepository,
    private readonly communities: Communities,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    void this.convert();
  }

  async convert(now = new Date()): Promise<void> {
    for (const { id } of this.communities.all())
      await this.events
        .markAllDay(tenantOf(id), now)
        .catch((err: unknown) => this.logger.error({ module: 'events', community: id, err }, 'whole days not marked'));
  }
}
