import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { dayMs } from '@paddock/contract/core/durations';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { Loop } from '../../infrastructure/outbox/loop.js';
import { eventOf, type LaterMail, LaterMailRepository } from './later-mail.repository.js';

const pollMs = 15_000;
/** A mail later than this is dropped. */
const uselessAfterMs = dayMs;

/** Sends the mail if it is still wanted. A retry has the same key. */
type Handle = (event: Delivered, about: { user: string; key: string; now: Date }) => Promise<void>;

/** Delayed mails, stored so that a restart loses none. */
@Injectable()
export class LaterMails implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly kinds = new Map<string, Handle>();
  private readonly loop = new Loop(() => this.look(), pollMs);
  private stopped = false;

  constructor(
    private readonly rows: LaterMailRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  register(kind: string, handle: Handle): void {
    this.kinds.set(kind, handle);
  }

  add(kind: string, event: Delivered, user: string, subject: string, afterMs: number): Promise<void> {
    const { tenant, ...facts } = event;
    const due = new Date(event.at.getTime() + afterMs);
    return this.rows.add({ ...tenant, kind, user, subject, event: facts, due });
  }

  onApplicationBootstrap() {
    this.loop.wake();
  }

  async beforeApplicationShutdown() {
    this.stopped = true;
    await this.loop.stop();
  }

  /** Handles every mail that is due at `now`. */
  async look(now = new Date()): Promise<void> {
    try {
      for (;;) {
        const row = this.stopped ? null : await this.rows.take(now, [...this.kinds.keys()]);
        if (!row) return;
        await this.think(row, now);
      }
    } catch (err) {
      this.logger.error({ module: 'notifications', err }, 'mails that wait could not be read');
    }
  }

  private async think(row: LaterMail, now: Date): Promise<void> {
    const event = eventOf(row);
    const { community, workplace, kind, user, _id } = row;
    try {
      if (now.getTime() - event.at.getTime() < uselessAfterMs)
        await this.kinds.get(kind)!(event, { user, key: `${kind}:later:${_id}`, now });
      await this.rows.done(_id);
    } catch (err) {
      // Stays stored; retried when its lease ends.
      this.logger.warn({ module: 'notifications', community, workplace, kind, err }, 'mail that waited failed');
    }
  }
}
