import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import {
  type addEventSource,
  type EventSource,
  maxEventSources,
  type readEventSources,
} from '@paddock/contract/calls/event-sources';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { once } from '../../infrastructure/idempotency/once.js';
import { isDuplicateKey } from '../../infrastructure/mongo/mongo.js';
import { CalendarSync } from './calendar-sync.js';
import { type EventSourceRow, EventSourceRepository } from './event-source.repository.js';
import { SyncedEvents } from './synced-events.js';

/** How often a call asks whether another reader has ended. */
const pollMs = 100;
const defaultColor = '#2a6fdb';

/** The calendars that a workplace subscribes to; for its admins. */
@Injectable()
export class EventSources {
  constructor(
    private readonly sources: EventSourceRepository,
    private readonly events: SyncedEvents,
    private readonly sync: CalendarSync,
  ) {}

  async list({ tenant }: SignedInCaller): Promise<CallReply<typeof readEventSources>> {
    return { sources: (await this.sources.all(tenant)).map(viewOf) };
  }

  /** @throws EVENT_SOURCE_EXISTS, TOO_MANY_EVENT_SOURCES */
  async add(
    { tenant, user }: SignedInCaller,
    { url, color = defaultColor, client_id }: CallArguments<typeof addEventSource>,
  ): Promise<EventSource> {
    const { row } = await once(
      () => this.sources.byClientId(tenant, client_id),
      async () => {
        if ((await this.sources.all(tenant)).length >= maxEventSources)
          throw new PaddockError('TOO_MANY_EVENT_SOURCES');
        return this.sources.add(tenant, { url, color, user: user._id, client_id, title: new URL(url).hostname });
      },
    ).catch((error: unknown) => {
      throw isDuplicateKey(error)
        ? new PaddockError('EVENT_SOURCE_EXISTS', { fields: { url: 'EVENT_SOURCE_EXISTS' } })
        : error;
    });
    this.sync.wake();
    return viewOf(row);
  }

  async refresh({ tenant }: SignedInCaller, id: string): Promise<EventSource> {
    const row = (await this.sync.read(tenant, id)) ?? (await this.afterOtherRead(tenant, id));
    if (!row) throw new PaddockError('NOT_FOUND');
    return viewOf(row);
  }

  private async afterOtherRead(tenant: Tenant, id: string): Promise<EventSourceRow | null> {
    for (;;) {
      const row = await this.sources.byId(tenant, id);
      if (!row || row.busy_until <= new Date()) return row;
      await sleep(pollMs);
    }
  }

  async delete({ tenant }: SignedInCaller, id: string): Promise<{ ok: true }> {
    if (!(await this.sources.delete(tenant, id))) throw new PaddockError('NOT_FOUND');
    await this.events.replace(tenant, id, new Map());
    return { ok: true };
  }
}

function viewOf(row: EventSourceRow): EventSource {
  const { _id, title, url, color, events_count, problem, checked, read, next, skipped = 0, notes = [] } = row;
  return {
    id: _id,
    title,
    url,
    color,
    events_count,
    state: problem ? 'failing' : read ? 'current' : 'waiting',
    ...(problem && { problem }),
    ...(checked && { checked: checked.toISOString() }),
    ...(read && { read: read.toISOString() }),
    next: next.toISOString(),
    skipped,
    notes,
  };
}
