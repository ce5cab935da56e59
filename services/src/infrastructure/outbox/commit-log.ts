import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Delivered } from './domain-events.js';
import { maxEventsRead, OutboxRepository } from './outbox.repository.js';

/** Far less than the retention of events: after a longer pause, the machine may have slept until some expired. */
const sleptMs = 3_600_000;

declare const synced: unique symbol;

/**
 * Proof that the caches know every event committed before the request: only {@link CommitLog.sync} makes one. Readers of caches that
 * events keep current demand it, so that a read of old rows does not compile.
 */
export interface Snapshot {
  readonly [synced]: true;
}
const snapshot = {} as Snapshot;

/** Listener for committed events; undefined means that unknown events were committed. */
type CommitListener = (event: Delivered | undefined) => void;

/**
 * Keeps caches consistent with writes of all processes (ADR 0023): {@link sync} resolves when every event committed before the
 * call has been passed to the listeners, which drop the affected rows. Unlike subscribers, listeners also get events without a
 * position, some events twice, and in no guaranteed order.
 */
@Injectable()
export class CommitLog implements OnApplicationBootstrap {
  private readonly listeners: CommitListener[] = [];
  /** All events up to this position have been passed on. */
  private position: number | undefined;
  /** Wall-clock time of the last reading; the monotonic clock stops while a machine sleeps. */
  private at = 0;
  /** Ids of events that were passed on but are not covered by {@link position} yet. */
  private readonly passedOn = new Set<string>();
  private running: Promise<unknown> = Promise.resolve();
  private next: Promise<Snapshot> | undefined;

  constructor(private readonly rows: OutboxRepository) {}

  /** Registers a listener for the application's lifetime; it must not throw. */
  on(listener: CommitListener): void {
    this.listeners.push(listener);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.sync();
  }

  /** Calls share a reading that has not begun; a running one may miss events committed before a later call. */
  sync(): Promise<Snapshot> {
    this.next ??= this.running.then(() => {
      this.next = undefined;
      const reading = this.read();
      this.running = reading.catch(() => undefined);
      return reading;
    });
    return this.next;
  }

  private async read(): Promise<Snapshot> {
    const now = Date.now();
    const isAwake = this.position !== undefined && now - this.at < sleptMs;
    const events = isAwake ? await this.rows.committedSince(this.position!) : undefined;
    if (events && events.length < maxEventsRead && this.isGapless(events)) this.passOn(events);
    else await this.restart();
    this.at = now;
    return snapshot;
  }

  /** Positions have no gaps: a missing next position means that its event has expired. */
  private isGapless(events: readonly { position: number }[]): boolean {
    const numbered = events.find(({ position }) => position > 0);
    return numbered === undefined || numbered.position === this.position! + 1;
  }

  /** Too many or expired events: listeners drop everything, so later loads are current. */
  private async restart(): Promise<void> {
    this.position = await this.rows.head();
    this.passedOn.clear();
    this.listeners.forEach((listener) => listener(undefined));
  }

  private passOn(events: readonly { position: number; event: Delivered }[]): void {
    for (const { position, event } of events) {
      if (!this.passedOn.has(event.id)) this.listeners.forEach((listener) => listener(event));
      // Advances up to the first gap only.
      if (position === this.position! + 1) {
        this.position = position;
        this.passedOn.delete(event.id);
      } else this.passedOn.add(event.id);
    }
  }
}
