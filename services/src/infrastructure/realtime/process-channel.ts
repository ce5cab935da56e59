import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ENVIRONMENT, type Environment } from '../environment/environment.js';
import { LOGGER } from '../environment/logger-token.js';
import type { Logger } from '../logging/logger.js';
import { Outbox } from '../outbox/outbox.js';
import { Realtime } from './realtime.js';

/** The message that tells other processes to read the outbox. */
const committed = 'committed';
const maxPauseMs = 5000;

/**
 * Connects the processes by Redis where `REDIS_URL` names one: they forward typing signals, and each commit wakes the outbox of all.
 * Nothing depends on it: while Redis is unreachable, events arrive by the poll of the outbox.
 */
@Injectable()
export class ProcessChannel implements OnModuleInit, BeforeApplicationShutdown {
  private readonly clients: { destroy(): void }[] = [];
  private hasEnded = false;

  constructor(
    private readonly realtime: Realtime,
    private readonly outbox: Outbox,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    const { redisUrl, mongoDb } = this.environment;
    const server = this.realtime.attached();
    if (redisUrl === undefined || !server) return;
    const { createAdapter } = await import('@socket.io/redis-adapter');
    const [publisher, subscriber] = [await this.connect(redisUrl), await this.connect(redisUrl)];
    // A signal that cannot be sent now is worth nothing later, and a queue would grow as long as Redis is away.
    const publish = async (channel: string, message: string | Buffer) => {
      if (publisher.isReady) await publisher.publish(channel, message).catch(() => undefined);
    };
    // Processes of another community's database may use the same Redis.
    const limited = Object.assign(Object.create(publisher) as typeof publisher, { publish });
    // The adapter awaits none of its subscriptions, and a client that ends before it connects rejects them. Any other refusal ends the
    // process: it would hear nothing of the others.
    const unlessEnded = (error: unknown) => {
      if (!this.hasEnded) throw error;
    };
    for (const name of ['subscribe', 'pSubscribe'] as const) {
      const subscribe = subscriber[name].bind(subscriber) as (...args: unknown[]) => Promise<void>;
      Object.assign(subscriber, { [name]: (...args: unknown[]) => subscribe(...args).catch(unlessEnded) });
    }
    server.adapter(createAdapter(limited, subscriber, { key: `paddock:${mongoDb}` }));
    server.on(committed, () => this.outbox.wake());
    this.outbox.announceCommits(() => server.serverSideEmit(committed));
  }

  beforeApplicationShutdown(): void {
    this.hasEnded = true;
    this.outbox.announceCommits(() => undefined);
    for (const client of this.clients) client.destroy();
  }

  private async connect(url: string) {
    const { createClient } = await import('@redis/client');
    const reconnectStrategy = (retries: number) => Math.min(maxPauseMs, 100 * 2 ** Math.min(retries, 10));
    const client = createClient({ url, socket: { reconnectStrategy } });
    client.on('error', (err: unknown) => this.logger.warn({ module: 'realtime', err }, 'Redis is unreachable'));
    client.on('ready', () => this.logger.info({ module: 'realtime' }, 'connected to Redis'));
    client.connect().catch(() => undefined);
    this.clients.push(client);
    return client;
  }
}
