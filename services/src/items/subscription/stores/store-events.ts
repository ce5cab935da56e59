import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ENVIRONMENT, type Environment } from '../../../infrastructure/environment/environment.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import { Communities } from '../../../infrastructure/tenancy/communities.js';
import { AppleStore } from './apple-store.js';
import { GoogleStore } from './google-store.js';
import { StorePurchases } from './store-purchases.js';

const appleBody = z.object({ signedPayload: z.string().max(200_000) });

type FindSubscription = (community: string) => Promise<string | undefined>;

/**
 * The stores' notifications. Each is a reason to read the subscription from its store, and nothing else: a repeated or late one changes
 * nothing. A store repeats what is not answered with 200.
 */
@Injectable()
export class StoreEvents implements OnModuleInit {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly apple: AppleStore,
    private readonly google: GoogleStore,
    private readonly purchases: StorePurchases,
    private readonly communities: Communities,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  onModuleInit() {
    const fastify = this.adapter.httpAdapter.getInstance<FastifyInstance>();
    fastify.post('/api/payments/apple', async ({ body }, reply) => {
      const parsed = appleBody.safeParse(body);
      if (!parsed.success) return reply.code(400).send();
      const { signedPayload } = parsed.data;
      return reply
        .code(await this.receive(this.apple, (community) => this.apple.subscriptionOf(community, signedPayload)))
        .send();
    });
    fastify.post('/api/payments/google', async ({ body, headers: { authorization = '' } }, reply) => {
      const token = /^Bearer (\S+)$/.exec(authorization)?.[1] ?? '';
      return reply
        .code(await this.receive(this.google, (community) => this.google.subscriptionOf(community, token, body)))
        .send();
    });
  }

  /** One app may serve several communities: each whose keys confirm the notification looks for the subscription. */
  private async receive(store: AppleStore | GoogleStore, find: FindSubscription): Promise<200 | 400 | 503> {
    let status: 200 | 400 | 503 = 400;
    for (const community of Object.keys(this.environment.stores)) {
      const config = store.isOn(community) ? this.communities.find(community) : undefined;
      if (!config) continue;
      try {
        const ref = await find(community);
        if (ref !== undefined) await this.purchases.sync(config, ref);
        if (status === 400) status = 200;
      } catch (error) {
        if (!(error instanceof PaddockError)) throw error;
        if (error.code === 'SERVICE_UNAVAILABLE') status = 503;
      }
    }
    return status;
  }
}
