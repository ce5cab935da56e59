import { Injectable } from '@nestjs/common';
import { Mongo } from '../mongo/mongo.js';
import { CommitLog } from './commit-log.js';
import type { Delivered } from './domain-events.js';

/**
 * Drops the rows kept by ADR 0012 that an event says another process changed: whoever has awaited {@link CommitLog.sync} judges
 * by memberships and members as they are now.
 */
@Injectable()
export class ChangedRows {
  constructor(
    private readonly mongo: Mongo,
    committed: CommitLog,
  ) {
    committed.on((event) => (event ? this.drop(event) : this.dropAll()));
  }

  drop(event: Delivered): void {
    const { community, workplace } = event.tenant;
    if (event.kind === 'MembershipChanged') {
      const { group, user } = event;
      this.mongo.wrote('memberships', user === undefined ? undefined : { community, workplace, group, user });
      this.mongo.wrote('conversations', { community, workplace, _id: group });
    } else if (event.kind === 'MemberChanged' || event.kind === 'AccountDeleted') {
      this.mongo.wrote('users', { community, _id: event.user });
      if (event.kind === 'AccountDeleted') this.mongo.wrote('sessions', undefined);
    } else if (event.kind === 'SessionEnded') this.mongo.wrote('sessions', { community, _id: event.session });
  }

  private dropAll(): void {
    for (const collection of ['memberships', 'conversations', 'users', 'sessions'])
      this.mongo.wrote(collection, undefined);
  }
}
