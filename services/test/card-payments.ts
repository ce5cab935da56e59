import type { Deployment } from '@paddock/contract/core/deployment';
import type { Stripe } from 'stripe';
import { CardProvider } from '../src/community/payments/card-provider.js';
import type { PaymentPurpose } from '../src/community/payments/payment-purpose.js';
import { EventDelivery } from '../src/community/payments/test-provider/event-delivery.js';
import { TestBooks } from '../src/community/payments/test-provider/test-books.js';
import { TestPages, type PageResult } from '../src/community/payments/test-provider/test-pages.js';
import { TestProvider } from '../src/community/payments/test-provider/test-provider.js';
import { DeploymentService } from '../src/deployment/deployment.service.js';
import type { RawReply, TestServices } from './start-test-services.js';
import StripeSdk from 'stripe';

export const testCards = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  insufficient: '4000000000009995',
  asks: '4000002500003155',
  later: '4000000000000077',
  once: '4000000000000341',
} as const;

/** The built-in test provider of started services: its pages, its failures, its clock. */
export class CardPayments {
  constructor(private readonly services: TestServices) {}

  get controls() {
    return this.services.get(TestProvider).controls;
  }

  config(community = 'motorsport'): Deployment {
    return this.services.get(DeploymentService).find(community)!;
  }

  /** The SDK as the product uses it. */
  access(community?: string) {
    return this.services.get(CardProvider).of(this.config(community));
  }

  async intent(purpose: PaymentPurpose, sum: { amount: number; currency: string }): Promise<Stripe.PaymentIntent> {
    const { stripe, options } = this.access(purpose.community);
    return stripe.paymentIntents.create({ ...sum, metadata: { ...purpose } }, options);
  }

  /** Confirms a payment as the page's form does. */
  confirm(clientSecret: string, number: string = testCards.pays, account = ''): Promise<PageResult> {
    const card = { number, expiry: '12/40', cvc: '123' };
    return this.services.get(TestPages).confirm({ client_secret: clientSecret, account, ...card });
  }

  /** Answers as the card's bank. */
  answer(clientSecret: string, answer: 'yes' | 'no'): Promise<PageResult> {
    return this.services.get(TestPages).answer({ client_secret: clientSecret, answer });
  }

  /** Pays an open checkout session as its page does. */
  subscribe(session: string, number: string = testCards.pays) {
    return this.services.get(TestPages).pay(session, { number, expiry: '12/40', cvc: '123' });
  }

  /** Delivers all that is due now, while {@link controls} hold nothing back. */
  settle(): Promise<void> {
    return this.services.get(EventDelivery).run();
  }

  /** Moves the provider's clock. */
  advance(ms: number): Promise<void> {
    return this.services.get(EventDelivery).advance(ms);
  }

  /** Events that are not delivered yet. */
  async openEvents(): Promise<Stripe.Event[]> {
    const rows = await this.services.get(TestBooks).objects.openEvents();
    return rows.map(({ body }) => body as unknown as Stripe.Event);
  }

  /** Posts an event, by default signed as the provider signs it; `body` and `signedAt` make it another one. */
  post(
    event: object,
    {
      body = JSON.stringify(event, null, 2),
      secret = this.services.get(TestProvider).webhookSecret,
      signedAt = Math.floor(Date.now() / 1000),
    }: { body?: string; secret?: string; signedAt?: number } = {},
  ): Promise<RawReply> {
    const payload = JSON.stringify(event, null, 2);
    const signature = StripeSdk.webhooks.generateTestHeaderString({ payload, secret, timestamp: signedAt });
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
    return this.services.request('POST', '/api/payments/webhook', { headers, body });
  }
}
