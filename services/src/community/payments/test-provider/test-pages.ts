import { Injectable } from '@nestjs/common';
import { completeSession, type CheckoutSession } from './checkout.js';
import { EventDelivery } from './event-delivery.js';
import { answerChallenge, confirmIntent, type Intent } from './payment-intents.js';
import { updateSubscription, type Subscription } from './subscriptions.js';
import { TestBooks } from './test-books.js';
import { declineOf, newPaymentMethod, type PaymentMethod } from './test-cards.js';
import { TestFault, textOf, type Params } from './test-object.js';
import type { TestStore } from './test-store.js';

/** A reply to the page's script, in the form of Stripe.js. */
export interface PageResult {
  paymentIntent?: Intent;
  error?: Readonly<Record<string, unknown>>;
}

/** An outcome of a hosted page. */
export interface HostedResult {
  session?: CheckoutSession;
  error?: string;
  /** The card's bank asks first. */
  method?: string;
}

const accountOf = (params: Params) => textOf(params['account']) ?? '';

/** What the test provider's pages do with a card. Tests call it in place of a page. */
@Injectable()
export class TestPages {
  constructor(
    private readonly books: TestBooks,
    private readonly delivery: EventDelivery,
  ) {}

  /** Confirms a payment: `client_secret`, `account`, `number`, `expiry`, `cvc`. */
  confirm(params: Params): Promise<PageResult> {
    return this.change(params, async (store, intent) =>
      confirmIntent(store, intent, await newPaymentMethod(store, params)),
    );
  }

  /** Answers the bank's question: `answer` is yes or no. */
  answer(params: Params): Promise<PageResult> {
    return this.change(params, (store, intent) => answerChallenge(store, intent, params['answer'] === 'yes'));
  }

  read(params: Params): Promise<PageResult> {
    return this.change(params, async (_store, intent) => intent);
  }

  /** An open checkout session. */
  async session(id: string): Promise<CheckoutSession | undefined> {
    return this.books.work(await this.books.objects.accountOf(id), async (store) => {
      const found = await store.find<CheckoutSession>(id);
      return found?.object === 'checkout.session' && found.status === 'open' ? found : undefined;
    });
  }

  /** Pays a checkout session: the fields of a card, or `method` with the `answer` of its bank. */
  async pay(id: string, params: Params): Promise<HostedResult> {
    const account = await this.books.objects.accountOf(id);
    const asked = textOf(params['method']);
    if (asked !== undefined && params['answer'] !== 'yes') return { error: 'failed' };
    const result = await this.orError(async () => {
      // Apart: a declined payment leaves nothing behind, and the bank is asked about a stored card.
      const method = await this.books.work(account, (store) =>
        asked === undefined ? newPaymentMethod(store, params) : store.get<PaymentMethod>('payment_method', asked),
      );
      if (asked === undefined && method.outcome === 'asks') return { method: method.id };
      return this.books.work(account, async (store) => {
        const session = await store.get<CheckoutSession>('checkout.session', id);
        return { session: await completeSession(store, withEmail(session, params), method) };
      });
    });
    this.delivery.wake();
    return result;
  }

  /** Changes a subscription from the portal: `act` is end, resume or card. */
  async manage(account: string, customer: string, params: Params): Promise<{ error?: string }> {
    const result = await this.orError(async () => {
      await this.books.work(account, async (store) => {
        const subscription = await store.get<Subscription>('subscription', params['subscription']);
        if (subscription.customer !== customer) return;
        if (params['act'] !== 'card')
          return void (await updateSubscription(store, subscription, {
            cancel_at_period_end: String(params['act'] === 'end'),
          }));
        const method = await newPaymentMethod(store, params);
        if (method.outcome === 'declined') throw new TestFault(402, declineOf(method));
        await updateSubscription(store, subscription, { default_payment_method: method.id });
      });
      return {};
    });
    this.delivery.wake();
    return result;
  }

  private async change(
    params: Params,
    change: (store: TestStore, intent: Intent) => Promise<Intent>,
  ): Promise<PageResult> {
    const secret = textOf(params['client_secret']) ?? '';
    const [id = ''] = secret.split('_secret_');
    try {
      const intent = await this.books.work(accountOf(params), async (store) => {
        const found = await store.get<Intent>('payment_intent', id);
        if (found.client_secret !== secret) throw new TestFault(404, { message: 'No such payment_intent' });
        return change(store, found);
      });
      this.delivery.wake();
      const { last_payment_error: error } = intent as { last_payment_error?: object | null };
      return error ? { error: { ...error, payment_intent: intent } } : { paymentIntent: intent };
    } catch (error) {
      if (!(error instanceof TestFault)) throw error;
      return { error: error.error };
    }
  }

  private async orError<T extends object>(work: () => Promise<T>): Promise<T | { error: string }> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TestFault)) throw error;
      return { error: error.message };
    }
  }
}

const withEmail = (session: CheckoutSession, params: Params): CheckoutSession => ({
  ...session,
  customer_email: textOf(params['email']) ?? session.customer_email,
});
