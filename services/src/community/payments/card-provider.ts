import { Inject, Injectable } from '@nestjs/common';
import type { Deployment } from '@paddock/contract/core/deployment';
import { testPublicKey } from '@paddock/contract/core/money';
import Stripe from 'stripe';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { TestProvider } from './test-provider/test-provider.js';

/** Below the deadline of a call, which otherwise would be refused while the provider still works. */
const timeout = 7000;
/** A caller that repeats has an idempotency key of its own; a second attempt within the call would pass its deadline. */
const settings = { timeout, maxNetworkRetries: 0, telemetry: false } as const;

/** A community's access to the provider. */
export interface ProviderAccess {
  stripe: Stripe;
  /** Name the community's own account; each call of the SDK takes them. */
  options: Stripe.RequestOptions;
  /** '' is the platform's. */
  account: string;
}

/** The card provider of each community: Stripe, or the built-in test provider where the deployment has its public key (ADR 0081). */
@Injectable()
export class CardProvider {
  private readonly real: Stripe | undefined;
  private testing: Stripe | undefined;

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly testProvider: TestProvider,
  ) {
    const { stripeSecretKey } = environment;
    this.real = stripeSecretKey === undefined ? undefined : new Stripe(stripeSecretKey, settings);
  }

  /** Whether members can pay by card: the deployment has a public key, and the process its secret key. */
  isOn(config: Deployment): boolean {
    return this.clientOf(config) !== undefined;
  }

  /** @throws {PaddockError} `PAYMENT_FAILED` where payment by card is off. */
  of(config: Deployment): ProviderAccess {
    const stripe = this.clientOf(config);
    if (!stripe) throw new PaddockError('PAYMENT_FAILED');
    const { card_account: account } = config.flags;
    return { stripe, options: account === '' ? {} : { stripeAccount: account }, account };
  }

  /** Whether an event of this origin and mode can be the community's. A test event at a live community would pay a due with nothing. */
  accepts(config: Deployment, { livemode, account = '' }: Stripe.Event, isOfTestProvider: boolean): boolean {
    const { card_public_key: key, card_account: ownAccount } = config.flags;
    if (account !== ownAccount || (key === testPublicKey) !== isOfTestProvider) return false;
    return livemode === (!isOfTestProvider && this.environment.stripeSecretKey?.includes('_live_') === true);
  }

  private clientOf({ flags }: Deployment): Stripe | undefined {
    if (flags.card_public_key === undefined) return undefined;
    return flags.card_public_key === testPublicKey ? this.testClient() : this.real;
  }

  private testClient(): Stripe | undefined {
    if (this.environment.production) return undefined;
    const { secretKey, host, port } = this.testProvider;
    this.testing ??= new Stripe(secretKey, { ...settings, host, port, protocol: 'http' });
    return this.testing;
  }
}

/**
 * Runs a call of the provider. Its errors become `code`; the text of a declined card is meant for its holder and is passed on, all other
 * texts are not.
 *
 * @throws {PaddockError} `code`
 */
export async function asking<T>(code: 'PAYMENT_FAILED' | 'WEB_SUBSCRIPTION_ERROR', call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) throw new PaddockError(code, { message: error.message });
    if (error instanceof Stripe.errors.StripeError) throw new PaddockError(code);
    throw error;
  }
}

/** Whether the provider does not know an object: it was deleted, or was made with other keys, as those of the test mode. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
