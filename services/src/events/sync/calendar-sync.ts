import type { CalendarNote } from '@paddock/contract/calls/event-sources';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { dayMs, minuteMs } from '@paddock/contract/core/durations';
import { zoneOfWorkplace } from '@paddock/contract/core/workplaces';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { Loop } from '../../infrastructure/outbox/loop.js';
import { Outbound } from '../../infrastructure/outbound/outbound.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { type Tenant, tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { type EventSourceRow, EventSourceRepository, type ReadResult } from './event-source.repository.js';
import { CalendarProblem, readCalendar } from './read-calendar.js';
import { digestOf, line, syncedFields, syncedId } from './synced-event.js';
import type { SyncedTarget } from './synced-event.js';
import { SyncedEvents } from './synced-events.js';
import { turns } from './turns.js';

const pollMs = minuteMs;
const everyMs = 15 * minuteMs;
/** Recurrences are stored from half a year ago to thirteen months ahead; the past ones stay. */
const pastMs = 180 * dayMs;
const futureMs = 400 * dayMs;
/** Calendars that are read at once. */
const atOnce = 2;
const fetchMs = 10_000;
const maxBytes = 10_000_000;
const maxEvents = 20_000;
const accept = 'text/calendar, */*;q=0.5';

/**
 * Keeps the events of subscribed calendars equal to the calendars. A calendar that cannot be read leaves its events as they
 * were and shows its problem to the admins; so does an event that cannot be read.
 */
@Injectable()
export class CalendarSync implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new Loop(() => this.readDue(), pollMs);
  private readonly take = turns(atOnce);
  private isStopping = false;

  constructor(
    private readonly sources: EventSourceRepository,
    private readonly events: SyncedEvents,
    private readonly outbound: Outbound,
    private readonly communities: Communities,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.loop.wake();
  }

  beforeApplicationShutdown() {
    this.isStopping = true;
    return this.loop.stop();
  }

  /** Reads due calendars soon. */
  wake(): void {
    this.loop.wake();
  }

  /** Reads one calendar now; returns its new row, or undefined while another process reads it. */
  async read(tenant: Tenant, id: string, now = new Date()): Promise<EventSourceRow | undefined> {
    const source = await this.sources.claim(tenant, id, now);
    if (!source) return undefined;
    const result = await this.resultOf(tenant, source, now);
    const row = await this.sources.finish(tenant, id, result, new Date(now.getTime() + everyMs));
    // Deleted during the read: what the read has added goes too.
    if (!row) await this.events.replace(tenant, id, new Map());
    return row ?? undefined;
  }

  private async readDue(): Promise<void> {
    const now = new Date();
    const failed = (community: string) => (err: unknown) => {
      this.logger.error({ module: 'events', community, err }, 'calendars could not be read');
      return [];
    };
    const due = await Promise.all(
      this.communities.all().map(({ id }) => this.sources.due(tenantOf(id), now).catch(failed(id))),
    );
    const places = due.flat();
    const longest = Math.max(0, ...places.map(({ rows }) => rows.length));
    // One of each workplace in turn: a workplace with many calendars does not delay the others.
    const all = Array.from({ length: longest }, (_, n) =>
      places.flatMap(({ place, rows }) => (rows[n] ? [{ place, id: rows[n]._id }] : [])),
    ).flat();
    await Promise.all(
      all.map(({ place, id }) =>
        this.take(async () => {
          if (!this.isStopping) await this.read(place, id).catch(failed(place.community));
        }),
      ),
    );
  }

  private async resultOf(tenant: Tenant, source: EventSourceRow, now: Date): Promise<ReadResult> {
    try {
      return await this.sync(tenant, source, now);
    } catch (error) {
      if (error instanceof CalendarProblem) return { problem: error.problem, skipped: 0, notes: [], ...error.found };
      throw error;
    }
  }

  /** @throws {CalendarProblem} */
  private async sync(tenant: Tenant, source: EventSourceRow, now: Date): Promise<ReadResult> {
    const isExpanded = source.expanded !== undefined && now.getTime() - source.expanded.getTime() < dayMs;
    const file = await this.fetch(source, isExpanded && !source.problem);
    if (!file) return { read: now };
    const config = this.communities.find(tenant.community);
    const { name, events, skipped, notes, kept } = await readCalendar({
      bytes: file.bytes,
      charset: file.charset,
      from: now.getTime() - pastMs,
      to: now.getTime() + futureMs,
      time_zone: config ? zoneOfWorkplace(config, tenant.workplace) : 'UTC',
      maxEvents,
    });
    const title = line(name ?? '', 140) || source.title;
    const targets = new Map<string, SyncedTarget>();
    for (const event of events) {
      const fields = syncedFields(event, source.color, title);
      targets.set(syncedId(source._id, event), { fields, digest: digestOf(fields) });
    }
    const lasting = {
      past: new Date(now.getTime() - pastMs),
      bases: new Set(kept.map((uid) => syncedId(source._id, { uid }))),
    };
    await this.events.replace(tenant, source._id, targets, lasting);
    const { etag, last_modified } = file;
    const found = { events_count: targets.size, skipped, notes: notes.map(readable) };
    return { title, ...found, read: now, expanded: now, etag, last_modified };
  }

  /** The file; undefined if it has not changed. @throws {CalendarProblem} */
  private async fetch(
    { url, etag, last_modified }: EventSourceRow,
    isConditional: boolean,
  ): Promise<CalendarReply | undefined> {
    const headers = {
      accept,
      ...(isConditional && etag && { 'if-none-match': etag }),
      ...(isConditional && last_modified && { 'if-modified-since': last_modified }),
    };
    let bytes = 0;
    try {
      const reply = await this.outbound.fetch(url, { headers, maxBytes, timeoutMs: fetchMs });
      bytes = Number(reply.headers.get('content-length') ?? 0);
      if (reply.status === 304 && isConditional) return undefined;
      if (reply.status !== 200) throw new CalendarProblem('unreachable');
      return {
        bytes: new Uint8Array(await reply.arrayBuffer()),
        charset: /charset="?([\w-]+)/i.exec(reply.headers.get('content-type') ?? '')?.[1],
        etag: reply.headers.get('etag') ?? '',
        last_modified: reply.headers.get('last-modified') ?? '',
      };
    } catch (error) {
      if (error instanceof CalendarProblem) throw error;
      throw new CalendarProblem(bytes > maxBytes || isTooLarge(error) ? 'too_large' : 'unreachable');
    }
  }
}

interface CalendarReply {
  bytes: Uint8Array;
  charset: string | undefined;
  etag: string;
  last_modified: string;
}

const readable = (note: CalendarNote): CalendarNote => ({ ...note, title: line(note.title, 140) });

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && (/more than \d+ bytes/.test(error.message) || isTooLarge(error.cause));
