import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';
import Stripe from 'stripe';
import { ENVIRONMENT, type Environment } from '../../../infrastructure/environment/environment.js';
import { LOGGER } from '../../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../../infrastructure/logging/logger.js';
import { Loop } from '../../../infrastructure/outbox/loop.js';
import { settleIntent, type Intent } from './payment-intents.js';
import { renewSubscription, type Subscription } from './subscriptions.js';
import { TestBooks } from './test-books.js';
import type { TestObject } from './test-object.js';
import type { TestObjectRow } from './test-object.repository.js';
import { TestProvider } from './test-provider.js';

/** A newcomer waits for the page after their payment. */
const pollMs = 500;
/** Without a payment for a minute, the provider costs almost nothing. */
const idlePollMs = 5000;
const busyMs = 60_000;
/** For a process that ends during its work. */
const takenMs = 15_000;
/** After a failed delivery; the last pause repeats. */
const retryMs = [1000, 5000, 30_000, 300_000];

/** What the test provider does by itself: it delivers signed events, settles payments and renews subscriptions. */
@Injectable()
export class EventDelivery implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new Loop(
    () => this.quietly(),
    () => (performance.now() - this.books.usedAt < busyMs ? pollMs : idlePollMs),
  );
  private running: Promise<void> = Promise.resolve();
  private readonly attempts = new Map<string, number>();
  private isStopped = false;

  constructor(
    private readonly books: TestBooks,
    private readonly provider: TestProvider,
    private readonly adapter: HttpAdapterHost,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    if (!this.environment.production) this.loop.wake();
  }

  async beforeApplicationShutdown() {
    this.isStopped = true;
    await this.loop.stop();
  }

  /** Something is due now. */
  wake(): void {
    this.loop.wake();
  }

  /** Moves the provider's clock, with which subscriptions renew, and does what is due then. */
  async advance(ms: number): Promise<void> {
    await this.books.objects.advance(ms);
    await this.run();
  }

  /** Does all that is due now, after what is under way. */
  run(): Promise<void> {
    const result = this.running.then(() => this.doDue());
    this.running = result.catch(() => undefined);
    return result;
  }

  /** Sends an event once more, whether it was delivered or not; returns the status of the answer. */
  async send(event: TestObject): Promise<number> {
    // Indented like Stripe's: a body that is parsed and written again has other bytes.
    const payload = JSON.stringify(event, null, 2);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: this.provider.webhookSecret });
    const { port } = (this.adapter.httpAdapter.getHttpServer() as Server).address() as { port: number };
    const reply = await fetch(`http://${this.environment.host}:${port}/api/payments/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body: payload,
    });
    return reply.status;
  }

  private async doDue(): Promise<void> {
    while (!this.isStopped) {
      const now = await this.books.now();
      const row = await this.books.objects.takeDue(now, new Date(now.getTime() + takenMs), this.provider.controls);
      if (!row) return;
      if (row.object === 'event') await this.deliver(row, now);
      else await this.continueWith(row);
    }
  }

  private async quietly(): Promise<void> {
    try {
      await this.run();
    } catch (err) {
      this.logger.warn({ module: 'payments', err }, 'test provider failed');
    }
  }

  private async deliver({ _id: id, body }: TestObjectRow, now: Date): Promise<void> {
    const statuses = [];
    for (let copy = 0; copy < this.provider.controls.copies; copy++)
      statuses.push(await this.send(body).catch(() => 0));
    if (statuses.includes(200)) return this.books.objects.postpone(id, undefined);
    const attempt = this.attempts.get(id) ?? 0;
    this.attempts.set(id, attempt + 1);
    const wait = retryMs[Math.min(attempt, retryMs.length - 1)]!;
    await this.books.objects.postpone(id, new Date(now.getTime() + wait));
  }

  private async continueWith({ _id: id, object, account }: TestObjectRow): Promise<void> {
    await this.books.work(account, async (store) => {
      if (object === 'payment_intent') await settleIntent(store, await store.get<Intent>(object, id));
      if (object === 'subscription') await renewSubscription(store, await store.get<Subscription>(object, id));
    });
  }
}
