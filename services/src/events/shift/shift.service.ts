import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { startOfDay, wallYear } from '@paddock/contract/core/time-zones';
import {
  type readShift,
  type ShiftedSession,
  type shiftEvents,
  type ShiftScope,
  shiftScopes,
  type undoShift,
  undoShiftWithinMs,
} from '@paddock/contract/calls/event-shift';
import type { ClientSession } from 'mongodb';
import { createHash } from 'node:crypto';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { minuteMs } from '@paddock/contract/core/durations';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { once } from '../../infrastructure/idempotency/once.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from '../storage/event.repository.js';
import { type EventRow, isAllDay } from '../storage/event.schema.js';
import { EventAccess } from '../reading/event-access.js';
import { type ShiftRow, ShiftRepository } from './shift.repository.js';

/** Sessions that one day may have. */
const maxSessions = 2000;
/** Maximum number of changed events sent to a window one by one; above it the window gets one event and reloads its list. */
const maxSentEach = 20;

/** The part of a day that a shift moves. */
interface Part {
  sessions: EventRow[];
  synced: EventRow[];
  ends: Date;
}

/** Timetable shifts: an admin moves the following sessions of a day in one step (ADR 0044). */
@Injectable()
export class ShiftService {
  constructor(
    private readonly events: EventRepository,
    private readonly shifts: ShiftRepository,
    private readonly access: EventAccess,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  async preview(
    caller: SignedInCaller,
    { id, scope }: CallArguments<typeof readShift>,
  ): Promise<CallReply<typeof readShift>> {
    const first = await this.access.find(caller, id);
    const { sessions, synced, ends } = await this.partOf(caller.tenant, id);
    const chosen = ofScope(sessions, first, scope);
    return {
      sessions: chosen.map(sessionView),
      synced: ofScope(synced, first, scope).map(sessionView),
      scopes: shiftScopes.filter((one) => one === 'all' || isNarrower(sessions, first, one)),
      time_zone: first.time_zone,
      day_ends: ends.toISOString(),
      version: versionOf(chosen),
    };
  }

  /** A resend returns the first shift. */
  async shift(
    caller: SignedInCaller,
    { id, client_id, minutes, scope, version }: CallArguments<typeof shiftEvents>,
  ): Promise<CallReply<typeof shiftEvents>> {
    const { tenant, user } = caller;
    const { row } = await once(
      () => this.shifts.byClientId(tenant, user._id, client_id),
      async () => {
        const first = await this.access.find(caller, id);
        return this.mutex.transaction(keyOf(tenant), async (session) => {
          // A resend that waited for the first one must not find its own changes.
          const known = await this.shifts.byClientId(tenant, user._id, client_id, { session });
          if (known) return known;
          const { sessions } = await this.partOf(tenant, id, session);
          const moving = ofScope(sessions, first, scope);
          if (versionOf(moving) !== version) throw new PaddockError('CONFLICT');
          const moves = moving.map((event) => shiftTimes(event, minutes * minuteMs));
          await this.events.move(tenant, moves, { session });
          const before = moving.map(({ _id, when, end, shifted }, at) => {
            return { event: _id, when, to: moves[at]!.when, ...(end && { end }), ...(shifted && { shifted }) };
          });
          const own = { _id: newId(), user: user._id, client_id, minutes, created: new Date() };
          const added = await this.shifts.add(tenant, { ...own, sessions: before }, { session });
          await this.outbox.add(session, { kind: 'TimetableShifted', tenant, shift: own._id, actor: user._id });
          await this.publish(session, tenant, user._id, moving);
          return added;
        });
      },
    );
    return shiftView(row);
  }

  async undo({ tenant, user }: SignedInCaller, { id }: CallArguments<typeof undoShift>) {
    const shift = await this.shifts.byId(tenant, id);
    if (!shift) throw new PaddockError('NOT_FOUND');
    if (shift.user !== user._id) throw new PaddockError('FORBIDDEN');
    if (shift.undone) return shiftView(shift);
    if (Date.now() >= undoUntil(shift)) throw new PaddockError('EDIT_WINDOW_OVER');
    const undone = await this.mutex.transaction(keyOf(tenant), async (session) => {
      const marked = await this.shifts.undo(tenant, id, { session });
      if (!marked) return shift;
      const ids = shift.sessions.map(({ event }) => event);
      const rows = await this.events.byIds(tenant, ids, { session });
      const before = new Map(shift.sessions.map((one) => [one.event, one]));
      const isElsewhere = ({ _id, when, end }: EventRow) => {
        const session = before.get(_id)!;
        return +when !== +session.to || (end && +end) !== (session.end && +session.end + shift.minutes * minuteMs);
      };
      if (rows.some(isElsewhere)) throw new PaddockError('CONFLICT');
      const moves = rows.map(({ _id }) => {
        const { when, end, shifted } = before.get(_id)!;
        return { _id, when, ...(end && { end }), ...(shifted && { shifted }) };
      });
      await this.events.move(tenant, moves, { session });
      await this.outbox.add(session, { kind: 'TimetableShiftUndone', tenant, shift: id });
      await this.publish(session, tenant, user._id, rows);
      return marked;
    });
    return shiftView({ ...undone, undone: undone.undone ?? new Date() });
  }

  /** The day's sessions from an event on. @throws EVENT_NOT_FOUND, EVENT_SYNCED, EVENT_PAST, INVALID_START_DATE for a whole day */
  private async partOf(tenant: Tenant, id: string, session?: ClientSession): Promise<Part> {
    const options = session ? { session } : {};
    const first = await this.events.byId(tenant, id, options);
    if (!first) throw new PaddockError('EVENT_NOT_FOUND');
    if (first.synced) throw new PaddockError('EVENT_SYNCED');
    if (isAllDay(first)) throw new PaddockError('INVALID_START_DATE');
    const now = new Date();
    if (first.until <= now) throw new PaddockError('EVENT_PAST');
    const ends = endOfDay(first.when, first.time_zone);
    const rows = await this.events.startingIn(tenant, first.when, ends, maxSessions, options);
    const here = rows.filter((row) => row.time_zone === first.time_zone && !isAllDay(row) && row.until > now);
    return { sessions: here.filter((row) => !row.synced), synced: here.filter((row) => row.synced), ends };
  }

  /** Windows show the new times; `TimetableShifted` notifies the members once. */
  private async publish(session: ClientSession, tenant: Tenant, actor: string, rows: readonly EventRow[]) {
    if (rows.length > maxSentEach) return this.outbox.add(session, { kind: 'EventsSynced', tenant });
    await this.outbox.add(
      session,
      ...rows.map(({ _id: event }) => ({ kind: 'EventUpdated', tenant, event, actor }) as const),
    );
  }
}

const keyOf = ({ community, workplace }: Tenant) => `shift:${community}:${workplace}`;
const undoUntil = ({ created }: ShiftRow) => created.getTime() + undoShiftWithinMs;

function ofScope(rows: readonly EventRow[], first: EventRow, scope: ShiftScope): EventRow[] {
  return scope === 'all' ? [...rows] : rows.filter((row) => row[scope] === first[scope]);
}

const isNarrower = (rows: readonly EventRow[], first: EventRow, scope: Exclude<ShiftScope, 'all'>) =>
  first[scope] !== undefined && rows.some((row) => row[scope] !== first[scope]);

function versionOf(rows: readonly EventRow[]): string {
  const times = rows.map(({ _id, when, end }) => `${_id}:${+when}:${end ? +end : ''}`);
  return createHash('sha256').update(times.join('\n')).digest('base64url');
}

/** An event's new times. @throws INVALID_START_DATE for a start before now or a time outside the calendar's years */
function shiftTimes(row: EventRow, ms: number): Pick<EventRow, '_id' | 'when' | 'end' | 'shifted'> {
  const when = new Date(+row.when + ms);
  const end = row.end && new Date(+row.end + ms);
  const isOutside = (at: Date) => at.getUTCFullYear() > 9999 || wallYear(at.toISOString(), row.time_zone) > 9999;
  if (when < new Date() || isOutside(when) || (end && isOutside(end)))
    throw new PaddockError('INVALID_START_DATE', { fields: { minutes: 'INVALID_START_DATE' } });
  const from = row.shifted && +row.shifted.to === +row.when ? row.shifted.from : row.when;
  const later = from > when ? from : when;
  return {
    _id: row._id,
    when,
    ...(end && { end }),
    // Back at its first start it is not moved any more.
    ...(+from !== +when && { shifted: { from, to: when, until: endOfDay(later, row.time_zone) } }),
  };
}

function sessionView({ _id: id, title, when, end, color, group }: EventRow): ShiftedSession {
  return { id, title, when: when.toISOString(), end: end?.toISOString(), color, group };
}

function shiftView(row: ShiftRow): CallReply<typeof shiftEvents> {
  const undo_until = new Date(undoUntil(row)).toISOString();
  return {
    id: row._id,
    minutes: row.minutes,
    count: row.sessions.length,
    undo_until,
    undone: row.undone !== undefined,
  };
}

/** When the day of an instant ends by the clock of a zone. */
const endOfDay = (at: Date, zone: string): Date => new Date(startOfDay(+at, zone, 1));
