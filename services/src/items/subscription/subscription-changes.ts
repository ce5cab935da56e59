import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { StoredState, SubscriptionRow } from './subscription.schema.js';

/** Says in the outbox that a subscription has changed: windows follow, and the member learns of a failed renewal and of the end. */
@Injectable()
export class SubscriptionChanges {
  constructor(private readonly outbox: Outbox) {}

  async announce(
    tenant: Tenant,
    before: StoredState | undefined,
    { user, plan, state, until }: SubscriptionRow,
    session: ClientSession,
  ): Promise<void> {
    const day = until?.toISOString();
    await this.outbox.add(session, {
      ...{ kind: 'SubscriptionChanged', tenant, user, plan },
      ...(before !== state && (state === 'grace' || state === 'ended') && { became: state }),
      ...(day && { until: day }),
    });
  }
}
