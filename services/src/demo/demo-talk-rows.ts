import { conversationStateSchema } from '../community/conversations/conversation.schema.js';
import { membershipSchema } from '../community/memberships/membership.schema.js';
import { userSchema } from '../community/users/user.schema.js';
import type { Mongo } from '../infrastructure/mongo/mongo.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { likeSchema } from '../shouts/storage/like.schema.js';
import { shoutSchema } from '../shouts/storage/shout.schema.js';
import { BulkRepository } from './bulk.repository.js';
import type { Talk } from './talk.js';

/** The many rows of conversations: too many for one transaction, whose commit would block the database for seconds. */
export class DemoTalkRows {
  private readonly users;
  private readonly memberships;
  private readonly states;
  private readonly shouts;
  private readonly likes;

  constructor(private readonly mongo: Mongo) {
    this.users = new BulkRepository(mongo, 'users', userSchema);
    this.memberships = new BulkRepository(mongo, 'memberships', membershipSchema);
    this.states = new BulkRepository(mongo, 'conversation_states', conversationStateSchema);
    this.shouts = new BulkRepository(mongo, 'shouts', shoutSchema);
    this.likes = new BulkRepository(mongo, 'likes', likeSchema);
  }

  /**
   * Removes the rows that an interrupted fill has left in these places of a community. One snapshot shows both these rows and that
   * there are no members, so no row of a member is removed.
   *
   * @returns false, and removes nothing, if there are members
   */
  clear(places: readonly Tenant[]): Promise<boolean> {
    return this.mongo.transaction(async (session) => {
      if (!(await this.users.isEmpty(places[0]!, { session }))) return false;
      for (const tenant of places)
        for (const rows of [this.memberships, this.states, this.shouts, this.likes]) await rows.clear(tenant, session);
      return true;
    });
  }

  async store(tenant: Tenant, { memberships, states, shouts, likes }: Talk): Promise<void> {
    await this.memberships.addInParts(tenant, memberships);
    await this.states.addInParts(tenant, states);
    await this.shouts.addInParts(tenant, shouts);
    await this.likes.addInParts(tenant, likes);
  }
}
