import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import type { PaddockEvent, updateEvent } from '@paddock/contract/calls/events';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import { wallClock } from '@paddock/contract/core/time-zones';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { dayMs } from '@paddock/contract/core/durations';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { type EventRow, isAllDay } from '../storage/event.schema.js';
import { EventAccess, isPast } from '../reading/event-access.js';
import { EventsService } from '../reading/events.service.js';
import { CopiesChange } from '../recurrence/copies-change.js';
import { EventChange } from './event-change.js';
import { EventFieldRules, type EventInput } from './event-fields.js';
import { EventFiles } from './event-files.js';
import { organizerRequest } from './organizer-request.js';

/** Changes an event, or copies of a recurring one, by a member's form. */
@Injectable()
export class EventUpdate {
  constructor(
    private readonly single: EventChange,
    private readonly copies: CopiesChange,
    private readonly rules: EventFieldRules,
    private readonly files: EventFiles,
    private readonly access: EventAccess,
    private readonly reading: EventsService,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  async update(caller: SignedInCaller, input: CallArguments<typeof updateEvent>): Promise<PaddockEvent> {
    const { tenant, user } = caller;
    const { id, remove_fields = [], scope, recurrence, ...changes } = input;
    const known = await this.access.findManaged(caller, id);
    const rule = remove_fields.includes('recurrence') ? null : recurrence;
    const key = known.recurring !== undefined && scope !== 'one' ? (known.root ?? id) : id;
    const { row, changed } = await this.mutex.transaction(key, async (session) => {
      // Read here: what others changed meanwhile, such as a timetable shift, stays.
      const row = await this.access.findManaged(caller, id, { session });
      if (isPast(row) && !isWorkplaceAdmin(user, tenant.workplace)) throw new PaddockError('EVENT_PAST');
      const merged: EventInput = { ...formOf(row), ...withoutUndefined(changes) };
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
      // Its copies would begin in the past, without a bound on their number.
      if (row.recurring === undefined && typeof rule === 'string' && isPast(fields))
        throw new PaddockError('INVALID_START_DATE', { fields: { when: 'INVALID_START_DATE' } });
      const isShared = row.recurring !== undefined && scope !== 'one';
      await this.single.checkRule(tenant, row, isShared, rule);
      const owner = isShared || typeof rule === 'string' ? (row.root ?? id) : id;
      const attached = (addresses: readonly string[] | undefined, known: readonly string[], imagesOnly = false) =>
        addresses === undefined
          ? Promise.resolve([...known])
          : this.rules.attach(caller, owner, addresses, { session, known, imagesOnly });
      const images = await attached(changes.image_urls, row.images, true);
      const files = await attached(changes.files, row.files ?? []);
      const after = { ...fields, images, files };
      await this.files.share(tenant, row, { owner, after }, session);
      const changed = isShared
        ? await this.copies.update(caller, { id, scope, after, rule }, session)
        : await this.single.update(caller, row, { after, rule: rule ?? undefined }, session);
      const asked = { ...changed, asked_organizer: fields.asked_organizer };
      const requests = organizerRequest(caller, asked, row.asked_organizer);
      if (requests.length > 0) await this.outbox.add(session, ...requests);
      return { row, changed };
    });
    const filesAfter = [...changed.images, ...changed.files];
    await this.files.drop(
      tenant,
      row,
      [...row.images, ...(row.files ?? [])].filter((file) => !filesAfter.includes(file)),
    );
    // An organizer who steps down may lose access with the change; the reply still shows the event.
    return this.reading.one(caller, { ...changed, invited: [...changed.invited, user._id] });
  }
}

/** Whether both times are starts of days in the event's zone. */
const areDays = ({ when, end, time_zone }: EventInput) =>
  end !== undefined && [when, end].every((at) => wallClock(Date.parse(at), time_zone ?? 'UTC') % dayMs === 0);

const withoutUndefined = <T extends object>(fields: T): Partial<T> =>
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
  return withoutUndefined({ ...own, invitation_only, invited, capacity }) as EventInput;
}
