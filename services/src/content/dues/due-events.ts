import { Injectable, type OnModuleInit } from '@nestjs/common';
import type Stripe from 'stripe';
import { ProviderEvents } from '../../community/payments/provider-events.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { type Charge, DueProvider } from './due-provider.js';
import { DueSettlement } from './due-settlement.js';

/** Takes the provider's events about dues: each causes a read of the payment's present state, so their order does not matter. */
@Injectable()
export class DueEvents implements OnModuleInit {
  constructor(
    private readonly events: ProviderEvents,
    private readonly provider: DueProvider,
    private readonly settlement: DueSettlement,
  ) {}

  onModuleInit() {
    this.events.handle<Charge | undefined>('due', {
      prepare: async (event, { community, workplace }) => {
        const intent = intentOf(event);
        return intent === undefined ? undefined : this.provider.read(tenantOf(community, workplace), intent);
      },
      apply: async (_, { community, workplace, due, user }, charge, session) => {
        if (!charge || due === undefined) return;
        await this.settlement.settleIn(tenantOf(community, workplace), { due, user }, charge, session);
      },
    });
  }
}

/** The payment intent that an event is about: itself, or that of a charge or refund. */
function intentOf({ data: { object } }: Stripe.Event): string | undefined {
  if (object.object === 'payment_intent') return object.id;
  if (object.object !== 'charge' && object.object !== 'refund') return undefined;
  const { payment_intent } = object;
  return typeof payment_intent === 'string' ? payment_intent : payment_intent?.id;
}
