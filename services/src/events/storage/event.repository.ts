import { Injectable } from '@nestjs/common';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { TenantRepository, type InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import {
  type Copied,
  type CopyChange,
  deriveTimes,
  type EventCounts,
  type EventFields,
  type EventMove,
  longMs,
  type NewEvent,
  newEventRow,
  type SyncedEvent,
  type SyncedPart,
  untilOf,
} from './event-rows.js';
import { eventSchema, type EventRow, isAllDay } from './event.schema.js';
import { ofMember, withoutMember } from './member-traces.js';

const removable = [
  ...(['end', 'all_day', 'geo', 'group', 'organizer', 'organizer_name', 'capacity', 'registration_url'] as const),
  ...(['asked_organizer', 'own'] as const),
] as const;
/** Fields that a sync removes when its calendar no longer has them. */
const removableBySync = [
  ...(['end', 'all_day', 'geo', 'organizer_name', 'url', 'conference_url', 'tentative', 'place', 'nth'] as const),
] as const;
const earliestFirst = { when: 1, _id: 1 } as const;
const latestFirst = { when: -1, _id: -1 } as const;

/** A member, to find events that they may read. */
export interface Reader {
  user: string;
  /** The member's groups; undefined for an admin, who reads all events. */
  groups: readonly string[] | undefined;
}

interface UnreadQuery extends Reader {
  after: Date;
  /** Ids of events that the member has read. */
  read: readonly string[];
  now: Date;
  limit: number;
}

@Injectable()
export class EventRepository extends TenantRepository<EventRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'events', eventSchema);
  }

  byId(tenant: Tenant, id: string, options: InSession = {}): Promise<EventRow | null> {
    return this.findOne(tenant, { _id: id }, options);
  }

  byClientId(tenant: Tenant, user: string, client_id: string): Promise<EventRow | null> {
    return this.findOne(tenant, { user, client_id });
  }

  /**
   * Events that overlap the span, including its ends, earliest first. With `latest` the last ones where there are more than `limit`,
   * with `reader` those that this member may read.
   */
  async overlapping(
    tenant: Tenant,
    { from, to }: { from: Date; to: Date },
    limit: number,
    { latest = false, reader }: { latest?: boolean; reader?: Reader | undefined } = {},
  ): Promise<EventRow[]> {
    const first = new Date(from.getTime() - longMs);
    const open = reader ? readableBy(reader) : {};
    const [long, other] = await Promise.all([
      this.find(tenant, { long: true, until: { $gte: from }, when: { $lt: first }, ...open }, { limit }),
      this.find(
        tenant,
        { when: { $gte: first, $lte: to }, until: { $gte: from }, ...open },
        { sort: latest ? latestFirst : earliestFirst, limit },
      ),
    ]);
    // Each long one starts before the others.
    const rows = [...long, ...other].sort((a, b) => +a.when - +b.when || (a._id < b._id ? -1 : 1));
    return latest ? rows.slice(-limit) : rows.slice(0, limit);
  }

  ofSeries(tenant: Tenant, series: string, limit: number): Promise<EventRow[]> {
    return this.find(tenant, { series }, { sort: earliestFirst, limit });
  }

  /** The copies of one part of a recurring event, in order. */
  ofRecurring(tenant: Tenant, recurring: string, options: InSession = {}): Promise<EventRow[]> {
    return this.find(tenant, { recurring }, { sort: { place: 1 }, ...options });
  }

  hasCopies(tenant: Tenant, root: string): Promise<boolean> {
    return this.exists(tenant, { root });
  }

  /** The readers of those copies that show a file, and that a member may read. */
  showing(tenant: Tenant, root: string, file: string, reader: Reader) {
    const filter = { root, $or: [{ images: file }, { files: file }], ...readableBy(reader) };
    return this.findParts(tenant, filter, ['user', 'organizer', 'group', 'invitation_only', 'invited']);
  }

  /** Whether a copy shows a file of the recurring event; `besides`: one that is not of this group. */
  usesFile(tenant: Tenant, root: string, file: string, besides?: string): Promise<boolean> {
    const others = besides === undefined ? {} : { group: { $ne: besides } };
    return this.exists(tenant, { root, $or: [{ images: file }, { files: file }], ...others });
  }

  /** Events of other members that were created after an instant, are not over and not in `read`, oldest first. */
  unread(tenant: Tenant, { user, groups, after, read, now, limit }: UnreadQuery): Promise<EventRow[]> {
    const filter = {
      ...{ synced: false, repeats: { $exists: false }, created: { $gt: after }, until: { $gt: now } },
      ...{ user: { $ne: user }, ...(read.length > 0 && { _id: { $nin: [...read] } }) },
      ...readableBy({ user, groups }),
    };
    return this.find(tenant, filter, { sort: { created: 1 }, limit });
  }

  /** When the newest of these events was created. */
  async newestCreated(tenant: Tenant, ids: readonly string[]): Promise<Date | undefined> {
    const filter = { _id: { $in: [...ids] } };
    const [row] = await this.findParts(tenant, filter, ['created'], { sort: { created: -1 }, limit: 1 });
    return row?.created;
  }

  /** Events that a member created, organises or is asked to organise, in all workplaces. */
  async ofMember(tenant: Tenant, user: string): Promise<EventRow[]> {
    return this.findEverywhere(tenant, ofMember(user));
  }

  /** Removes a member from the events of all workplaces; the events stay. */
  async forgetMember(tenant: Tenant, user: string): Promise<void> {
    for (const place of await this.tenantsWithRows(tenant)) {
      for (const [filter, update] of withoutMember(user)) await this.changeAll(place, filter, update);
      await this.changeAll(place, { user }, { $unset: { user: 1, client_id: 1 } });
    }
  }

  add(tenant: Tenant, event: NewEvent, options: InSession): Promise<EventRow> {
    return this.insert(tenant, newEventRow(event, new Date()), options);
  }

  /** Adds copies of a recurring event. */
  async addCopies(tenant: Tenant, copies: readonly NewEvent[], options: InSession): Promise<void> {
    const created = new Date();
    if (copies.length === 0) return;
    await this.insertAll(
      tenant,
      copies.map((copy) => newEventRow(copy, created)),
      options,
    );
  }

  /** Changes each of these copies by its own entry. */
  async changeCopies(
    tenant: Tenant,
    changes: readonly { row: EventRow; change: CopyChange }[],
    options: InSession,
  ): Promise<void> {
    if (changes.length === 0) return;
    const updates = changes.map(({ row, change }) => {
      const times = deriveTimes({ ...row, ...(change as EventFields) });
      const all = { ...change, until: times.until, long: times.long, updated: new Date() };
      const missing = Object.entries(all).filter(([, value]) => value === undefined);
      const $set = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
      const $unset = Object.fromEntries(missing.map(([name]) => [name, 1]));
      return { filter: { _id: row._id }, update: { $set, $unset } as never };
    });
    await this.changeEach(tenant, updates, options);
  }

  async deleteAll(tenant: Tenant, ids: readonly string[], options: InSession): Promise<void> {
    await this.remove(tenant, { _id: { $in: [...ids] } }, options);
  }

  /** The event and the copies of its recurring event that some members are asked to organise, earliest first. */
  asking(tenant: Tenant, { event, root }: { event: string; root?: string }, users: readonly string[]) {
    const filter = { 'asked_organizer.user': { $in: [...users] } };
    const copies = root === undefined ? { _id: event } : { $or: [{ _id: event }, { root }] };
    return this.find(tenant, { ...filter, ...copies }, { sort: earliestFirst });
  }

  /** Some events of a group. */
  ofGroup(tenant: Tenant, group: string, limit: number): Promise<EventRow[]> {
    return this.find(tenant, { group }, { limit });
  }

  ofSource(tenant: Tenant, source: string): Promise<SyncedPart[]> {
    return this.findParts(tenant, { source }, ['digest', 'until', 'turn', 'ratings', 'comments', 'place', 'nth']);
  }

  async addSynced(tenant: Tenant, source: string, events: readonly SyncedEvent[], options: InSession): Promise<void> {
    const created = new Date();
    const rows = events.map((event) => newEventRow({ ...event, images: [], synced: true, source }, created));
    await this.insertAll(tenant, rows, options);
  }

  /** Writes the fields that the calendar decides; returns the ids of events whose time or place changed. */
  async updateSynced(tenant: Tenant, events: readonly SyncedEvent[], options: InSession): Promise<Set<string>> {
    const before = await this.find(tenant, { _id: { $in: events.map(({ _id }) => _id) } }, options);
    const rowOf = new Map(before.map((row) => [row._id, row]));
    const changes = events.map(({ _id, ...fields }) => {
      const { until, long } = deriveTimes(fields);
      const missing = [...removableBySync.filter((name) => fields[name] === undefined), ...(long ? [] : ['long'])];
      const $set = { ...fields, until, ...(long && { long }), updated: new Date() };
      return {
        filter: { _id },
        update: { $set, $unset: Object.fromEntries(missing.map((name) => [name, 1])) } as never,
      };
    });
    await this.changeEach(tenant, changes, options);
    const isMoved = (event: SyncedEvent) => {
      const row = rowOf.get(event._id);
      return +(row?.when ?? 0) !== +event.when || +(row?.end ?? 0) !== +(event.end ?? 0) || row?.where !== event.where;
    };
    return new Set(events.filter(isMoved).map(({ _id }) => _id));
  }

  /** Deletes those of the events that no member has replied to. */
  async deleteUnanswered(tenant: Tenant, ids: readonly string[], options: InSession): Promise<void> {
    await this.remove(tenant, { _id: { $in: [...ids] }, turn: 0, comments: { $not: { $gt: 0 } } }, options);
  }

  /** Replaces the written fields; null for a deleted event. */
  update(tenant: Tenant, id: string, fields: EventFields & Copied, options: InSession): Promise<EventRow | null> {
    const { long, until } = deriveTimes(fields);
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const $set = { ...given, until, ...(long && { long }), updated: new Date() };
    const $unset = Object.fromEntries(
      [...removable.filter((name) => fields[name] === undefined), ...(long ? [] : ['long'])].map((name) => [name, 1]),
    );
    return this.change(tenant, { _id: id }, { $set, $unset } as never, options);
  }

  /**
   * Marks the events whose end equals their start, in all workplaces, unless they began more than two days before: lists no longer
   * show those.
   */
  async markAllDay(tenant: Tenant, now: Date): Promise<void> {
    const filter = { when: { $gte: new Date(+now - 2 * dayMs) }, all_day: { $exists: false }, end: { $exists: true } };
    for (const place of await this.tenantsWithRows(tenant)) {
      const rows = (await this.find(place, filter)).filter(isAllDay);
      const changes = rows.map((row) => ({
        filter: { _id: row._id, end: row.end!, when: row.when },
        update: { $set: { all_day: true, until: untilOf(row) } },
      }));
      if (changes.length > 0) await this.changeEach(place, changes, {});
    }
  }

  /** Events that start in a span, earliest first. */
  startingIn(tenant: Tenant, from: Date, before: Date, limit: number, options: InSession = {}): Promise<EventRow[]> {
    return this.find(tenant, { when: { $gte: from, $lt: before } }, { sort: earliestFirst, limit, ...options });
  }

  byIds(tenant: Tenant, ids: readonly string[], options: InSession = {}): Promise<EventRow[]> {
    return this.find(tenant, { _id: { $in: [...ids] } }, { sort: earliestFirst, ...options });
  }

  /** Changes the times of events, which keep their length. */
  async move(tenant: Tenant, moves: readonly EventMove[], options: InSession): Promise<void> {
    // Whole days do not move.
    const changes = moves.map(({ _id, when, end, shifted }) => {
      const until = end ?? new Date(+when + hourMs);
      const $set = { when, until, updated: new Date(), ...(end && { end }), ...(shifted && { shifted }) };
      return { filter: { _id }, update: { $set, ...(!shifted && { $unset: { shifted: 1 } }) } as never };
    });
    await this.changeEach(tenant, changes, options);
  }

  /** Takes the next position in the order of replies, which locks the event in the transaction; null for a deleted event. */
  takeTurn(tenant: Tenant, id: string, options: InSession): Promise<EventRow | null> {
    return this.change(tenant, { _id: id }, { $inc: { turn: 1 } }, options);
  }

  /** Adds to the counters. */
  addCounts(tenant: Tenant, id: string, counts: EventCounts, options: InSession): Promise<EventRow | null> {
    return this.change(tenant, { _id: id }, { $inc: counts }, options);
  }

  async delete(tenant: Tenant, id: string, options: InSession): Promise<boolean> {
    return (await this.remove(tenant, { _id: id }, options)) > 0;
  }
}

/** The filter of events that a member may read, but for those of a group that is gone. */
function readableBy({ user, groups }: Reader) {
  if (groups === undefined) return {};
  const invited = [{ invitation_only: { $ne: true } }, { user }, { organizer: user }, { invited: user }];
  const ofGroups = [{ group: { $exists: false } }, { group: { $in: [...groups] } }];
  return { $and: [{ $or: ofGroups }, { $or: invited }] };
}
