import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { hourMs } from '@paddock/contract/core/durations';
import type { Delivered } from './domain-events.js';
import { maxEventsRead, OutboxRepository } from './outbox.repository.js';

/** Far less than the retention of events: after a longer pause, the machine may have slept until some expired. */
const sleptMs = hourMs;

/** How old a reading of the events may be that rights and names rely on. */
const recentMs = 750;

declare const recent: unique symbol;
declare const synced: unique symbol;

/** Proof that the caches know every event committed more than 750 ms ago: {@link CommitLog.recent} makes it. */
export interface Recent {
  readonly [recent]: true;
}

/**
 * Proof that the caches know every event committed before the request: only {@link CommitLog.sync} makes one. Readers of what must
 * be current demand it, so that a read of old rows does not compile.
 */
export interface Snapshot extends Recent {
  readonly [synced]: true;
}
const snapshot = {} as Snapshot;
const done = Promise.resolve(snapshot);

/** A reading of the events; `started` by `performance.now()`. */
interface Reading {
  started: number;
  snapshot: Promise<Snapshot>;
}

/** Listener for committed events; undefined means that unknown events were committed. */
type CommitListener = (event: Delivered | undefined) => void;

/**
 * Keeps caches consistent with writes of all processes (ADR 0012): {@link sync} resolves when every event committed before the
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
  /** The last reading that has started; cleared when it fails. */
  private last: Reading | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private next: Promise<Snapshot> | undefined;

  /** The term of {@link SoleProcess} whose caches know all events of others. */
  private aloneIn: number | undefined;

  constructor(private readonly rows: OutboxRepository) {
    rows.onOwnEvent((event) => this.listeners.forEach((listener) => listener(event)));
  }

  /** Registers a listener for the application's lifetime; it must not throw. */
  on(listener: CommitListener): void {
    this.listeners.push(listener);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.sync();
  }

  /**
   * Resolves when every event committed before `arrived` has been passed on. Calls share a reading that has not begun, and one that
   * began after they arrived: any other may miss events committed before.
   *
   * @param arrived when the request arrived, by `performance.now()`: only for calls that show no write of their own
   */
  sync(arrived = performance.now()): Promise<Snapshot> {
    if (this.last && this.last.started > arrived) return this.last.snapshot;
    const { aloneIn } = this;
    if (aloneIn !== undefined && this.rows.sole.aloneNow() === aloneIn) return done;
    this.next ??= this.running.then(() => {
      this.next = undefined;
      return this.start();
    });
    return this.next;
  }

  /** Like {@link sync} for events committed more than 750 ms ago: most calls find a reading that others asked for. */
  recent(): Promise<Recent> {
    return this.sync(performance.now() - recentMs);
  }

  private start(): Promise<Snapshot> {
    const reading = { started: performance.now(), snapshot: this.read() };
    this.last = reading;
    this.running = reading.snapshot.catch(() => {
      if (this.last === reading) this.last = undefined;
    });
    return reading.snapshot;
  }

  private async read(): Promise<Snapshot> {
    const alone = await this.rows.sole.alone();
    if (alone !== undefined && alone === this.aloneIn) return snapshot;
    const now = Date.now();
    const isAwake = this.position !== undefined && now - this.at < sleptMs;
    const events = isAwake ? await this.rows.committedSince(this.position!) : undefined;
    if (events && events.length < maxEventsRead && this.isGapless(events)) this.passOn(events);
    else await this.restart();
    this.at = now;
    this.aloneIn = alone;
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
