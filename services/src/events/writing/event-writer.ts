import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import type { createEvent, deleteEvent, PaddockEvent, updateEvent } from '@paddock/contract/calls/events';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import { wallClock } from '@paddock/contract/core/time-zones';
import type { ClientSession } from 'mongodb';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { FilesService } from '../../community/files/files.service.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { once } from '../../infrastructure/idempotency/once.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import type { InSession } from '../../infrastructure/mongo/tenant-repository.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from '../event.repository.js';
import type { EventFields } from '../event-rows.js';
import { type EventRow, isAllDay } from '../event.schema.js';
import { EventAccess, isPast, manages } from '../reading/event-access.js';
import { commentKind } from '../reading/event-comments.js';
import { EventsService } from '../reading/events.service.js';
import { changedFields, ownFields } from '../recurrence/copies.js';
import { CopiesChange } from '../recurrence/copies-change.js';
import { RecurringEventRepository } from '../recurrence/recurring-event.repository.js';
import { invalidRecurrence, RecurringEvents } from '../recurrence/recurring-events.js';
import { effects } from './effects.js';
import { EventFieldRules, type EventInput } from './event-fields.js';
import { EventRemoval } from './event-removal.js';
import { WaitingList } from './waiting-list.js';

const dayMs = 86_400_000;

/** Creates, changes and deletes events. */
@Injectable()
export class EventWriter {
  constructor(
    private readonly events: EventRepository,
    private readonly removal: EventRemoval,
    private readonly waitingList: WaitingList,
    private readonly parts: RecurringEventRepository,
    private readonly recurring: RecurringEvents,
    private readonly copies: CopiesChange,
    private readonly rules: EventFieldRules,
    private readonly access: EventAccess,
    private readonly reading: EventsService,
    private readonly files: FilesService,
    private readonly mongo: Mongo,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  /** A resend returns the first event. */
  async create(caller: SignedInCaller, input: CallArguments<typeof createEvent>): Promise<PaddockEvent> {
    const { tenant, user, flags } = caller;
    if (!isWorkplaceAdmin(user, tenant.workplace) && !flags.events_tab.public_add_event)
      throw new PaddockError('FORBIDDEN');
    const { client_id, recurrence, ...given } = input;
    const { row } = await once(
      () => this.events.byClientId(tenant, user._id, client_id),
      async () => {
        const fields = await this.rules.checked(caller, given);
        return this.mongo.transaction(async (session) => {
          const _id = newId();
          const options = { session, known: [] };
          const images = await this.rules.attach(caller, _id, given.image_urls ?? [], { ...options, imagesOnly: true });
          const files = await this.rules.attach(caller, _id, given.files ?? [], options);
          const own = { user: user._id, client_id };
          const written = { ...fields, images, files };
          if (recurrence !== undefined) {
            const first = { ...own, root: _id };
            const copy = await this.recurring.add(tenant, recurrence, written, first, session);
            const posted = { kind: 'EventPosted', tenant, event: copy._id, actor: user._id, root: _id } as const;
            await this.outbox.add(session, posted, { kind: 'EventsSynced', tenant });
            await this.publishRequest(caller, copy, { before: undefined, after: copy.asked_organizer }, session);
            return copy;
          }
          const added = await this.events.add(tenant, { ...written, ...own, _id, synced: false }, { session });
          await this.outbox.add(session, { kind: 'EventPosted', tenant, event: _id, actor: user._id });
          await this.publishRequest(caller, added, { before: undefined, after: added.asked_organizer }, session);
          return added;
        });
      },
    );
    return this.reading.one(caller, row);
  }

  async update(caller: SignedInCaller, input: CallArguments<typeof updateEvent>): Promise<PaddockEvent> {
    const { tenant, user } = caller;
    const { id, remove_fields = [], scope, recurrence, ...changes } = input;
    const known = await this.managed(caller, id);
    const rule = remove_fields.includes('recurrence') ? null : recurrence;
    const key = known.recurring !== undefined && scope !== 'one' ? (known.root ?? id) : id;
    const { row, changed } = await this.mutex.transaction(key, async (session) => {
      // Read here: what others changed meanwhile, such as a timetable shift, stays.
      const row = await this.managed(caller, id, { session });
      if (isPast(row) && !isWorkplaceAdmin(user, tenant.workplace)) throw new PaddockError('EVENT_PAST');
      const merged: EventInput = { ...formOf(row), ...defined(changes) };
      for (const name of remove_fields) if (name !== 'recurrence') delete merged[name];
      const isTimed = changes.when !== undefined || changes.end !== undefined || merged.end === undefined;
      // The payload of the specification has no such field.
      if (isTimed && changes.all_day === undefined && !areDays(merged)) delete merged.all_day;
      // The zone follows the place unless it is given.
      if (changes.where_geo !== undefined && changes.time_zone === undefined) delete merged.time_zone;
      // Lists that are not given stay as they are.
      const lists = { image_urls: changes.image_urls ?? row.images, files: changes.files ?? row.files ?? [] };
      const isOrganizerRemoved = remove_fields.includes('organizer');
      const fields = await this.rules.checked(caller, { ...merged, ...lists }, row, isOrganizerRemoved);
      const isShared = row.recurring !== undefined && scope !== 'one';
      await this.checkRule(tenant, row, isShared, rule);
      const owner = isShared || typeof rule === 'string' ? (row.root ?? id) : id;
      const attached = (addresses: readonly string[] | undefined, known: readonly string[], imagesOnly = false) =>
        addresses === undefined
          ? Promise.resolve([...known])
          : this.rules.attach(caller, owner, addresses, { session, known, imagesOnly });
      const images = await attached(changes.image_urls, row.images, true);
      const files = await attached(changes.files, row.files ?? []);
      const after = { ...fields, images, files };
      // A copy's own files that all copies show from now on must not end with the copy.
      if (owner !== id) {
        const taken = changedFields(row, after).flatMap((name) =>
          name === 'images' || name === 'files' ? after[name] : [],
        );
        await this.files.reattach(tenant, taken, { kind: 'event', id }, { kind: 'event', id: owner }, { session });
      }
      const changed = isShared
        ? await this.copies.update(caller, { id, scope, after, rule }, session)
        : await this.change(caller, row, { after, rule: rule ?? undefined }, session);
      const request = { before: row.asked_organizer, after: fields.asked_organizer };
      await this.publishRequest(caller, changed, request, session);
      return { row, changed };
    });
    const filesAfter = [...changed.images, ...changed.files];
    await this.dropFiles(
      tenant,
      row,
      [...row.images, ...(row.files ?? [])].filter((file) => !filesAfter.includes(file)),
    );
    return this.reading.one(caller, changed);
  }

  /** @throws EVENT_NOT_FOUND, EVENT_SYNCED, FORBIDDEN, and EVENT_PAST without copies to delete */
  async delete(
    caller: SignedInCaller,
    { id, scope }: Pick<CallArguments<typeof deleteEvent>, 'id' | 'scope'>,
  ): Promise<{ ok: true }> {
    const { tenant, user } = caller;
    const row = await this.managed(caller, id);
    if (row.recurring === undefined || scope === 'one') {
      await this.remove(tenant, row, user._id);
      return { ok: true };
    }
    const removed = await this.mutex.transaction(row.root ?? id, (session) =>
      this.copies.delete(caller, { id, scope }, session),
    );
    const files = new Set(removed.flatMap(({ images, files: other = [] }) => [...images, ...other]));
    await this.dropFiles(tenant, row, [...files]);
    return { ok: true };
  }

  /** Deletes an event that {@link managed} has allowed to delete. @throws EVENT_NOT_FOUND */
  async remove(tenant: Tenant, row: EventRow, actor: string): Promise<void> {
    await this.mutex.transaction(row._id, (session) => this.removal.remove(tenant, row, actor, session));
    await this.dropFiles(tenant, row, [...row.images, ...(row.files ?? [])]);
  }

  /** Changes one event: a copy keeps as its own what differs from the others. */
  private async change(
    { tenant, user }: SignedInCaller,
    before: EventRow,
    { after: fields, rule }: { after: EventFields; rule: string | undefined },
    session: ClientSession,
  ): Promise<EventRow> {
    const { _id: id, recurring } = before;
    // Changes of all copies wait for this one.
    const part = recurring === undefined ? null : await this.parts.lock(tenant, recurring, { session });
    const own = part ? ownFields(before, fields, part) : [];
    const written = { ...fields, ...(own.length > 0 && { own }) };
    const after = await this.events.update(tenant, id, written, { session });
    if (!after) throw new PaddockError('EVENT_NOT_FOUND');
    const facts = { event: id, actor: user._id, ...(before.root && { root: before.root }) };
    const effect = effects(before, after);
    await this.outbox.add(session, { kind: 'EventUpdated', tenant, ...facts, ...effect });
    const subject = { kind: commentKind, id };
    if (effect.former) await this.outbox.add(session, { kind: 'SubjectNarrowed', tenant, subject });
    const filled = await this.waitingList.fill(tenant, after, session);
    if (recurring !== undefined || rule === undefined) return filled;
    await this.outbox.add(session, { kind: 'EventsSynced', tenant });
    return this.recurring.add(tenant, rule, fields, { user: before.user, row: filled }, session);
  }

  /** Publishes that the change began or ended a request to organise the event. */
  private async publishRequest(
    { tenant, user: { _id: actor } }: SignedInCaller,
    { _id: event, root }: Pick<EventRow, '_id' | 'root'>,
    { before, after }: Record<'before' | 'after', EventRow['asked_organizer'] | undefined>,
    session: ClientSession,
  ): Promise<void> {
    if (before?.user === after?.user) return;
    const facts = { event, actor, ...(root && { root }), ...(after && { user: after.user }) };
    await this.outbox.add(session, { kind: 'OrganizerRequestChanged', tenant, ...facts });
  }

  /** One copy has no rule of its own. @throws INVALID_RECURRENCE */
  private async checkRule(tenant: Tenant, row: EventRow, isShared: boolean, rule: string | null | undefined) {
    if (row.recurring === undefined || isShared || rule === undefined) return;
    const part = await this.parts.byId(tenant, row.recurring);
    if (rule !== part?.rule) throw invalidRecurrence();
  }

  /** Deletes files unless copies of the same recurring event show them, or will do so. */
  private async dropFiles(tenant: Tenant, { root }: EventRow, files: readonly string[]): Promise<void> {
    for (const file of files) {
      if (root !== undefined && (await this.events.usesFile(tenant, root, file))) continue;
      if (root !== undefined && (await this.parts.usesFile(tenant, root, file))) continue;
      await this.files.delete(tenant, file);
    }
  }

  /** @throws EVENT_NOT_FOUND, EVENT_SYNCED, FORBIDDEN */
  async managed(
    caller: Pick<SignedInCaller, 'tenant' | 'user'>,
    id: string,
    options: InSession = {},
  ): Promise<EventRow> {
    const row = await this.access.find(caller, id, options);
    if (row.synced) throw new PaddockError('EVENT_SYNCED');
    if (!manages({ user: caller.user, workplace: caller.tenant.workplace }, row)) throw new PaddockError('FORBIDDEN');
    return row;
  }
}

/** Whether both times are starts of days in the event's zone. */
const areDays = ({ when, end, time_zone }: EventInput) =>
  end !== undefined && [when, end].every((at) => wallClock(Date.parse(at), time_zone ?? 'UTC') % dayMs === 0);

const defined = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

/** The row as its form would send it, without files and organizer. */
function formOf(row: EventRow): EventInput {
  const { title, time_zone, where, geo, desc, organizer_name, color, registration_url, group } = row;
  const { invitation_only = false, invited = [], capacity } = row;
  const times = { when: row.when.toISOString(), end: row.end?.toISOString(), ...(isAllDay(row) && { all_day: true }) };
  const own = {
    title,
    ...times,
    time_zone,
    where,
    where_geo: geo,
    desc,
    organizer_name,
    color,
    registration_url,
    group,
  };
  return defined({ ...own, invitation_only, invited, capacity }) as EventInput;
}
