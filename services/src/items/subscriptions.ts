import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { setSubscription } from '@paddock/contract/calls/items';
import type { SignedInCaller } from '../community/calls/caller.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { tenantOf, type Tenant } from '../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../community/users/user.repository.js';
import { ItemRepository } from './item.repository.js';
import { EffectivePlan, internalRef } from './subscription/effective-plan.js';
import { SubscriptionRepository } from './subscription/subscription.repository.js';

/** Assigns plans to members. Plan and member change in one transaction, so that no member has a deleted plan. */
@Injectable()
export class Subscriptions {
  constructor(
    private readonly items: ItemRepository,
    private readonly users: UserRepository,
    private readonly mongo: Mongo,
    private readonly rows: SubscriptionRepository,
    private readonly effective: EffectivePlan,
  ) {}

  /** @throws USER_NOT_FOUND; NOT_FOUND for an unknown plan. */
  async set(
    { tenant: { community } }: SignedInCaller,
    { id, subscription }: CallArguments<typeof setSubscription>,
  ): Promise<CallReply<typeof setSubscription>> {
    const tenant = tenantOf(community);
    const plan = subscription || undefined;
    const held = await this.mongo.transaction(async (session) => {
      if (plan && !(await this.items.assignPlan(tenant, plan, { session }))) throw new PaddockError('NOT_FOUND');
      if (!(await this.users.planOf(tenant, id, { session }))) throw new PaddockError('USER_NOT_FOUND');
      const ref = internalRef(id);
      const row = await this.rows.byRef(tenant, ref, { session });
      const state = plan === undefined ? ('ended' as const) : ('active' as const);
      if (row) await this.rows.update(tenant, row, { plan: plan ?? row.plan, state }, { session });
      else if (plan !== undefined)
        await this.rows.add(tenant, { user: id, source: 'internal', plan, state, ref }, { session });
      return this.effective.apply(tenant, id, session);
    });
    return { id, subscription: held };
  }

  /** Deletes a plan and removes it from its members. @throws NOT_FOUND when it is deleted already; CONFLICT for one that members pay. */
  async deletePlan(tenant: Tenant, plan: string): Promise<void> {
    await this.mongo.transaction(async (session) => {
      if (await this.rows.isSold(tenant, plan, { session })) throw new PaddockError('CONFLICT');
      if (!(await this.items.delete(tenant, plan, { session }))) throw new PaddockError('NOT_FOUND');
      await this.rows.endAssigned(tenant, plan, { session });
      for (const user of await this.users.withSubscription(tenant, plan, { session }))
        await this.effective.apply(tenant, user, session);
    });
  }
}
