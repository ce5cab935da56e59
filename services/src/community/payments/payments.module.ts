import { Global, Inject, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { CardProvider } from './card-provider.js';
import { Ledger } from './ledger.js';
import { PaymentEventRepository } from './payment-event.repository.js';
import { PaymentsPersonalData } from './payments.personal-data.js';
import { ProviderEvents } from './provider-events.js';
import { serveWebhook } from './serve-webhook.js';
import { servePages } from './test-provider/page/serve-pages.js';
import { EventDelivery } from './test-provider/event-delivery.js';
import { TestBooks } from './test-provider/test-books.js';
import { TestObjectRepository } from './test-provider/test-object.repository.js';
import { TestPages } from './test-provider/test-pages.js';
import { TestProvider } from './test-provider/test-provider.js';

const shared = [
  CardProvider,
  ProviderEvents,
  PaymentEventRepository,
  Ledger,
  TestProvider,
  TestPages,
  EventDelivery,
  TestBooks,
];

/** What dues and plans pay with, available in every process (ADR 0081). */
@Global()
@Module({ providers: [...shared, TestObjectRepository, KeyedMutex, PaymentsPersonalData], exports: shared })
export class PaymentsModule implements OnModuleInit {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly events: ProviderEvents,
    private readonly pages: TestPages,
    private readonly books: TestBooks,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  onModuleInit() {
    const fastify = this.adapter.httpAdapter.getInstance<FastifyInstance>();
    serveWebhook(fastify, (body, signature) => this.events.receive(body, signature));
    if (!this.environment.production) servePages(fastify, this.pages, this.books);
  }
}
