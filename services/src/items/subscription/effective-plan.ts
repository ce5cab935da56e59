import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { UserRepository } from '../../community/users/user.repository.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { ItemRepository } from '../item.repository.js';
import type { ItemRow } from '../item.schema.js';
import { SubscriptionRepository } from './subscription.repository.js';
import type { SubscriptionRow } from './subscription.schema.js';

/** A subscription with its plan. */
export interface HeldPlan {
  row: SubscriptionRow;
  plan: ItemRow;
}

/** The one rule of which plan a member has (ADR 0082): of those that are paid or assigned now, the one of the highest amount. */
@Injectable()
export class EffectivePlan {
  constructor(
    private readonly rows: SubscriptionRepository,
    private readonly items: ItemRepository,
    private readonly users: UserRepository,
    private readonly outbox: Outbox,
  ) {}

  async held(tenant: Tenant, user: string, session?: ClientSession): Promise<HeldPlan | undefined> {
    const options = session ? { session } : {};
    const rows = (await this.rows.ofMember(tenant, user, options)).filter(({ state }) => state !== 'initiated');
    const held: HeldPlan[] = [];
    for (const row of rows) {
      const plan = await this.items.byId(tenant, row.plan, options);
      if (plan) held.push({ row, plan });
    }
    return held.sort((a, b) => (b.plan.amount ?? 0) - (a.plan.amount ?? 0))[0];
  }

  /** Stores the member's plan in the transaction that changed a subscription. Returns it. */
  async apply(tenant: Tenant, id: string, session: ClientSession): Promise<string | undefined> {
    const user = await this.users.planOf(tenant, id, { session });
    if (!user) return undefined;
    await this.rows.lockOfMember(tenant, id, { session });
    const held = await this.held(tenant, id, session);
    const plan = held && (await this.items.assignPlan(tenant, held.plan._id, { session })) ? held.plan._id : undefined;
    if (plan === user.subscription) return plan;
    await this.users.setSubscription(tenant, id, plan, { session });
    await this.outbox.add(
      session,
      { kind: 'MemberChanged', tenant, user: id },
      { kind: 'PlanChanged', tenant, user: id },
    );
    return plan;
  }

  /** A plan that was assigned before subscriptions were stored; without its row the first purchase would take it away. */
  async keepFormer(tenant: Tenant, id: string, session: ClientSession): Promise<void> {
    const user = await this.users.planOf(tenant, id, { session });
    if (!user?.subscription || (await this.rows.ofMember(tenant, id, { session, ended: true })).length > 0) return;
    const { subscription: plan } = user;
    await this.rows.add(
      tenant,
      { user: id, source: 'internal', plan, state: 'active', ref: internalRef(id) },
      { session },
    );
  }
}

export const internalRef = (user: string): string => `internal:${user}`;
