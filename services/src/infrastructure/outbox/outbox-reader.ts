import type { Logger } from '../logging/logger.js';
import type { Delivered, Subscription } from './domain-events.js';
import type { NumberedEvent, OutboxRepository } from './outbox.repository.js';

const slowMs = 100;
const maxAttempts = 10;
const longestPauseMs = 60_000;
/** A durable position that only skipped other kinds of event is stored this often. */
const storeEvery = 1000;
/** The position is stored at once after a delivery, and then this often: a crash repeats no more than this. */
const storeEveryMs = 250;

/** Called with every delivered event, for the metrics. */
export type DeliveryListener = (subscriber: string, event: Delivered) => void;

/** One subscriber's progress through the outbox, at its own pace. */
export class OutboxReader {
  private position = 0;
  private stored = 0;
  private storedAt = 0;
  private storing: NodeJS.Timeout | undefined;
  private attempts = 0;
  private pausedUntil = 0;
  private goal = 0;
  private running: Promise<void> | undefined;

  constructor(
    private readonly rows: OutboxRepository,
    private readonly subscription: Subscription,
    private readonly logger: Logger,
    private readonly onDelivery: DeliveryListener,
    /** Asks for another {@link readTo} after a failure. */
    private readonly retryIn: (ms: number) => void,
  ) {}

  async start(head: number): Promise<void> {
    const { durable, name } = this.subscription;
    this.position = this.stored = durable ? await this.rows.positionOf(name) : head;
  }

  /** Delivers everything up to `goal`; a later call retries a failed subscriber. */
  readTo(goal: number): Promise<void> {
    this.goal = goal;
    this.running ??= this.run()
      .catch((err: unknown) => this.logger.error({ ...this.fields(), err }, 'outbox could not be read'))
      .finally(() => (this.running = undefined));
    return this.running;
  }

  /** After the last {@link readTo}: stores the position, so that no event is delivered again. */
  async stop(): Promise<void> {
    await this.running;
    if (this.storing) await this.store();
  }

  private async run(): Promise<void> {
    while (this.position < this.goal && Date.now() >= this.pausedUntil) {
      const events = await this.rows.after(this.position);
      // Rows up to the goal may have expired.
      if (events.length === 0) this.position = this.goal;
      const handled = await this.handOverAll(events);
      if (this.subscription.durable && (handled > 0 || this.position - this.stored >= storeEvery))
        await this.storeSoon();
    }
  }

  /** Continues to the first event that must wait; returns the number of delivered events. */
  private async handOverAll(events: readonly NumberedEvent[]): Promise<number> {
    let handled = 0;
    for (const { position, event } of events) {
      if (this.subscription.kinds.includes(event.kind)) {
        if (!(await this.handOver(event))) break;
        handled++;
      }
      this.position = position;
    }
    return handled;
  }

  private async storeSoon(): Promise<void> {
    const wait = this.storedAt + storeEveryMs - Date.now();
    if (wait <= 0) return this.store();
    this.storing ??= setTimeout(() => {
      this.store().catch((err: unknown) => this.logger.warn({ ...this.fields(), err }, 'position could not be stored'));
    }, wait).unref();
  }

  /**
   * Stores a recent position, not each one: after a crash the subscriber gets some events again, which it must tolerate anyway.
   */
  private async store(): Promise<void> {
    clearTimeout(this.storing);
    this.storing = undefined;
    const { position } = this;
    this.storedAt = Date.now();
    await this.rows.keepPosition(this.subscription.name, position);
    this.stored = position;
  }

  private fields() {
    return { module: 'outbox', subscriber: this.subscription.name };
  }

  private async handOver(event: Delivered): Promise<boolean> {
    const { name, durable } = this.subscription;
    const began = performance.now();
    const fields = { ...this.fields(), kind: event.kind, ...event.tenant, event: event.id };
    try {
      await this.subscription.handle(event);
    } catch (err) {
      this.attempts += 1;
      if (durable && this.attempts < maxAttempts) {
        const pause = Math.min(longestPauseMs, 250 * 2 ** this.attempts);
        this.pausedUntil = Date.now() + pause;
        this.retryIn(pause);
        this.logger.warn({ ...fields, err, attempt: this.attempts }, 'subscriber failed, will be tried again');
        return false;
      }
      this.logger.error({ ...fields, err }, 'subscriber failed, event given up');
    }
    this.attempts = 0;
    const ms = Math.round(performance.now() - began);
    if (ms > slowMs) this.logger.warn({ ...fields, ms }, 'slow subscriber');
    this.onDelivery(name, event);
    return true;
  }
}
