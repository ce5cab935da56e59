import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Delivered } from './domain-events.js';
import { maxEventsRead, OutboxRepository } from './outbox.repository.js';

/** Far less than events are kept: who has not looked for longer may have slept until some were gone. */
const sleptMs = 3_600_000;

/** Told of a committed event, or of undefined when it is not known which events there were. */
type Told = (event: Delivered | undefined) => void;

/**
 * Lets a cache answer what is stored now, whichever process wrote (ADR 0023): {@link sync} settles when every event that was
 * committed before the call has been told to the listeners, which drop what it changed. Unlike a subscriber they hear of events
 * that have no position yet, of some twice and in no sure order.
 */
@Injectable()
export class CommitLog implements OnApplicationBootstrap {
  private readonly listeners: Told[] = [];
  /** Up to here everything has been told. */
  private position: number | undefined;
  /** When that was read. By the clock of the day: the other one stands still while a machine sleeps. */
  private at = 0;
  /** What has been told of events that are not behind {@link position} yet, by id. */
  private readonly told = new Set<string>();
  private running: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;

  constructor(private readonly rows: OutboxRepository) {}

  /** For the application's life; `told` must not fail. */
  on(told: Told): void {
    this.listeners.push(told);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.sync();
  }

  /** Callers share a reading that has not begun; one that is under way may have missed what its next caller must see. */
  sync(): Promise<void> {
    this.next ??= this.running.then(() => {
      this.next = undefined;
      const reading = this.read();
      this.running = reading.catch(() => undefined);
      return reading;
    });
    return this.next;
  }

  private async read(): Promise<void> {
    const now = Date.now();
    const isAwake = this.position !== undefined && now - this.at < sleptMs;
    const events = isAwake ? await this.rows.committedSince(this.position!) : undefined;
    if (events && events.length < maxEventsRead && this.goesOn(events)) this.tell(events);
    else await this.beginAnew();
    this.at = now;
  }

  /** Positions have no gaps: where the next one is missing, it was so long ago that its event is no longer kept. */
  private goesOn(events: readonly { position: number }[]): boolean {
    const numbered = events.find(({ position }) => position > 0);
    return numbered === undefined || numbered.position === this.position! + 1;
  }

  /** What has happened is too much, or no longer there, to look at each: what is loaded from now on is new. */
  private async beginAnew(): Promise<void> {
    this.position = await this.rows.head();
    this.told.clear();
    this.listeners.forEach((listener) => listener(undefined));
  }

  private tell(events: readonly { position: number; event: Delivered }[]): void {
    for (const { position, event } of events) {
      if (!this.told.has(event.id)) this.listeners.forEach((listener) => listener(event));
      // Behind one that was not seen yet nothing is left out.
      if (position === this.position! + 1) {
        this.position = position;
        this.told.delete(event.id);
      } else this.told.add(event.id);
    }
  }
}
