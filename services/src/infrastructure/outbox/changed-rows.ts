import { Injectable } from '@nestjs/common';
import { Mongo } from '../mongo/mongo.js';
import { CommitLog } from './commit-log.js';
import type { Delivered } from './domain-events.js';

/** Collections with cached rows. */
const cached = ['sessions', 'users', 'memberships', 'conversations', 'conversation_states'];

/**
 * Says which cached rows each committed event changed, so that the caches of every process drop them (ADR 0012). A write of these
 * collections whose event is not here is seen by other processes within a minute.
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
    const head = (_id: string) => this.mongo.wrote('conversations', { community, workplace, _id });
    const state = (user: string, conversation: string) =>
      this.mongo.wrote('conversation_states', { community, workplace, user, conversation });
    switch (event.kind) {
      case 'ShoutPosted':
        head(event.conversation);
        state(event.author, event.conversation);
        break;
      case 'CommentPosted':
        // Only a record's own thread counts its comments.
        if (event.subject) head(event.conversation);
        break;
      case 'ShoutUpdated':
      case 'ShoutDeleted':
        head(event.conversation);
        break;
      case 'ChatMarked':
        state(event.user, event.conversation);
        break;
      case 'MembershipChanged':
        head(event.group);
        if (event.user === undefined) this.mongo.wrote('memberships', undefined);
        else {
          this.mongo.wrote('memberships', { community, workplace, group: event.group, user: event.user });
          state(event.user, event.group);
        }
        break;
      case 'AddressClaimed':
      case 'MemberChanged':
        this.mongo.wrote('users', { community, _id: event.user });
        break;
      case 'AccountDeleted':
        this.mongo.wrote('users', { community, _id: event.user });
        this.mongo.wrote('sessions', undefined);
        break;
      case 'OverridesChanged':
      case 'SessionEnded':
        this.mongo.wrote('sessions', { community, _id: event.session });
        break;
      default:
    }
  }

  private dropAll(): void {
    for (const collection of cached) this.mongo.wrote(collection, undefined);
  }
}
