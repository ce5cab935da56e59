import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { setImmediate as endOfTurn, setTimeout as wait } from 'node:timers/promises';
import { dayMs } from '@paddock/contract/core/durations';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import { isDatabaseAway, isStorageFull } from '../../infrastructure/errors/outage.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../users/user.repository.js';
import type { UserRow } from '../users/user.schema.js';
import { SessionRepository } from './session.repository.js';
import type { SessionRow } from './session.schema.js';

/** How often use is stored: a sliding expiry and `online` need no finer resolution. */
const noteEveryMs = 60_000;
/** Uses of this time are written together: members who return one by one would cost two commands each. */
const gatherMs = 1000;

interface Used {
  sessions: Set<string>;
  users: Set<string>;
}

/**
 * Stores the last use of sessions and members in the background: the first at once, those of the next second with one command each.
 * Calls do not wait for it. A lost note is harmless: the next call repeats it, and a session ends only after many days without use.
 */
@Injectable()
export class SessionUses implements BeforeApplicationShutdown {
  private readonly lifetimeMs: number;
  /** By community. */
  private noted = new Map<string, Used>();
  /** Uses being written, which are not noted again before the caches see the write. */
  private beingWritten: ReadonlyMap<string, Used> = new Map();
  private writing: Promise<void> | undefined;
  private pause = new AbortController();
  private isFlushing = false;

  constructor(
    private readonly sessions: SessionRepository,
    private readonly users: UserRepository,
    @Inject(ENVIRONMENT) environment: Environment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.lifetimeMs = environment.sessionDays * dayMs;
  }

  /** Notes a use, unless one was stored within the last minute. */
  note({ community }: Tenant, session: SessionRow, user: UserRow, now: Date): void {
    const isOld = (time: Date | undefined) => now.getTime() - (time?.getTime() ?? 0) > noteEveryMs;
    const written = this.beingWritten.get(community);
    const isSessionDue = isOld(session.last_used) && !written?.sessions.has(session._id);
    const isUserDue = isOld(user.last_activity) && !written?.users.has(user._id);
    if (!isSessionDue && !isUserDue) return;
    const used = this.noted.get(community) ?? { sessions: new Set(), users: new Set() };
    this.noted.set(community, used);
    if (isSessionDue) used.sessions.add(session._id);
    if (isUserDue) used.users.add(user._id);
    this.writing ??= this.write();
  }

  /** Stores the remaining uses before the database's connection closes. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  /** Stores the uses noted so far without waiting for further ones. */
  async flush(): Promise<void> {
    this.isFlushing = true;
    this.pause.abort();
    await this.writing;
    this.isFlushing = false;
  }

  private async write(): Promise<void> {
    while (await this.hasNotes()) {
      this.beingWritten = this.noted;
      this.noted = new Map();
      try {
        for (const [community, used] of this.beingWritten) await this.writeAll(tenantOf(community), used);
      } catch (error) {
        // Reads continue while the database accepts no writes.
        if (!isStorageFull(error) && !isDatabaseAway(error))
          this.logger.error({ module: 'session', err: error }, 'uses of sessions were not written down');
      }
      this.beingWritten = new Map();
      if (!this.isFlushing) await this.gather();
    }
    this.writing = undefined;
  }

  private async gather(): Promise<void> {
    this.pause = new AbortController();
    await wait(gatherMs, undefined, { signal: this.pause.signal, ref: false }).catch(() => undefined);
  }

  /** Waits for the end of the event-loop turn, so that its notes are written together. */
  private async hasNotes(): Promise<boolean> {
    await endOfTurn();
    return this.noted.size > 0;
  }

  private async writeAll(tenant: Tenant, { sessions, users }: Used): Promise<void> {
    const now = new Date();
    if (sessions.size > 0)
      await this.sessions.use(tenant, [...sessions], now, new Date(now.getTime() + this.lifetimeMs));
    if (users.size > 0) await this.users.noteActivity(tenant, [...users], now);
  }
}
