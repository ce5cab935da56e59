import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { setTimeout as wait } from 'node:timers/promises';
import { asking, CardProvider, isMissing, type ProviderAccess } from '../../community/payments/card-provider.js';
import type { PaymentPurpose } from '../../community/payments/payment-purpose.js';
import { fromProviderAmount, toProviderAmount } from '../../community/payments/provider-amounts.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { DueMemberKey } from './due-payment.repository.js';
import type { RefundOrder } from './due-payment.schema.js';

/** What the provider says of a payment, at one time. */
export interface Charge {
  intent: string;
  status: Stripe.PaymentIntent.Status;
  /** What arrived, in minor units. */
  amount: number;
  currency: string;
  refunds: readonly ChargeRefund[];
}
export interface ChargeRefund {
  id: string;
  status: string;
  amount: number;
  /** The order that it carries out; absent if it was made at the provider. */
  client_id?: string;
}

/** An intent that a member can pay. */
export interface OpenIntent {
  id: string;
  secret: string;
}

const refundsRead = 100;
/** Requests with one idempotency key at the same time: the provider answers one and asks the others to come again. */
const pausesMs = [100, 300, 900];

/** The provider's side of dues: payment intents and refunds of a community's account. */
@Injectable()
export class DueProvider {
  constructor(
    private readonly provider: CardProvider,
    private readonly communities: Communities,
  ) {}

  isOn(tenant: Tenant): boolean {
    const config = this.communities.find(tenant.community);
    return config !== undefined && this.provider.isOn(config);
  }

  /** The community's account at the provider, '' for the platform's own. @throws PAYMENT_FAILED */
  account(tenant: Tenant): string {
    return this.access(tenant).account;
  }

  /** Makes the intent, or returns the one that the same attempt has made. @throws PAYMENT_FAILED */
  async begin(
    tenant: Tenant,
    key: DueMemberKey,
    sum: { amount: number; currency: string },
    attempt: { version: number; attempts: number },
  ): Promise<OpenIntent> {
    const { stripe, options } = this.access(tenant);
    const params = {
      amount: toProviderAmount(sum.amount, sum.currency),
      currency: sum.currency.toLowerCase(),
      automatic_payment_methods: { enabled: true },
      metadata: { ...purposeOf(tenant, key) },
    };
    const idempotencyKey = ['due', tenant.community, key.due, key.user, attempt.version, attempt.attempts].join('-');
    const { id, client_secret } = await asking('PAYMENT_FAILED', () =>
      again(() => stripe.paymentIntents.create(params, { ...options, idempotencyKey })),
    );
    return { id, secret: client_secret ?? '' };
  }

  /** The intent's secret while it can be paid; else what became of it. @throws PAYMENT_FAILED */
  async resume(tenant: Tenant, id: string): Promise<{ open: OpenIntent } | { charge: Charge }> {
    const intent = await this.find(tenant, id);
    return intent && isPayable(intent.status)
      ? { open: { id, secret: intent.client_secret ?? '' } }
      : { charge: intent ? await this.chargeOf(tenant, intent) : nothingOf(id) };
  }

  /** An intent that the provider does not know can no more be paid than a cancelled one. @throws PAYMENT_FAILED */
  async read(tenant: Tenant, id: string): Promise<Charge> {
    const intent = await this.find(tenant, id);
    return intent ? this.chargeOf(tenant, intent) : nothingOf(id);
  }

  /** Cancels an intent, if it can be; returns what it is now. @throws PAYMENT_FAILED */
  async cancel(tenant: Tenant, id: string): Promise<Charge> {
    const { stripe, options } = this.access(tenant);
    try {
      const intent = await stripe.paymentIntents.cancel(id, {}, options);
      return await this.chargeOf(tenant, intent);
    } catch (error) {
      // It has succeeded, is processing, or is cancelled already.
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return this.read(tenant, id);
      return asking('PAYMENT_FAILED', () => Promise.reject(error as Error));
    }
  }

  /**
   * Carries out a refund; the same order again is the same refund.
   *
   * @returns undefined if the provider refuses it for good
   * @throws PAYMENT_FAILED if its outcome is unknown
   */
  async refund(
    tenant: Tenant,
    key: DueMemberKey,
    { intent, currency }: { intent: string; currency: string },
    { client_id, by, amount }: RefundOrder,
  ): Promise<Charge | undefined> {
    const { stripe, options } = this.access(tenant);
    const params = {
      payment_intent: intent,
      amount: toProviderAmount(amount, currency),
      metadata: { ...purposeOf(tenant, key), client_id },
    };
    const idempotencyKey = ['due-refund', tenant.community, key.due, key.user, by, client_id].join('-');
    try {
      await again(() => stripe.refunds.create(params, { ...options, idempotencyKey }));
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined;
      return asking('PAYMENT_FAILED', () => Promise.reject(error as Error));
    }
    return this.read(tenant, intent);
  }

  private async chargeOf(tenant: Tenant, intent: Stripe.PaymentIntent): Promise<Charge> {
    const { stripe, options } = this.access(tenant);
    const currency = intent.currency.toUpperCase();
    const refunds =
      intent.status === 'succeeded'
        ? await asking('PAYMENT_FAILED', () =>
            stripe.refunds.list({ payment_intent: intent.id, limit: refundsRead }, options),
          )
        : { data: [] };
    return {
      intent: intent.id,
      status: intent.status,
      amount: fromProviderAmount(intent.amount_received, currency),
      currency,
      refunds: refunds.data.map(({ id, status, amount, metadata }) => ({
        ...{ id, status: status ?? '', amount: fromProviderAmount(amount, currency) },
        ...(metadata?.['client_id'] && { client_id: metadata['client_id'] }),
      })),
    };
  }

  private find(tenant: Tenant, id: string): Promise<Stripe.PaymentIntent | undefined> {
    const { stripe, options } = this.access(tenant);
    return asking('PAYMENT_FAILED', () =>
      stripe.paymentIntents.retrieve(id, {}, options).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      }),
    );
  }

  private access(tenant: Tenant): ProviderAccess {
    const config = this.communities.find(tenant.community);
    if (!config) throw new PaddockError('PAYMENT_FAILED');
    return this.provider.of(config);
  }
}

const payable: readonly Stripe.PaymentIntent.Status[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];
/** Whether a member can still pay with an intent of this status. */
const isPayable = (status: Stripe.PaymentIntent.Status): boolean => payable.includes(status);

const nothingOf = (intent: string): Charge => ({ intent, status: 'canceled', amount: 0, currency: '', refunds: [] });

function purposeOf({ community, workplace }: Tenant, { due, user }: DueMemberKey): PaymentPurpose {
  return { kind: 'due', community, workplace, due, user };
}

async function again<T>(call: () => Promise<T>): Promise<T> {
  for (const pause of pausesMs)
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError && error.statusCode === 409)) throw error;
      await wait(pause);
    }
  return call();
}
