import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import type { createEvent, PaddockEvent, updateEvent } from '@paddock/contract/calls/events';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { FilesService } from '../../community/files/files.service.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { once } from '../../infrastructure/idempotency/once.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import type { DomainEventFacts } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from '../event.repository.js';
import type { EventRow } from '../event.schema.js';
import { EventAccess, isPast, manages } from '../reading/event-access.js';
import { EventsService } from '../reading/events.service.js';
import { EventFieldRules, type EventInput } from './event-fields.js';
import { EventRemoval } from './event-removal.js';
import { WaitingList } from './waiting-list.js';

/** Creates, changes and deletes events. */
@Injectable()
export class EventWriter {
  constructor(
    private readonly events: EventRepository,
    private readonly removal: EventRemoval,
    private readonly waitingList: WaitingList,
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
    const { client_id, ...given } = input;
    const { row } = await once(
      () => this.events.byClientId(tenant, user._id, client_id),
      async () => {
        const fields = await this.rules.checked(caller, given);
        return this.mongo.transaction(async (session) => {
          const _id = newId();
          const options = { session, known: [] };
          const images = await this.rules.attach(caller, _id, given.image_urls ?? [], { ...options, imagesOnly: true });
          const files = await this.rules.attach(caller, _id, given.files ?? [], options);
          const own = { _id, user: user._id, client_id, synced: false, images, files };
          const added = await this.events.add(tenant, { ...fields, ...own }, { session });
          await this.outbox.add(session, { kind: 'EventPosted', tenant, event: _id, actor: user._id });
          return added;
        });
      },
    );
    return this.reading.one(caller, row);
  }

  async update(caller: SignedInCaller, input: CallArguments<typeof updateEvent>): Promise<PaddockEvent> {
    const { tenant, user } = caller;
    const { id, remove_fields = [], ...changes } = input;
    const row = await this.managed(caller, id);
    if (isPast(row) && !isWorkplaceAdmin(user, tenant.workplace)) throw new PaddockError('EVENT_PAST');
    const merged: EventInput = { ...formOf(row), ...defined(changes) };
    for (const name of remove_fields) delete merged[name];
    // The zone follows the place unless it is given.
    if (changes.where_geo !== undefined && changes.time_zone === undefined) delete merged.time_zone;
    // Lists that are not given stay as they are.
    const lists = { image_urls: changes.image_urls ?? row.images, files: changes.files ?? row.files ?? [] };
    const fields = await this.rules.checked(caller, { ...merged, ...lists }, row);
    const changed = await this.mutex.transaction(id, async (session) => {
      const attached = (addresses: readonly string[] | undefined, known: readonly string[], imagesOnly = false) =>
        addresses === undefined
          ? Promise.resolve([...known])
          : this.rules.attach(caller, id, addresses, { session, known, imagesOnly });
      const images = await attached(changes.image_urls, row.images, true);
      const files = await attached(changes.files, row.files ?? []);
      const after = await this.events.update(tenant, id, { ...fields, images, files }, { session });
      if (!after) throw new PaddockError('EVENT_NOT_FOUND');
      await this.outbox.add(session, {
        kind: 'EventUpdated',
        tenant,
        event: id,
        actor: user._id,
        ...effects(row, after),
      });
      return this.waitingList.fill(tenant, after, session);
    });
    const kept = [...changed.images, ...changed.files];
    const dropped = [...row.images, ...(row.files ?? [])].filter((file) => !kept.includes(file));
    for (const file of dropped) await this.files.delete(tenant, file);
    return this.reading.one(caller, changed);
  }

  async delete(caller: SignedInCaller, id: string): Promise<{ ok: true }> {
    await this.remove(caller.tenant, await this.managed(caller, id), caller.user._id);
    return { ok: true };
  }

  /** Deletes an event that {@link managed} has allowed to delete. @throws EVENT_NOT_FOUND */
  async remove(tenant: Tenant, row: EventRow, actor: string): Promise<void> {
    await this.mutex.transaction(row._id, (session) => this.removal.remove(tenant, row, actor, session));
    for (const file of [...row.images, ...(row.files ?? [])]) await this.files.delete(tenant, file);
  }

  /** @throws EVENT_NOT_FOUND, EVENT_SYNCED, FORBIDDEN */
  async managed(caller: Pick<SignedInCaller, 'tenant' | 'user'>, id: string): Promise<EventRow> {
    const row = await this.access.find(caller, id);
    if (row.synced) throw new PaddockError('EVENT_SYNCED');
    if (!manages({ user: caller.user, workplace: caller.tenant.workplace }, row)) throw new PaddockError('FORBIDDEN');
    return row;
  }
}

const defined = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

/** The row as its form would send it, without files. */
function formOf(row: EventRow): EventInput {
  const { title, time_zone, where, geo, desc, organizer, organizer_name, color, registration_url, group } = row;
  const { invitation_only = false, invited = [], capacity } = row;
  const times = { when: row.when.toISOString(), end: row.end?.toISOString() };
  const own = {
    title,
    ...times,
    time_zone,
    where,
    where_geo: geo,
    desc,
    organizer,
    organizer_name,
    color,
    registration_url,
    group,
  };
  return defined({ ...own, invitation_only, invited, capacity }) as EventInput;
}

/** What a change means for others. */
function effects(before: EventRow, after: EventRow): Pick<DomainEventFacts['EventUpdated'], 'moved' | 'former'> {
  const isMoved =
    +before.when !== +after.when || before.end?.getTime() !== after.end?.getTime() || before.where !== after.where;
  const { group, invitation_only, invited, user, organizer } = before;
  const isNarrower =
    (after.group !== undefined && group !== after.group) ||
    (after.invitation_only && (!invitation_only || invited.some((id) => !after.invited.includes(id))));
  const users = [user ?? [], organizer ?? [], invited].flat();
  return {
    ...(isMoved && { moved: true as const }),
    ...(isNarrower && { former: { ...(group && { group }), ...(invitation_only && { users }) } }),
  };
}
