import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { setSubscription } from '@paddock/contract/calls/items';
import type { SignedInCaller } from '../community/calls/caller.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { Outbox } from '../infrastructure/outbox/outbox.js';
import { tenantOf, type Tenant } from '../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../community/users/user.repository.js';
import { ItemRepository } from './item.repository.js';

/** Assigns plans to members. Plan and member change in one transaction, so that no member has a deleted plan. */
@Injectable()
export class Subscriptions {
  constructor(
    private readonly items: ItemRepository,
    private readonly users: UserRepository,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  /** @throws USER_NOT_FOUND; NOT_FOUND for an unknown plan. */
  async set(
    { tenant: { community } }: SignedInCaller,
    { id, subscription }: CallArguments<typeof setSubscription>,
  ): Promise<CallReply<typeof setSubscription>> {
    const tenant = tenantOf(community);
    const plan = subscription || undefined;
    await this.mongo.transaction(async (session) => {
      if (plan && !(await this.items.assignPlan(tenant, plan, { session }))) throw new PaddockError('NOT_FOUND');
      if (!(await this.users.setSubscription(tenant, id, plan, { session }))) throw new PaddockError('USER_NOT_FOUND');
      await this.outbox.add(session, { kind: 'MemberChanged', tenant, user: id });
    });
    return { id, subscription: plan };
  }

  /** Deletes a plan and removes it from its members. @throws NOT_FOUND when it is deleted already. */
  async deletePlan(tenant: Tenant, plan: string): Promise<void> {
    await this.mongo.transaction(async (session) => {
      if (!(await this.items.delete(tenant, plan, { session }))) throw new PaddockError('NOT_FOUND');
      for (const user of await this.users.withSubscription(tenant, plan, { session })) {
        await this.users.setSubscription(tenant, user, undefined, { session });
        await this.outbox.add(session, { kind: 'MemberChanged', tenant, user });
      }
    });
  }
}
