import type { Logger } from '../logging/logger.js';
import type { OutboxRepository } from './outbox.repository.js';

/** A crash repeats no more than the events of this time. */
const storeMs = 250;

/** Stores the positions that durable subscribers have reached, those of all subscribers in one command. */
export class SubscriberPositions {
  private reached = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private storing: Promise<void> = Promise.resolve();

  constructor(
    private readonly rows: OutboxRepository,
    private readonly logger: Logger,
  ) {}

  /** Stores a position within 250 ms. */
  note(subscriber: string, position: number): void {
    this.reached.set(subscriber, position);
    this.storeSoon();
  }

  private storeSoon(): void {
    this.timer ??= setTimeout(() => {
      this.store().catch((err: unknown) =>
        this.logger.warn({ module: 'outbox', err }, 'positions could not be stored'),
      );
    }, storeMs).unref();
  }

  /** Stores what was noted. */
  store(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.storing = this.storing.catch(() => undefined).then(() => this.storeReached());
    return this.storing;
  }

  private async storeReached(): Promise<void> {
    const { reached } = this;
    this.reached = new Map();
    try {
      await this.rows.keepPositions(reached);
    } catch (error) {
      this.reached = new Map([...reached, ...this.reached]);
      this.storeSoon();
      throw error;
    }
  }
}
