import { Injectable } from '@nestjs/common';
import { Mongo } from '../mongo/mongo.js';
import { CommitLog } from './commit-log.js';
import type { Delivered } from './domain-events.js';

/**
 * Drops cached rows (ADR 0012) when an event says that another process changed them, so that after {@link CommitLog.sync}
 * memberships and members are current.
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
