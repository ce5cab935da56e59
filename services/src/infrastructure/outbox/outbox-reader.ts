import { isOutage } from '../errors/outage.js';
import { groupBy } from '../group-by.js';
import type { Logger } from '../logging/logger.js';
import type { Delivered, Subscription } from './domain-events.js';
import type { NumberedEvent, OutboxRepository } from './outbox.repository.js';
import type { SubscriberPositions } from './subscriber-positions.js';

const slowMs = 100;
/** Attempts at an event whose handler fails by itself. Outages do not count. */
const maxAttempts = 10;
/** Lanes of a subscriber that are handled at the same time. */
const lanesAtOnce = 16;
/** A durable position that only skipped other kinds of event is stored this often. */
const storeEvery = 1000;

/** Called with every delivered event, for the metrics. */
export type DeliveryListener = (subscriber: string, event: Delivered) => void;

/** One subscriber's progress through the outbox, at its own pace. */
export class OutboxReader {
  private position = 0;
  private noted = 0;
  private attempts = 0;
  /** Failed attempts at the present event, with those that an outage ended. */
  private failures = 0;
  /** By `performance.now()`. */
  private pausedUntil = 0;
  private goal = 0;
  private running: Promise<void> | undefined;
  private isStopped = false;
  private waiting: Date | undefined;

  constructor(
    private readonly rows: OutboxRepository,
    private readonly positions: SubscriberPositions,
    private readonly subscription: Subscription,
    private readonly logger: Logger,
    private readonly onDelivery: DeliveryListener,
    /** Asks for another {@link readTo} after a failure. */
    private readonly retryIn: (ms: number) => void,
    private readonly maxPauseMs: number,
  ) {}

  async start(head: number): Promise<void> {
    const { durable, name } = this.subscription;
    this.position = this.noted = durable ? await this.rows.positionOf(name) : head;
  }

  get isDurable(): boolean {
    return this.subscription.durable === true;
  }

  /** When the oldest event was committed that is being delivered or waits for it. */
  get waitingSince(): Date | undefined {
    return this.waiting;
  }

  /** The number of events that wait, of all kinds. */
  get backlog(): number {
    return Math.max(0, this.goal - this.position);
  }

  /** Delivers everything up to `goal`; a later call retries a failed subscriber. */
  readTo(goal: number): Promise<void> {
    this.goal = goal;
    this.running ??= this.run()
      .catch((err: unknown) => this.logger.error({ ...this.fields(), err }, 'outbox could not be read'))
      .finally(() => (this.running = undefined));
    return this.running;
  }

  /** Ends after the event that is being delivered: the rest is delivered after the next start. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.isStopped && this.position < this.goal && performance.now() >= this.pausedUntil) {
      const events = await this.rows.after(this.position);
      // Rows up to the goal may have expired.
      if (events.length === 0) this.position = this.goal;
      this.waiting = events[0]?.event.at;
      const handled = await (this.subscription.laneOf ? this.handOverLanes(events) : this.handOverAll(events));
      // A recent position, not each one: after a crash the subscriber gets some events again, which it must tolerate anyway.
      if (this.subscription.durable && (handled > 0 || this.position - this.noted >= storeEvery)) {
        this.noted = this.position;
        this.positions.note(this.subscription.name, this.position);
      }
    }
    if (this.position >= this.goal) this.waiting = undefined;
  }

  /** Continues to the first event that must wait; returns the number of delivered events. */
  private async handOverAll(events: readonly NumberedEvent[]): Promise<number> {
    let handled = 0;
    for (const { position, event } of events) {
      if (this.isStopped) break;
      if (this.subscription.kinds.includes(event.kind)) {
        if (!(await this.handOver(event))) break;
        handled++;
      }
      this.position = position;
    }
    return handled;
  }

  private async handOverLanes(events: readonly NumberedEvent[]): Promise<number> {
    const { subscription } = this;
    const wanted = events.filter(({ event }) => subscription.kinds.includes(event.kind)).map(({ event }) => event);
    const lanes = [...groupBy(wanted, (event) => subscription.laneOf!(event)).values()].map((lane) => {
      const keys = lane.map((event) => subscription.latestOf?.(event));
      return lane.filter((_, at) => keys[at] === undefined || keys.lastIndexOf(keys[at]) === at);
    });
    const next = async (): Promise<void> => {
      for (let lane = lanes.shift(); lane && !this.isStopped; lane = lanes.shift())
        for (const event of lane) await this.handOver(event);
    };
    await Promise.all(Array.from({ length: Math.min(lanesAtOnce, lanes.length) }, next));
    this.position = events.at(-1)?.position ?? this.position;
    return wanted.length;
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
      this.failures += 1;
      if (!isOutage(err)) this.attempts += 1;
      if (durable && this.attempts < maxAttempts) {
        const pause = Math.min(this.maxPauseMs, 250 * 2 ** this.failures);
        this.pausedUntil = performance.now() + pause;
        this.retryIn(pause);
        this.logger.warn({ ...fields, err, attempt: this.failures }, 'subscriber failed, will be tried again');
        return false;
      }
      this.logger.error({ ...fields, err }, 'subscriber failed, event given up');
    }
    this.attempts = this.failures = 0;
    const ms = Math.round(performance.now() - began);
    if (ms > slowMs) this.logger.warn({ ...fields, ms }, 'slow subscriber');
    this.onDelivery(name, event);
    return true;
  }
}
