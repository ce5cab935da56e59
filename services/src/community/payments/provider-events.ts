import { Inject, Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import Stripe from 'stripe';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { isDuplicateKey } from '../../infrastructure/mongo/mongo.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { CardProvider } from './card-provider.js';
import { PaymentEventRepository } from './payment-event.repository.js';
import { purposeOf, type PaymentPurpose, type PurposeKind } from './payment-purpose.js';
import { TestProvider } from './test-provider/test-provider.js';

/** Handles the events of one kind of purpose. */
export interface PaymentEventHandler<P = void> {
  /** Reads before the transaction what the event is about: events arrive in any order, so the object's present state counts. */
  prepare?(event: Stripe.Event, purpose: PaymentPurpose): Promise<P>;
  /** Runs in the transaction that records the event's id, and again after a write conflict. */
  apply(event: Stripe.Event, purpose: PaymentPurpose, prepared: P, session: ClientSession): Promise<void>;
}

/** A status is the answer to the provider, which repeats the event after each but 200. */
type Status = 200 | 400 | 503;

/** Events of the card provider. Each takes effect once, however often it is delivered. */
@Injectable()
export class ProviderEvents {
  private readonly handlers = new Map<PurposeKind, PaymentEventHandler<unknown>>();

  constructor(
    private readonly mutex: KeyedMutex,
    private readonly communities: Communities,
    private readonly provider: CardProvider,
    private readonly testProvider: TestProvider,
    private readonly events: PaymentEventRepository,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  handle<P = void>(kind: PurposeKind, handler: PaymentEventHandler<P>): void {
    this.handlers.set(kind, handler);
  }

  /** @param body the bytes as they arrived: the signature is of them, not of what a parser makes of them */
  async receive(body: Buffer, signature: string): Promise<Status> {
    const verified = this.verified(body, signature);
    if (!verified) return 400;
    const { event, isOfTestProvider } = verified;
    const purpose = purposeOf(event);
    const config = purpose && this.communities.find(purpose.community);
    if (!config || !this.provider.accepts(config, event, isOfTestProvider)) {
      this.logger.info({ module: 'payments', event: event.id, type: event.type }, 'event of another system ignored');
      return 200;
    }
    const tenant = tenantOf(config.id, purpose.workplace);
    if (await this.events.has(tenant, event.id)) return 200;
    const handler = this.handlers.get(purpose.kind);
    // Another process has the service; the provider repeats until it reaches that one.
    if (!handler) return 503;
    const prepared = await handler.prepare?.(event, purpose);
    await this.applyOnce(tenant, lockOf(purpose), event, (session) => handler.apply(event, purpose, prepared, session));
    return 200;
  }

  private verified(body: Buffer, signature: string): { event: Stripe.Event; isOfTestProvider: boolean } | undefined {
    const secrets = [
      { secret: this.environment.stripeWebhookSecret, isOfTestProvider: false },
      { secret: this.environment.production ? undefined : this.testProvider.webhookSecret, isOfTestProvider: true },
    ];
    for (const { secret, isOfTestProvider } of secrets)
      try {
        if (secret !== undefined)
          return { event: Stripe.webhooks.constructEvent(body, signature, secret), isOfTestProvider };
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError))
          throw error;
      }
    return undefined;
  }

  private async applyOnce(
    tenant: Tenant,
    lock: string,
    { id, type }: Stripe.Event,
    apply: (session: ClientSession) => Promise<void>,
  ): Promise<void> {
    try {
      await this.mutex.transaction(lock, async (session) => {
        if (await this.events.record(tenant, { event: id, type }, { session })) await apply(session);
      });
    } catch (error) {
      // The same event took effect meanwhile; a duplicate of anything else is a failure, and the provider repeats.
      if (!isDuplicateKey(error) || !(await this.events.has(tenant, id))) throw error;
    }
  }
}

/** Payments of one due change its sums, and would conflict; those of a plan change one member. */
const lockOf = ({ kind, due, user }: PaymentPurpose) => `${kind} ${due ?? user}`;
