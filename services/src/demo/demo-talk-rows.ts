import { conversationStateSchema } from '../community/conversations/conversation.schema.js';
import { membershipSchema } from '../community/memberships/membership.schema.js';
import type { Mongo } from '../infrastructure/mongo/mongo.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { likeSchema } from '../shouts/storage/like.schema.js';
import { shoutSchema } from '../shouts/storage/shout.schema.js';
import { BulkRepository } from './bulk.repository.js';
import type { Talk } from './talk.js';

/** The many rows of conversations: too many for one transaction, whose commit would block the database for seconds. */
export class DemoTalkRows {
  private readonly memberships;
  private readonly states;
  private readonly shouts;
  private readonly likes;

  constructor(mongo: Mongo) {
    this.memberships = new BulkRepository(mongo, 'memberships', membershipSchema);
    this.states = new BulkRepository(mongo, 'conversation_states', conversationStateSchema);
    this.shouts = new BulkRepository(mongo, 'shouts', shoutSchema);
    this.likes = new BulkRepository(mongo, 'likes', likeSchema);
  }

  /** In place of those that an interrupted fill has left. */
  async store(tenant: Tenant, { memberships, states, shouts, likes }: Talk): Promise<void> {
    await this.memberships.replaceAll(tenant, memberships);
    await this.states.replaceAll(tenant, states);
    await this.shouts.replaceAll(tenant, shouts);
    await this.likes.replaceAll(tenant, likes);
  }
}
