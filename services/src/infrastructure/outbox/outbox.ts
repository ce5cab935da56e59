import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import type { Logger } from '../logging/logger.js';
import type { DomainEvent, EventKind, Subscription } from './domain-events.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import { Loop } from './loop.js';
import { type DeliveryListener, OutboxReader } from './outbox-reader.js';
import type { OutboxRepository } from './outbox.repository.js';
import type { SoleProcess } from './sole-process.js';
import { SubscriberPositions } from './subscriber-positions.js';

/** Events of this process are delivered at once, events of other processes within this time. */
const pollMs = 5000;
/** Windows of members without access must close within a second, whichever process revoked it. */
const promptMs = 600;
/** The longest pause of a durable subscriber after a failure. */
const longestPauseMs = 60_000;

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
  private readonly positions: SubscriberPositions;
  private isPrompt = () => false;
  private announce = () => undefined as void;
  private tracing: Pick<Telemetry, 'traceDelivery'> | undefined;
  private readonly loop = new Loop(
    () => this.look(),
    () => (this.isPrompt() ? promptMs : pollMs),
  );

  constructor(
    private readonly rows: OutboxRepository,
    private readonly logger: Logger,
    private readonly onDelivery: DeliveryListener = () => undefined,
    private readonly maxPauseMs = longestPauseMs,
  ) {
    this.positions = new SubscriberPositions(rows, logger);
  }

  /** Stores events together with their change: `session` must be in a transaction. */
  add(session: ClientSession, ...events: readonly DomainEvent[]): Promise<void> {
    return this.store(session, events);
  }

  /** Like {@link add}, for a writer that brings its change into the caches of this process itself (ADR 0012). */
  addKept(session: ClientSession, ...events: readonly DomainEvent[]): Promise<void> {
    return this.store(session, events, true);
  }

  private async store(session: ClientSession, events: readonly DomainEvent[], isKept = false): Promise<void> {
    if (!session.inTransaction()) throw new Error(`outbox: ${events[0]?.kind} was added outside a transaction`);
    await this.rows.add(session, events, isKept);
    // A retry of the transaction repeats this with the same session.
    if (this.awaited.has(session)) return;
    this.awaited.add(session);
    session.once('ended', () => {
      this.wake();
      this.announce();
    });
  }

  /** Subscribes before the application has started (in `onModuleInit`). */
  subscribe<K extends EventKind>(subscription: Subscription<K>): void {
    const { name } = subscription;
    if (this.subscriptions.has(name)) throw new Error(`outbox: there is already a subscriber named ${name}`);
    this.subscriptions.set(name, subscription);
  }

  /**
   * Delivers events of other processes within a second while the condition is true. The caller calls {@link checkPromptly} when it
   * becomes true, since the next check may be some seconds away.
   */
  deliverPromptlyWhile(isPrompt: () => boolean): void {
    this.isPrompt = isPrompt;
  }

  /** Calls `announce` after each commit of this process, so that others {@link wake} without waiting for their poll. */
  announceCommits(announce: () => void): void {
    this.announce = announce;
  }

  /** Before the application has started. */
  traceDeliveries(tracing: Pick<Telemetry, 'traceDelivery'>): void {
    this.tracing = tracing;
  }

  async onApplicationBootstrap(): Promise<void> {
    const head = await this.rows.number();
    this.readers = [...this.subscriptions.values()].map(
      (subscription) =>
        new OutboxReader(
          this.rows,
          this.positions,
          this.traced(subscription),
          this.logger,
          this.onDelivery,
          (ms) => this.loop.wakeIn(ms),
          this.maxPauseMs,
        ),
    );
    await Promise.all(this.readers.map((reader) => reader.start(head)));
    this.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await Promise.all(this.readers.map((reader) => reader.stop()));
    await this.positions
      .store()
      .catch((err: unknown) => this.logger.warn({ module: 'outbox', err }, 'positions could not be stored'));
    await Promise.all(this.reading);
    await this.rows.sole.leave();
  }

  private traced(subscription: Subscription): Subscription {
    const { tracing } = this;
    if (!tracing) return subscription;
    const { name } = subscription;
    return {
      ...subscription,
      handle: (event) => tracing.traceDelivery(name, event, async () => subscription.handle(event)),
    };
  }

  /** Which process is alone (ADR 0084). */
  get sole(): SoleProcess {
    return this.rows.sole;
  }

  /** For how many ms the oldest event has waited for a subscriber of this process; 0 when none waits. */
  lag(now = Date.now()): number {
    return lagOf(this.readers, now);
  }

  /** Like {@link lag}, of the subscribers that serve open windows: they keep no position. */
  liveLag(now = Date.now()): number {
    return lagOf(
      this.readers.filter(({ isDurable }) => !isDurable),
      now,
    );
  }

  /** The number of events, of all kinds, that wait for the slowest durable subscriber of this process. */
  waiting(): number {
    return Math.max(0, ...this.readers.filter(({ isDurable }) => isDurable).map(({ backlog }) => backlog));
  }

  /** Checks for events now. */
  wake(): void {
    this.loop.wake();
  }

  /** Checks for events within the time of {@link deliverPromptlyWhile}. */
  checkPromptly(): void {
    this.loop.wakeBy(promptMs);
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

function lagOf(readers: readonly OutboxReader[], now: number): number {
  const waiting = readers.flatMap(({ waitingSince }) => waitingSince?.getTime() ?? []);
  return waiting.length > 0 ? Math.max(0, now - Math.min(...waiting)) : 0;
}
