import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import type { Logger } from '../logging/logger.js';
import type { DomainEvent, EventKind, Subscription } from './domain-events.js';
import { Loop } from './loop.js';
import { type DeliveryListener, OutboxReader } from './outbox-reader.js';
import type { OutboxRepository } from './outbox.repository.js';

/** Events of this process are delivered at once, events of other processes within this time. */
const pollMs = 5000;
/** Windows of members without access must close within a second, whichever process revoked it. */
const promptMs = 600;

/**
 * Domain events: stored in the transaction of their change, and delivered after its commit to the subscribers of every process,
 * at least once and in commit order. A transaction that was rolled back publishes nothing; if a process ends between commit and
 * delivery, the next one delivers the event.
 */
export class Outbox implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly subscriptions = new Map<string, Subscription>();
  private readonly awaited = new WeakSet<ClientSession>();
  private readers: OutboxReader[] = [];
  private reading: Promise<void>[] = [];
  private isPrompt = () => false;
  private readonly loop = new Loop(
    () => this.look(),
    () => (this.isPrompt() ? promptMs : pollMs),
  );

  constructor(
    private readonly rows: OutboxRepository,
    private readonly logger: Logger,
    private readonly onDelivery: DeliveryListener = () => undefined,
  ) {}

  /** Stores events together with their change: `session` must be in a transaction. */
  async add(session: ClientSession, ...events: readonly DomainEvent[]): Promise<void> {
    if (!session.inTransaction()) throw new Error(`outbox: ${events[0]?.kind} was added outside a transaction`);
    await this.rows.add(session, events);
    // A retried transaction comes here again with the same session.
    if (this.awaited.has(session)) return;
    this.awaited.add(session);
    session.once('ended', () => this.wake());
  }

  /** Subscribes before the application has started (in `onModuleInit`). */
  subscribe<K extends EventKind>(subscription: Subscription<K>): void {
    const { name } = subscription;
    if (this.subscriptions.has(name)) throw new Error(`outbox: there is already a subscriber named ${name}`);
    this.subscriptions.set(name, subscription);
  }

  /**
   * Delivers events of other processes within a second while the condition is true. The caller wakes the outbox when it becomes
   * true, since the next check may be some seconds away.
   */
  deliverPromptlyWhile(isPrompt: () => boolean): void {
    this.isPrompt = isPrompt;
  }

  async onApplicationBootstrap(): Promise<void> {
    const head = await this.rows.number();
    this.readers = [...this.subscriptions.values()].map(
      (subscription) =>
        new OutboxReader(this.rows, subscription, this.logger, this.onDelivery, (ms) => this.loop.wakeIn(ms)),
    );
    await Promise.all(this.readers.map((reader) => reader.start(head)));
    this.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await Promise.all(this.reading);
    await Promise.all(this.readers.map((reader) => reader.stop()));
  }

  /** Checks for events now. */
  wake(): void {
    this.loop.wake();
  }

  private async look(): Promise<void> {
    try {
      const head = await this.rows.number();
      // Not awaited: a slow subscriber must not delay the others.
      this.reading = this.readers.map((reader) => reader.readTo(head));
    } catch (err) {
      this.logger.error({ module: 'outbox', err }, 'outbox could not be read');
    }
  }
}
