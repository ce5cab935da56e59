import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { createHmac, timingSafeEqual } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import qs from 'qs';
import { ENVIRONMENT, type Environment } from '../../../infrastructure/environment/environment.js';
import { TestBooks } from './test-books.js';
import { newTestId, type Params } from './test-object.js';

/** How a test lets the provider fail. */
export interface TestProviderControls {
  /** Breaks the connection before the work, or after it: the caller cannot know whether it was done. */
  breaks: 'before' | 'after' | undefined;
  delayMs: number;
  /** Changes a reply. */
  falsify: ((body: object, path: string) => object) | undefined;
  /** How often each event is delivered. */
  copies: number;
  /** Events wait until a test delivers them. */
  holdsEvents: boolean;
}

/**
 * The built-in test provider of cards: an HTTP server on this machine that answers Stripe's own SDK as Stripe does. No money moves,
 * and it never runs in production (ADR 0081).
 */
@Injectable()
export class TestProvider implements OnModuleInit, BeforeApplicationShutdown {
  readonly host = '127.0.0.1';
  port = 0;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly controls: TestProviderControls = {
    ...{ breaks: undefined, delayMs: 0, falsify: undefined, copies: 1, holdsEvents: false },
  };
  private server: FastifyInstance | undefined;

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly books: TestBooks,
  ) {
    const derived = (purpose: string) => createHmac('sha256', environment.secret).update(purpose).digest('hex');
    this.secretKey = `sk_test_${derived('test provider key')}`;
    this.webhookSecret = `whsec_${derived('test provider webhooks')}`;
  }

  async onModuleInit() {
    if (this.environment.production) return;
    this.server = fastify({ forceCloseConnections: true });
    this.server.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, qs.parse(String(body), { depth: 8, arrayLimit: 100 })),
    );
    this.server.all('/v1/*', async (request, reply) => {
      if (!this.isAuthorized(request))
        return reply.code(401).send({ error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } });
      const { breaks, delayMs, falsify } = this.controls;
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (breaks === 'before') return closeConnection(request, reply);
      const [path = '', query = ''] = request.url.split('?');
      const { status, body, isReplay } = await this.books.answer({
        ...{ method: request.method, path, account: headerOf(request, 'stripe-account') ?? '' },
        params: { ...qs.parse(query), ...(request.body as Params | undefined) },
        idempotencyKey: headerOf(request, 'idempotency-key'),
      });
      if (breaks === 'after') return closeConnection(request, reply);
      return reply
        .code(status)
        .headers({ 'request-id': newTestId('req'), ...(isReplay && { 'idempotent-replayed': 'true' }) })
        .send(falsify ? falsify(body, path) : body);
    });
    await this.server.listen({ host: this.host, port: 0 });
    this.port = (this.server.server.address() as { port: number }).port;
  }

  async beforeApplicationShutdown() {
    await this.server?.close();
  }

  private isAuthorized(request: FastifyRequest): boolean {
    const given = Buffer.from(headerOf(request, 'authorization') ?? '');
    const expected = Buffer.from(`Bearer ${this.secretKey}`);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}

/** Ends the connection without a reply. */
function closeConnection(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}

const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};
